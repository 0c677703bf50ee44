"""The notations of the datasets: one module each, a reader and a writer of what the notation can say.

mawps     ``X=(7.0+7.0)``, named unknowns, systems     draw      ``a * m + b * n = c`` templates
svamp     infix floats, prefix over ``number0``        dolphin   ``unkn: x,y`` and ``equ: x+y=7``
asdiv     the several grammars of ASDiv's formulas     mathqa    operation programs
"""
