"""Records for people: text in the terminal, pages and pictures.

terminal   problems, cards and tables as text      plots   charts as SVG      html   one self-contained page
"""
