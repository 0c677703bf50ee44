"""Predictions made elsewhere, judged as if a solver had made them here.

said         what one line says, whatever its form      files        lines and documents, read within bounds
lines        our own lines and tables                   forms        which form a file has
lm_eval      sample logs of lm-evaluation-harness       inspect_log  logs of inspect_ai
packed       packed logs                                theirs       what the harness itself says
gold         which problem a line is about              voting       several samples made one prediction
judging      a file judged: rows, scores, what was left over
"""
