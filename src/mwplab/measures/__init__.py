"""Problems or rows summed up.

consistency   do equations, answers and texts agree: one finding per contradiction
profile       types, grades, operators, numbers and length
"""

from mwplab.measures.consistency import check, check_problem
from mwplab.measures.profile import Profile, profile

__all__ = ["Profile", "check", "check_problem", "profile"]
