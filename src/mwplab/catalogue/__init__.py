"""Datasets by name, read in their original formats.

load      ``load("svamp")``, ``load("asdiv-a:fold0/train[grade<=4]")``, ``load("mine.jsonl")``
shelf     every dataset by name           cards/     source, licence, citation, checksums, counts, errors
fetch     files downloaded or imported    fixes/     published corrections, ``svamp@1.0+fixes``
starter/  the problems that ship with the package
"""

from mwplab.catalogue.load import entry_of, find, is_file_name, load, parse_name
from mwplab.catalogue.shelf import datasets

__all__ = ["datasets", "entry_of", "find", "is_file_name", "load", "parse_name"]
