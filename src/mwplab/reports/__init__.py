"""Records for people: text in the terminal, pages, tables for papers, and pictures.

terminal      problems, cards and tables as text        html          the page about a dataset
report        what a report on results is made from     result_html   the page about results
tables        its numbers, the same in every form       side_by_side  its rows, with derivations to draw
charts plots  its pictures as SVG                       pages         templates to self-contained pages
markdown      its tables for notes and reviews          latex         its tables for papers
repairs       a draft of corrections after a check      attention     heat maps of what a solver attended to
battery       what probes show, and as Markdown         battery_views the same in the terminal and as a page
"""
