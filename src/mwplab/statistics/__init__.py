"""Numbers about numbers: how sure a figure is, and whether two differ.

intervals  a share or a mean with its interval      bootstrap  the interval of any figure
paired     two solvers on the same problems         unpaired   samples that share no problems
clusters   what grouped problems are worth          multiple   many tests at once
power      what a comparison can notice             samples    majority vote and pass@k
agreement  raters beyond chance                     figures    Interval and Comparison
"""

from mwplab.statistics.agreement import cohen_kappa, fleiss_kappa, krippendorff_alpha, raw_agreement
from mwplab.statistics.bootstrap import bootstrap_interval
from mwplab.statistics.clusters import design_effect
from mwplab.statistics.figures import Comparison, Interval
from mwplab.statistics.intervals import mean_interval, proportion_interval, wilson
from mwplab.statistics.multiple import benjamini_hochberg, holm
from mwplab.statistics.paired import (
    compare_paired,
    discordant,
    mcnemar,
    paired_bootstrap,
    paired_difference,
    sign_flip,
)
from mwplab.statistics.power import detectable_paired, detectable_unpaired, paired_power, unpaired_power
from mwplab.statistics.samples import majority_at_k, majority_vote, pass_at_k
from mwplab.statistics.unpaired import (
    compare_unpaired,
    difference_interval,
    fisher_exact,
    mann_whitney,
    permutation_test,
    two_proportions,
)

__all__ = [
    "Comparison",
    "Interval",
    "benjamini_hochberg",
    "bootstrap_interval",
    "cohen_kappa",
    "compare_paired",
    "compare_unpaired",
    "design_effect",
    "detectable_paired",
    "detectable_unpaired",
    "difference_interval",
    "discordant",
    "fisher_exact",
    "fleiss_kappa",
    "holm",
    "krippendorff_alpha",
    "majority_at_k",
    "majority_vote",
    "mann_whitney",
    "mcnemar",
    "mean_interval",
    "paired_bootstrap",
    "paired_difference",
    "paired_power",
    "pass_at_k",
    "permutation_test",
    "proportion_interval",
    "raw_agreement",
    "sign_flip",
    "two_proportions",
    "unpaired_power",
    "wilson",
]
