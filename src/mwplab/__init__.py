"""A workbench for math word problems."""

__version__ = "0.1.0"
