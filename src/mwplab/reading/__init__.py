r"""Raw text read: what a language model wrote becomes answers, or the statement that it gave none.

completion   the final answer      marks    ``\boxed``, ``####``, *the answer is*     refusals  *I cannot*
values       a short text          amounts  numbers, ratios, times with units
masks        reasoning stripped    plain    LaTeX and Markdown taken away             choices   letters
predictions  a prediction of it    programs equations and steps of arithmetic        voting    several samples
"""

from mwplab.reading.completion import Reading, Status, read_completion
from mwplab.reading.predictions import Wanted, read_prediction
from mwplab.reading.values import read_values

__all__ = ["Reading", "Status", "Wanted", "read_completion", "read_prediction", "read_values"]
