#!/usr/bin/env python3
"""Checks files of training questions: `check.py FILE…` prints each faulty line and a count of acts, and exits 1 on a fault."""
import collections, json, re, sys

ROLES = "subject measure group value except over atleast under atmost exactly none any time versus about to id limit place drop split".split()
ACTS = ("figure list why trend when compare call_sheet last_contact who said promises sentiment topics risk health urgent document similar record anomaly "
        "escalation sla resolution cdd nps draft open_case assign_case note_case deals forecast pipeline sources compare_sources method help thanks outside unclear").split()
AGGS = "share distinct average median sum min max percentile rate".split()
ORDERS = "most least newest oldest worst best longest shortest soonest".split()
KEEPS = "subject filters customer time measure group rows".split()
SPAN = re.compile(r"\[([^\[\]|]+)\|([a-z]+)\]")


def fault(row, first):
    extra = set(row) - {"act", "q", "then", "agg", "order", "one", "keep"}
    if extra: return f"unknown fields {sorted(extra)}"
    if row.get("act") not in ACTS: return f"unknown act {row.get('act')}"
    if row.get("agg") not in AGGS + [None]: return f"unknown agg {row['agg']}"
    if row.get("order") not in ORDERS + [None]: return f"unknown order {row['order']}"
    if set(row.get("keep", [])) - set(KEEPS): return f"unknown keep {row['keep']}"
    if row.get("keep") and not row.get("then"): return "keep without then"
    if row.get("then") and first: return "then at the start of the file"
    q = row.get("q", "")
    for text, role in SPAN.findall(q):
        if role not in ROLES: return f"unknown role {role}"
        if text != text.strip(): return f"span with spaces around it: {text!r}"
    bare = SPAN.sub("", q)
    if any(c in bare for c in "[]|"): return "stray bracket or bar"
    for m in SPAN.finditer(q):
        before, after = q[m.start() - 1:m.start()], q[m.end():m.end() + 1]
        if before.isalnum() or after.isalnum(): return f"span inside a word: {m.group(1)!r}"
    return None


def main(paths):
    bad, acts, follow, seen = 0, collections.Counter(), 0, set()
    for path in paths:
        first = True
        for n, line in enumerate(open(path, encoding="utf-8"), 1):
            if not line.strip(): continue
            try: row = json.loads(line); why = fault(row, first)
            except ValueError as e: row, why = {}, str(e)
            if why: bad += 1; print(f"{path}:{n}: {why}: {line.strip()[:160]}")
            first = False
            acts[row.get("act")] += 1; follow += bool(row.get("then"))
            if not row.get("then"):
                if row.get("q") in seen: print(f"{path}:{n}: written twice: {row['q'][:100]}")
                seen.add(row.get("q"))
    print(sum(acts.values()), "rows,", follow, "of them follow-ups;", dict(acts.most_common()))
    sys.exit(bad > 0)


if __name__ == "__main__":
    main(sys.argv[1:])
