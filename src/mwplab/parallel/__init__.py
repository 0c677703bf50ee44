"""Map a function over many items: in this process, on all cores, or on a Ray cluster.

Results come in the order of the items and are the same whatever the engine, provided that the function is
pure; chance arrives with the item (``Random(f"{seed}:{problem.id}")``). A worker that dies takes nothing
along: what it had not finished is done again.
"""

from __future__ import annotations

from mwplab.parallel.bars import progress_bar
from mwplab.parallel.mapping import Keep, map_many
from mwplab.parallel.processes import cores

__all__ = ["Keep", "cores", "map_many", "progress_bar"]
