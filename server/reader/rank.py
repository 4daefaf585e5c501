#!/usr/bin/env python3
"""Trains the weights by which candidate readings of a question are ordered (`server/query/src/frame/ranker.json`): a
logistic regression of "its figure is right" on the features of the derivation.

    rank.py FEATURES OUT.json CANDIDATES.jsonl… [--verdicts VERDICTS.jsonl…]

FEATURES is the file of names that `evals candidates` writes beside the candidates, one name a line. A line of candidates is a
question: `{"id": …, "split": …, "declined": false, "rows": [{"r": true, "same": false, "f": [...]}, …]}`, its rows in the
order of the weights of then; `r` is whether the figure is right, null where it is not known. Trained on the splits up to
16; the bounds are chosen on 17 to 20; 21 to 24 are measured, and nothing else. Needs numpy.

The certainty is told from the whole answers where there are verdicts on them (`evals questions --verdicts`): what a query alone
counts is judged more strictly than what its answer says.
"""
import argparse, json
import numpy as np

TRAINED_TO, CHOSEN_TO = 16, 20


def number(split):
    return int(split.rsplit("_", 1)[1]) if split[-1].isdigit() else 1


def load(paths):
    out = []
    for path in paths:
        for line in open(path, encoding="utf-8"):
            q = json.loads(line)
            rows = [r for r in q["rows"] if not r["same"] and r["r"] is not None]
            if rows: out.append((number(q["split"]), q["declined"], np.array([r["f"] for r in rows], float), np.array([bool(r["r"]) for r in rows]), q["id"]))
    return out


def fit(questions, passes=400, rate=0.05, decay=2e-4):
    """Softmax over the candidates of a question (the right ones together), and a bias so that the score is a probability."""
    width = questions[0][2].shape[1]
    w, b, m, s = np.zeros(width), 0.0, np.zeros(width + 1), np.zeros(width + 1)
    scale = np.maximum(np.vstack([q[2] for q in questions]).std(0), 1e-6)
    for step in range(1, passes + 1):
        gw, gb = np.zeros(width), 0.0
        for _, _, f, r, _ in questions:
            x = f / scale
            z = x @ w
            if r.any() and not r.all():
                p = np.exp(z - z.max()); p /= p.sum()
                t = p * r; t /= max(t.sum(), 1e-12)
                gw += x.T @ (p - t)
            # The first by its score: whether it is right.
            top = int(z.argmax())
            p = 1 / (1 + np.exp(-(z + b)))
            d = np.zeros(len(r)); d[top] = p[top] - r[top]
            rest = (p - r) / len(r)
            d = d + rest
            gw += x.T @ d; gb += d.sum()
        g = np.append(gw, gb) / len(questions) + decay * np.append(w, 0)
        m = 0.9 * m + 0.1 * g; s = 0.999 * s + 0.001 * g * g
        u = rate * (m / (1 - 0.9 ** step)) / (np.sqrt(s / (1 - 0.999 ** step)) + 1e-8)
        w, b = w - u[:-1], b - u[-1]
    return w / scale, b


LEAD = 6.0
# What a derivation leaves open. None of it makes an answer surer, however few examples say so.
OPEN = set("""dropped unused unknown not aggregate rank place each bound against count others no_not no_aggregate no_each no_rank
    time_left value_left mention change lost which rule""".split())


def summary(f, w, b):
    """What the certainty is told from: the features of the first, its score, and its lead over the second."""
    z = f @ w + b
    order = np.argsort(-z, kind="stable")
    lead = min(z[order[0]] - z[order[1]], LEAD) if len(z) > 1 else LEAD
    return order[0], np.concatenate([f[order[0]], [z[order[0]], lead]])


def calibrate(questions, names, w, b, verdicts, passes=3000, rate=0.02, decay=3e-3):
    """A logistic regression of whether the first is right."""
    told = [(summary(f, w, b), r, verdicts.get(name)) for _, _, f, r, name in questions if not verdicts or name in verdicts]
    x = np.array([s for (_, s), _, _ in told]); y = np.array([float(r[top] if good is None else good) for (top, _), r, good in told])
    scale = np.maximum(x.std(0), 1e-6); x = x / scale
    open_items = [i for i, name in enumerate(names) if name in OPEN]
    v, c, m, s = np.zeros(x.shape[1]), 0.0, np.zeros(x.shape[1] + 1), np.zeros(x.shape[1] + 1)
    for step in range(1, passes + 1):
        p = 1 / (1 + np.exp(-(x @ v + c)))
        g = np.append(x.T @ (p - y) / len(y) + decay * v, (p - y).mean())
        m = 0.9 * m + 0.1 * g; s = 0.999 * s + 0.001 * g * g
        u = rate * (m / (1 - 0.9 ** step)) / (np.sqrt(s / (1 - 0.999 ** step)) + 1e-8)
        v, c = v - u[:-1], c - u[-1]
        v[open_items] = np.minimum(v[open_items], 0.0)
    return v / scale, c


def table(questions, w, b, v, c, verdicts):
    rows = []
    for _, declined, f, r, name in questions:
        top, s = summary(f, w, b)
        if not verdicts or name in verdicts:
            rows.append((1 / (1 + np.exp(-(s @ v + c))), verdicts.get(name, bool(r[top])), bool(r.any())))
    return rows


def main():
    a = argparse.ArgumentParser(); a.add_argument("features"); a.add_argument("out"); a.add_argument("candidates", nargs="+")
    a.add_argument("--verdicts", nargs="*", default=[]); a = a.parse_args()
    names = open(a.features).read().split()
    questions = load(a.candidates)
    verdicts = {line["id"]: line["good"] for path in a.verdicts for line in map(json.loads, open(path, encoding="utf-8"))}
    part = lambda lo, hi: [q for q in questions if lo < q[0] <= hi]
    train, choose, held = part(0, TRAINED_TO), part(TRAINED_TO, CHOSEN_TO), part(CHOSEN_TO, 99)
    # Where nothing may be answered there is no right order.
    w, b = fit([q for q in train if not q[1]])
    v, c = calibrate(train, names, w, b, verdicts)
    for name, qs in (("trained", train), ("chosen", choose), ("held out", held)):
        rows = table(qs, w, b, v, c, verdicts)
        n = len(rows)
        print(f"{name}: {n} questions; a right candidate {sum(any for _, _, any in rows) / n:.3f}; right at the top {sum(r for _, r, _ in rows) / n:.3f}")
        rows.sort(key=lambda r: -r[0])
        for cut in (0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95):
            kept = [r for c, r, _ in rows if c >= cut]
            print(f"   certainty {cut:.2f}: {len(kept) / n:.3f} answered, {sum(not r for r in kept) / n:.3f} of all wrong")
    for name, one, two in zip(names, w, v): print(f"{one:8.3f} {two:8.3f} {name}")
    with open(a.out, "w") as f:
        json.dump({"bias": round(float(b), 4), "weights": {n: round(float(x), 4) for n, x in zip(names, w)},
                   "certainty": {"bias": round(float(c), 4), "score": round(float(v[-2]), 4), "lead": round(float(v[-1]), 4),
                                 "weights": {n: round(float(x), 4) for n, x in zip(names, v)}}}, f, indent=1); f.write("\n")


main()
