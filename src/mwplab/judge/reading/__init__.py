r"""Raw text read: what a language model wrote becomes answers, or the statement that it gave none.

completion   the final answer      marks    ``\boxed``, ``####``, *the answer is*     refusals  *I cannot*
values       a short text          amounts  numbers, ratios, times with units
masks        reasoning stripped    plain    LaTeX and Markdown taken away
"""

from mwplab.judge.reading.completion import Reading, Status, read_completion, read_prediction
from mwplab.judge.reading.values import read_values

__all__ = ["Reading", "Status", "read_completion", "read_prediction", "read_values"]
