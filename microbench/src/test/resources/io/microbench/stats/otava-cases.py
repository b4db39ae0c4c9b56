# Makes otava-cases.txt, the expected answers of OtavaCasesTest:
#
#   python3 -m venv venv && venv/bin/pip install apache-otava==0.8.0
#   venv/bin/python otava-cases.py > otava-cases.txt
#
# The split step is Otava's own. Two things differ on purpose from what Otava 0.8.0 prints: the standard deviation
# divides by n - 1, and after a weak point is dropped the test is repeated on both of its neighbours (Otava repeats it
# on the right one and on the one after that). Without drops and with n - 1, p values are those of scipy's ttest_ind.
import random
import warnings

import otava.analysis as otava

warnings.filterwarnings("ignore")


class SampleDeviation:
    """numpy as Otava sees it, but with n - 1 in the standard deviation."""

    def __init__(self, numpy):
        self.numpy = numpy

    def __getattr__(self, name):
        return getattr(self.numpy, name)

    def std(self, values):
        return self.numpy.std(values, ddof=1)


def prune(points, series, p_value, magnitude):
    tester = otava.TTestSignificanceTester(p_value)
    while points:
        worst = max(points, key=lambda point: point.stats.pvalue)
        if worst.stats.pvalue < p_value:
            worst = min(points, key=lambda point: point.stats.change_magnitude())
            if worst.stats.change_magnitude() > magnitude:
                break
        points.remove(worst)
        intervals = tester.get_intervals(points)
        points[:] = [tester.change_point(point.to_candidate(), series, intervals) for point in points]
    return points


otava.np = SampleDeviation(otava.np)
otava.merge = prune


def made(seed, n, deviation, steps):
    """The series of OtavaCasesTest: noise of twelve uniform numbers each, so no library's generator is involved."""
    state, values = seed, []
    for i in range(n):
        noise = -6.0
        for _ in range(12):
            state = (state * 1103515245 + 12345) % 2**31
            noise += state / 2**31
        level = 100.0
        for at, factor in steps:
            level *= factor if i >= at else 1.0
        values.append(level * (1 + deviation * noise))
    return values


print("# seed|n|deviation|index:factor ...|window|max p|min magnitude|index:before:after:p ...")
rng = random.Random(7)
for seed in range(1, 101):
    n = rng.choice([3, 10, 40, 60, 100, 150, 220])
    deviation = rng.choice([0.005, 0.01, 0.02, 0.03])
    factors = [0.9, 0.95, 0.97, 1.02, 1.03, 1.05, 1.1]
    steps = [(rng.randrange(1, n), rng.choice(factors)) for _ in range(rng.randrange(0, 4))]
    window = rng.choice([50, 50, 30, 7])
    p_value = rng.choice([0.001, 0.001, 0.01, 0.0001, 0.06])
    magnitude = rng.choice([0.0, 0.0, 0.03])
    points, _ = otava.compute_change_points(made(seed, n, deviation, steps), window, p_value, magnitude)
    print(
        seed, n, deviation,
        " ".join(f"{at}:{factor}" for at, factor in steps),
        window, p_value, magnitude,
        " ".join(
            f"{p.index}:{p.stats.mean_1:.12g}:{p.stats.mean_2:.12g}:{p.stats.pvalue:.6g}" for p in points
        ),
        sep="|",
    )
