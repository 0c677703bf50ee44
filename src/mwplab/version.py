"""Which mwplab this is; it stands in every signature and recipe."""

__version__ = "0.1.0"
