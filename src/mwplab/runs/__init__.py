"""Where the verbs meet.

plan       a run as words describe it              evaluate       a solver on a dataset
folder     a run on disk, taken up after a kill    crossvalidate  a solver on every fold of one
reread     a run read back, or judged again        compare        two results, problem by problem
breakdown  the score of every part of the rows     removal        what the rest scores without a part
summary    everything that a run is summed up in   overlap        what training and test data share
signature  what a number was made from             report         results gathered for a page
selection  what chooses the best epoch             train tune     a solver kept; its options searched
mixing     datasets put together, what they share  together       runs whose solvers train side by side
probe      what a solver exploits                  tasks          datasets as tasks for other harnesses
lessons    what may be taught, what was            study          the file of a search for options
demo       the whole story on the bundled corpus   predictions    files of predictions made elsewhere
contrasts  several results, two and two compared   divisions      what is trained on, what is tested
measure    pictures of what was measured           usage          what a run cost, and an estimate before
"""
