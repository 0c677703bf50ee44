"""Solvers that learn to write expressions: read a text, write an equation over its quantities.

batch       what passes between parts     symbols     operators, constants, quantities as ids
prefixes    which symbol may come next    search      greedy and beam, for a whole batch
seq2seq     words in, a sequence out      gts         words in, a tree out
constrained the same without word order   graph2tree  graphs of words in, a tree out
words       texts as words and ids        targets     equations as one expression
account     what is learnt, what is not   encoding    problems as tensors, in batches of like length
embedders   words to vectors              settings    options; defaults: tuned values in data/
learning    from problems to a training   training    epochs, several models at once
steps       one step, captured on a GPU   resuming    a training taken up after a kill
validation  which epoch was best          decoding    batches decoded, captured on a GPU
solver      what `solvers` knows          trained     a model that answers and is kept
kinds       the models by name            predicting  from symbols to predictions
rare_words  rare words taken for unknown  plausible   answers weighed by their kind
optimising  Adam and its rate             recurrent   words read both ways
goal_decoder       trees from goals       tree_index  who stands where in the trees of a batch
tree_search        beams of trees         attention_decoder  sequences with attention
number_groups      words about numbers    attachments what they stand in relation to
halves      weights of half the width     transfers   between a GPU and its processor
packed_reader      reading without padding, on a processor
laid_out products  matrices laid out for their products, in several precisions
weights     tensors in files              fitting     solvers side by side, in parts where memory is full
"""
