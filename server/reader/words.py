#!/usr/bin/env python3
"""Counts the words of the training questions: how often each stands within a marked span and how often outside of all, in
small letters. `words.py OUT DATA.jsonl…` writes those met at least twice, one a line: word, within, outside. They are what
the account of a reading knows of ordinary English (`server/query/src/frame/grammar/words.rs`)."""
import collections, json, re, sys

SPAN = re.compile(r"\[([^\[\]|]+)\|([a-z]+)\]")
within, outside = collections.Counter(), collections.Counter()
for path in sys.argv[2:]:
    for line in open(path, encoding="utf-8"):
        if not line.strip(): continue
        row = json.loads(line)
        # Where nothing is marked because nothing can be asked, words say nothing of themselves.
        if row["act"] in ("outside", "unclear", "thanks", "help"): continue
        q = row["q"]
        for text, role in SPAN.findall(q):
            if role not in ("split", "drop"): within.update(re.findall(r"(?<![A-Za-z])[a-z][a-z']+", text))
        outside.update(re.findall(r"(?<![A-Za-z])[a-z][a-z']+", SPAN.sub(" | ", q)))
with open(sys.argv[1], "w", encoding="utf-8") as f:
    for word in sorted(set(within) | set(outside)):
        if within[word] + outside[word] >= 2: f.write(f"{word} {within[word]} {outside[word]}\n")
