"""Words that say little by themselves: a closed list, written for this project.

Function words of English with their contracted forms. Words that carry the story of a word problem (many,
much, less, left, altogether, total) are not among them.
"""

from __future__ import annotations

from mwplab.text.lexicon import word_set

_DETERMINERS = (
    "a an the this that these those some any no such own same other another all both each few more most"
)
_PRONOUNS = (
    "i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself "
    "she her hers herself it its itself they them their theirs themselves one's oneself "
    "someone somebody something anyone anybody anything everyone everybody everything nobody nothing"
)
_QUESTIONS = "what which who whom whose when where why how whatever whichever whoever"
_AUXILIARIES = (
    "am is are was were be been being do does did doing done have has had having "
    "can could may might must shall should will would ought cannot let"
)
_CONTRACTED = "'s 're 've 'll 'd 'm n't ’s ’re ’ve ’ll ’d ’m n’t not ca wo s t"
_PREPOSITIONS = (
    "of in on at by for with from to into onto upon out off up down about above below under over after "
    "before between among during through across along around against toward towards within without near "
    "since until till as per via"
)
_CONJUNCTIONS = "and or but nor so yet if then because while although though unless whether than"
_ADVERBS = (
    "there here now just only also too very quite rather still already again ever never even once "
    "however therefore thus instead else"
)

STOP_WORDS = word_set(
    " ".join(
        [
            _DETERMINERS,
            _PRONOUNS,
            _QUESTIONS,
            _AUXILIARIES,
            _CONTRACTED,
            _PREPOSITIONS,
            _CONJUNCTIONS,
            _ADVERBS,
        ]
    )
)
"""In lower case."""


def is_stop_word(word: str) -> bool:
    """Tell whether a word, in whatever case, is on the list.

    >>> is_stop_word("The"), is_stop_word("apples")
    (True, False)
    """
    return word.lower() in STOP_WORDS
