"""Solvers that do not read: what a real one has to beat.

majority  the commonest training equation            nearest  that of the most similar training problem
chance    that of a training problem drawn by chance  oracle   the gold template, its alignment guessed
pattern   what they learn, and how it is applied      memory   what was learnt, as JSON
"""
