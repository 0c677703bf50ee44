"""Datasets as tasks that other harnesses run: a folder of data, a description, and how replies are scored.

rows       problems as prompts and expected values      folders  the folder of a task for each harness
harness    which harnesses there are
scoring    the scorer that travels with a task; it stands on its own and is copied as it is
"""
