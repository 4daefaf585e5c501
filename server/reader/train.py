#!/usr/bin/env python3
"""Trains the reader: one encoder (all-MiniLM-L6-v2) with heads for the closed choices of a reading and BIO tags for the words
that are copied out of the question (Chen, Zhuo, Wang 2019, arXiv 1902.10909).

    train.py WEIGHTS_FOLDER OUT.safetensors [--passes N] [--threads N] [--part 0.5]

WEIGHTS_FOLDER holds `model.safetensors` and `vocab.txt` as `plumbline model fetch` puts them there (with `--start` the
vocabulary is enough); the questions are
`data/*.jsonl` beside this file, see `data/README.md`. Needs PyTorch (Debian: python3-torch libopenblas0-pthread). One
conversation in twelve is kept apart to calibrate the probabilities. What is written is what `src/model.rs` reads: matrices as
8-bit integers with a scale for each row, the rest as 32-bit floats.
"""
import argparse, glob, json, math, os, random, re, struct, time, unicodedata
import numpy as np
import torch, torch.nn as nn, torch.nn.functional as F

from check import ACTS, AGGS, KEEPS, ORDERS, ROLES, SPAN

HERE = os.path.dirname(os.path.abspath(__file__))
WIDTH, MOST_WORDS, MOST_QUESTION, MOST_CONTEXT = 384, 60, 72, 40
TAGS = ["O"] + [mark + "-" + role for role in ROLES for mark in "BI"]
FIXED = {"thanks", "help", "outside", "unclear"}


# ---- text

def words(text):
    """Runs of letters and digits, and every other sign that is no blank by itself, each with where it stands."""
    out, start = [], None
    for i, c in enumerate(text + " "):
        if c.isalnum():
            start = i if start is None else start
            continue
        if start is not None: out.append((text[start:i], start, i)); start = None
        if not c.isspace(): out.append((c, i, i + 1))
    return out


class WordPiece:
    def __init__(self, path):
        self.ids = {line.rstrip("\n"): i for i, line in enumerate(open(path, encoding="utf-8"))}

    def __call__(self, word):
        plain = "".join(c for c in unicodedata.normalize("NFD", word) if unicodedata.category(c) != "Mn").lower()
        out, start = [], 0
        while start < len(plain):
            end = len(plain)
            while end > start and ("##" * (start > 0) + plain[start:end]) not in self.ids: end -= 1
            if end == start: return [self.ids["[UNK]"]]
            out.append(self.ids["##" * (start > 0) + plain[start:end]]); start = end
        return out or [self.ids["[UNK]"]]


def parse(q):
    """The bare question and its spans [(from, to, role)]."""
    bare, spans, at = "", [], 0
    for m in SPAN.finditer(q):
        bare += q[at:m.start()]
        spans.append((len(bare), len(bare) + len(m.group(1)), m.group(2)))
        bare += m.group(1); at = m.end()
    return bare + q[at:], spans


# ---- the turn before, as the reader sees it: the same as `Reading::context` in src/reading.rs

def merge(before, row):
    bare, spans = parse(row["q"])
    of = lambda *roles: [bare[a:b] for a, b, r in spans if r in roles]
    if row["act"] in FIXED and before: return before
    keep = set(row.get("keep", []))
    if "rows" in keep: keep |= {"subject", "filters", "customer", "time"}
    b = before or {}
    own = [(r, bare[a:c]) for a, c, r in spans if r in ("value", "except", "over", "atleast", "under", "atmost", "exactly", "none", "any")]
    kept = []
    for role, text in b.get("filters", []):
        name = role == "value" and any(w[:1].isupper() for w in text.split())
        if ("customer" in keep) if name else ("filters" in keep): kept.append((role, text))
    if own and kept and len(own) == 1 and len(bare.split()) <= 4: kept = kept[:-1]
    return {"act": row["act"], "agg": row.get("agg") or (b.get("agg") if "measure" in keep else None),
            "subject": of("subject")[:1] or (b.get("subject", []) if "subject" in keep else []),
            "measure": of("measure")[:1] or (b.get("measure", []) if "measure" in keep else []),
            "group": of("group") or (b.get("group", []) if "group" in keep else []),
            "filters": kept + [f for f in own if f not in kept],
            "time": of("time")[:1] or (b.get("time", []) if "time" in keep else []), "about": of("about")[:1]}


def context(s):
    if not s: return ""
    mark = {"except": "not ", "none": "no "}
    parts = [" ".join(s["subject"])] + [((s["agg"] or "") + " " + " ".join(s["measure"])).strip()]
    parts += ["by " + g for g in s["group"]] + [mark.get(r, "") + t for r, t in s["filters"]] + s["time"] + s["about"]
    return s["act"].replace("_", " ") + ": " + "; ".join(p for p in parts if p)


def open_keeps(s, row):
    """Which of KEEPS say anything after a turn: what it did not have cannot be kept, and rows bring all of theirs along."""
    if not s: return {"rows"}
    names = [r == "value" and any(w[:1].isupper() for w in t.split()) for r, t in s["filters"]]
    there = {"subject": s["subject"], "filters": not all(names), "customer": any(names), "time": s["time"],
             "measure": s["agg"] or s["measure"], "group": s["group"], "rows": True}
    shut = {"subject", "filters", "customer", "time"} if "rows" in row.get("keep", []) else set()
    return {k for k, v in there.items() if v} - shut


# ---- examples

def conversations(paths):
    out = []
    for path in sorted(paths):
        for line in open(path, encoding="utf-8"):
            if not line.strip(): continue
            row = json.loads(line)
            if row.get("then") and out: out[-1].append(row)
            else: out.append([row])
    return out


def is_name(text):
    return len(text) > 3 and any(w[:1].isupper() and not w.isupper() for w in text.split())


MOVABLE = ("value", "time", "group", "measure", "subject")


def mentions(all):
    """What is marked, by role: words that may stand in one another's place (lower-case values and what is no name)."""
    found = {role: set() for role in MOVABLE}
    for m in (m for rows in all for r in rows for m in SPAN.finditer(r["q"])):
        if m.group(2) in found and not is_name(m.group(1)) and len(m.group(1).split()) < 5: found[m.group(2)].add(m.group(1))
    return {role: sorted(texts) for role, texts in found.items()}


def vary(rows, names, others):
    """The same conversation with other names, other words of the same role, in other letters, with slips: a new one each pass."""
    text = json.dumps(rows, ensure_ascii=False)
    # The role is told by the words around it and not only by the words (mention replacement).
    if random.random() < 0.3:
        role, word = random.choice([(m.group(2), m.group(1)) for r in rows for m in SPAN.finditer(r["q"])] or [(None, None)])
        if role in others and not is_name(word): text = text.replace(f"[{word}|{role}]", f"[{random.choice(others[role])}|{role}]".replace('"', ""))
    for name in set(m.group(1) for r in rows for m in SPAN.finditer(r["q"]) if m.group(2) in ("value", "except") and is_name(m.group(1))):
        if random.random() < 0.35: text = text.replace("[" + name + "|", "[" + random.choice(names).replace('"', "") + "|")
    rows = json.loads(text)
    for row in rows:
        q = row["q"]
        if random.random() < 0.3: q = q.rstrip("?.! ")
        if random.random() < 0.05: q = q + "?"
        if random.random() < 0.2:
            letters = [i for i in range(1, len(q) - 2) if q[i].isalpha() and q[i + 1].isalpha() and q[i - 1].isalpha()]
            role = [range(m.start(2) - 1, m.end(2) + 1) for m in SPAN.finditer(q)]
            letters = [i for i in letters if not any(i in r or i + 1 in r for r in role)]
            if letters:
                i = random.choice(letters)
                q = random.choice([q[:i] + q[i + 1] + q[i] + q[i + 2:], q[:i] + q[i + 1:], q[:i] + q[i] + q[i:]])
        row["q"] = q
    return rows


def encode(row, before, pieces):
    bare, spans = parse(row["q"])
    ids, tags = [], []
    for word, a, b in words(bare)[:MOST_WORDS]:
        tag = "O"
        for x, y, role in spans:
            if x <= a and b <= y: tag = ("B-" if a == x else "I-") + role
        got = pieces(word)
        if len(ids) + len(got) > MOST_QUESTION: break
        ids += got; tags += [TAGS.index(tag)] + [-100] * (len(got) - 1)
    told = [i for w, _, _ in words(context(before)) for i in pieces(w)][:MOST_CONTEXT]
    sep = pieces.ids["[SEP]"]
    full = [pieces.ids["[CLS]"]] + ids + [sep] + (told + [sep] if told else [])
    pad = len(full) - len(ids) - 1
    many = lambda xs, names: [float(n in xs) for n in names]
    counts = [float(k in open_keeps(before, row)) for k in KEEPS] + [1.0]
    return dict(ids=full, tags=[-100] + tags + [-100] * pad, own=[0] + [1] * len(ids) + [0] * pad, act=ACTS.index(row["act"]),
                agg=(AGGS.index(row["agg"]) + 1) if row.get("agg") else 0, order=(ORDERS.index(row["order"]) + 1) if row.get("order") else 0,
                flags=many(row.get("keep", []), KEEPS) + [float(bool(row.get("one")))], counts=counts, then=bool(row.get("then")), q=bare)


def examples(all, pieces, names=None, others=None):
    out = []
    for rows in all:
        before = None
        for row in vary(rows, names, others) if names else rows:
            # Before a question that stands alone there may be any turn: it is put there now and then, and must not matter.
            if names and not row.get("then") and random.random() < 0.2:
                other = random.choice(all)[0]
                e = encode(row, merge(None, other), pieces)
            else:
                e = encode(row, before if row.get("then") else None, pieces)
            before = merge(before if row.get("then") else None, row)
            out.append(e)
    return out


# ---- model

def tensors(path):
    with open(path, "rb") as f:
        n = struct.unpack("<Q", f.read(8))[0]; head = json.loads(f.read(n)); out = {}
        for name, at in head.items():
            if name == "__metadata__" or at["dtype"] != "F32": continue
            f.seek(8 + n + at["data_offsets"][0]); raw = f.read(at["data_offsets"][1] - at["data_offsets"][0])
            out[name] = torch.from_numpy(np.frombuffer(raw, dtype=np.float32).reshape(at["shape"]).copy())
    return out


class Layer(nn.Module):
    def __init__(self, sd, i):
        super().__init__()
        get = lambda n: sd[f"encoder.layer.{i}.{n}"]
        def lin(n):
            l = nn.Linear(get(n + ".weight").shape[1], get(n + ".weight").shape[0]); l.weight.data = get(n + ".weight"); l.bias.data = get(n + ".bias"); return l
        def norm(n):
            l = nn.LayerNorm(WIDTH, eps=1e-12); l.weight.data = get(n + ".weight"); l.bias.data = get(n + ".bias"); return l
        self.query, self.key, self.value = lin("attention.self.query"), lin("attention.self.key"), lin("attention.self.value")
        self.output, self.output_norm = lin("attention.output.dense"), norm("attention.output.LayerNorm")
        self.widen, self.narrow, self.narrow_norm = lin("intermediate.dense"), lin("output.dense"), norm("output.LayerNorm")
        self.drop = nn.Dropout(0.1)

    def forward(self, x, mask):
        b, n, _ = x.shape
        heads = lambda t: t.view(b, n, 12, 32).transpose(1, 2)
        a = (heads(self.query(x)) @ heads(self.key(x)).transpose(-1, -2)) / math.sqrt(32) + mask
        c = (self.drop(a.softmax(-1)) @ heads(self.value(x))).transpose(1, 2).reshape(b, n, WIDTH)
        x = self.output_norm(x + self.drop(self.output(c)))
        return self.narrow_norm(x + self.drop(self.narrow(F.gelu(self.widen(x)))))


HEADS = {"act": len(ACTS), "agg": len(AGGS) + 1, "order": len(ORDERS) + 1, "flags": len(KEEPS) + 1}


class Model(nn.Module):
    def __init__(self, sd):
        super().__init__()
        self.words = nn.Embedding.from_pretrained(sd["embeddings.word_embeddings.weight"], freeze=True)
        self.positions = nn.Embedding.from_pretrained(sd["embeddings.position_embeddings.weight"][:128] + sd["embeddings.token_type_embeddings.weight"][0], freeze=False)
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.norm.weight.data, self.norm.bias.data = sd["embeddings.LayerNorm.weight"], sd["embeddings.LayerNorm.bias"]
        self.layers = nn.ModuleList(Layer(sd, i) for i in range(6))
        self.drop = nn.Dropout(0.1)
        # The first mark and the mean of the question's own pieces.
        self.heads = nn.ModuleDict({name: nn.Linear(2 * WIDTH, n) for name, n in HEADS.items()})
        self.tag = nn.Linear(WIDTH, len(TAGS))

    def pooled(self, ids, own, there):
        """Each piece as the encoder leaves it, and the question as the heads see it."""
        x = self.norm(self.words(ids) + self.positions(torch.arange(ids.shape[1]))[None])
        mask = (1.0 - there[:, None, None, :]) * -1e4
        for layer in self.layers: x = layer(x, mask)
        mean = (x * own[..., None]).sum(1) / own.sum(1, keepdim=True).clamp(min=1)
        return x, torch.cat([x[:, 0], mean], 1)

    def forward(self, ids, own, there):
        x, c = self.pooled(ids, own, there); c = self.drop(c)
        return {name: head(c) for name, head in self.heads.items()} | {"tag": self.tag(self.drop(x))}


def batch(es):
    n = max(len(e["ids"]) for e in es)
    pad = lambda key, v: torch.tensor([e[key] + [v] * (n - len(e[key])) for e in es])
    there = torch.tensor([[1.0] * len(e["ids"]) + [0.0] * (n - len(e["ids"])) for e in es])
    return pad("ids", 0), pad("own", 0).float(), there, {"tag": pad("tags", -100), "flags": torch.tensor([e["flags"] for e in es]), "counts": torch.tensor([e["counts"] for e in es]),
            **{k: torch.tensor([e[k] for e in es]) for k in ("act", "agg", "order")}}


def loss_of(out, want):
    loss = F.cross_entropy(out["act"], want["act"], label_smoothing=0.03) + 0.5 * F.cross_entropy(out["agg"], want["agg"]) + 0.5 * F.cross_entropy(out["order"], want["order"])
    loss = loss + 2.0 * F.binary_cross_entropy_with_logits(out["flags"], want["flags"], weight=want["counts"])
    return loss + 2.0 * F.cross_entropy(out["tag"].reshape(-1, len(TAGS)), want["tag"].reshape(-1), ignore_index=-100)


def batches(es, size=24):
    """Of like lengths, in any order."""
    order = sorted(range(len(es)), key=lambda i: len(es[i]["ids"]) + random.random() * 6)
    groups = [order[i:i + size] for i in range(0, len(order), size)]
    random.shuffle(groups)
    return [[es[i] for i in g] for g in groups]


def spans_of(tags):
    out, at = [], None
    for i, t in enumerate(tags):
        if t == -100: continue
        name = TAGS[t]
        if name == "O": at = None
        elif name[0] == "B" or at is None or out[at][0] != name[2:]: out.append([name[2:], i, i]); at = len(out) - 1
        else: out[at][2] = i
    return {tuple(s) for s in out}


def score(model, es, show=0):
    if not es: return None
    model.eval(); n = dict.fromkeys(("act", "act alone", "act then", "agg", "order", "flags", "spans", "all"), 0); logits, wants, shown = [], [], []
    with torch.no_grad():
        for i in range(0, len(es), 64):
            part = es[i:i + 64]; ids, own, there, want = batch(part); out = model(ids, own, there)
            logits.append(out["act"]); wants.append(want["act"])
            for j, e in enumerate(part):
                got = out["tag"][j].argmax(-1).tolist()[:len(e["tags"])]
                got = spans_of([g if t != -100 else -100 for g, t in zip(got, e["tags"])])
                right = {k: int(out[k][j].argmax()) == e[k] for k in ("act", "agg", "order")}
                right["flags"] = all(float(x > 0) == y for x, y, c in zip(out["flags"][j], e["flags"], e["counts"]) if c)
                right["spans"] = got == spans_of(e["tags"])
                right["all"] = all(right.values())
                right["act then"] = right["act"] and e["then"]; right["act alone"] = right["act"] and not e["then"]
                for k, v in right.items(): n[k] += v
                if not right["act"] and len(shown) < show: shown.append(f"    {e['q'][:90]!r}: {ACTS[int(out['act'][j].argmax())]}, not {ACTS[e['act']]}")
    then = sum(e["then"] for e in es)
    print("  of", len(es), f"({then} follow-ups):", {k: f"{v / max(1, then if k == 'act then' else len(es) - then if k == 'act alone' else len(es)):.3f}" for k, v in n.items()}, flush=True)
    for line in shown: print(line)
    model.train()
    return torch.cat(logits), torch.cat(wants)


def pooled(model, es):
    """What the heads see of each example, without dropout, and what they should say of it."""
    model.eval(); seen, wants = [], []
    with torch.no_grad():
        for i in range(0, len(es), 64):
            ids, own, there, want = batch(es[i:i + 64]); seen.append(model.pooled(ids, own, there)[1]); wants.append(want)
    model.train()
    return torch.cat(seen), {key: torch.cat([w[key] for w in wants]) for key in ("act", "agg", "order")}


def refit(model, es, ridge=0.01):
    """Fits the heads of the single choices to the end on a frozen encoder, held near what they are by a ridge: the rate of the
    joint training ends near zero, long before these heads fit the encoder that has come out of it. Of the flags each is read
    by itself; fitted to the end they overfit."""
    seen, want = pooled(model, es)
    for name in ("act", "agg", "order"):
        head, start = model.heads[name], [p.detach().clone() for p in model.heads[name].parameters()]
        opt = torch.optim.LBFGS(head.parameters(), max_iter=100, line_search_fn="strong_wolfe")
        def loss():
            opt.zero_grad()
            far = sum(((p - s) ** 2).sum() for p, s in zip(head.parameters(), start))
            out = F.cross_entropy(head(seen), want[name], label_smoothing=0.03 * (name == "act")) + ridge * far
            out.backward()
            return out
        opt.step(loss)


def temperature(logits, wants):
    """By which the logits of the act are divided so that its probabilities hold (Guo et al. 2017, arXiv 1706.04599)."""
    return min((F.cross_entropy(logits / t, wants).item(), t) for t in np.arange(0.5, 4.0, 0.05))[1]


# ---- file

def named(name):
    """The name of a tensor in the file: as the encoder's own weights are called."""
    name = re.sub(r"^layers\.(\d+)\.(query|key|value)\.", r"encoder.layer.\1.attention.self.\2.", name)
    for ours, theirs in (("output", "attention.output.dense"), ("output_norm", "attention.output.LayerNorm"), ("widen", "intermediate.dense"),
                         ("narrow", "output.dense"), ("narrow_norm", "output.LayerNorm")):
        name = re.sub(rf"^layers\.(\d+)\.{ours}\.", rf"encoder.layer.\1.{theirs}.", name)
    for ours, theirs in (("words", "word_embeddings"), ("positions", "position_embeddings"), ("norm", "LayerNorm")):
        name = re.sub(rf"^{ours}\.", f"embeddings.{theirs}.", name)
    return name


def packed(path):
    """The tensors of a file that `write` made, as floats."""
    with open(path, "rb") as f:
        n = struct.unpack("<Q", f.read(8))[0]; head = json.loads(f.read(n)); blob = f.read()
    def get(name):
        at = head[name]; a, b = at["data_offsets"]; kind = np.int8 if at["dtype"] == "I8" else np.float32
        return np.frombuffer(blob[a:b], dtype=kind).reshape(at["shape"]).astype(np.float32)
    whole = {name: get(name) for name in head if name != "__metadata__"}
    return {name: torch.from_numpy(a * whole[name + ".scale"][:, None] if name + ".scale" in whole else a) for name, a in whole.items() if not name.endswith(".scale")}


def write(model, path, heat):
    head, blob = {"__metadata__": {"acts": ",".join(ACTS), "aggs": ",".join(AGGS), "orders": ",".join(ORDERS), "keeps": ",".join(KEEPS),
                                   "roles": ",".join(ROLES), "temperature": f"{heat:.2f}"}}, bytearray()
    def put(name, array, dtype):
        head[name] = {"dtype": dtype, "shape": list(array.shape), "data_offsets": [len(blob), len(blob) + array.nbytes]}
        blob.extend(array.tobytes())
    put("embeddings.token_type_embeddings.weight", np.zeros((2, WIDTH), np.float32), "F32")
    for name, p in model.state_dict().items():
        name, a = named(name), p.numpy()
        if a.ndim == 2 and a.size > 20000:
            scale = np.maximum(np.abs(a).max(1), 1e-8) / 127
            put(name, np.round(a / scale[:, None]).astype(np.int8), "I8"); put(name + ".scale", scale.astype(np.float32), "F32")
        else: put(name, a.astype(np.float32), "F32")
    text = json.dumps(head).encode(); text += b" " * (-len(text) % 8)
    with open(path, "wb") as f: f.write(struct.pack("<Q", len(text)) + text + blob)
    print("wrote", path, os.path.getsize(path) // 1000, "kB")


def main():
    a = argparse.ArgumentParser(); a.add_argument("weights"); a.add_argument("out"); a.add_argument("--passes", type=int, default=10)
    a.add_argument("--start", help="go on from this file of weights, at a third of the rate; with `--passes 0` only the heads are fitted")
    a.add_argument("--threads", type=int, default=2); a.add_argument("--part", type=float, default=1.0); a = a.parse_args()
    random.seed(7); torch.manual_seed(7); torch.set_num_threads(a.threads)
    pieces = WordPiece(a.weights + "/vocab.txt")
    all = conversations(glob.glob(HERE + "/data/*.jsonl")); random.shuffle(all)
    cut = len(all) // 12; apart, train = all[:cut], all[cut:][: int((len(all) - cut) * a.part)]
    names = sorted({m.group(1) for rows in train for r in rows for m in SPAN.finditer(r["q"]) if m.group(2) == "value" and is_name(m.group(1))})
    others = mentions(train)
    held = glob.glob(HERE + "/data/eval/*.jsonl")
    apart, held = examples(apart, pieces), examples(conversations(held), pieces)
    model = Model(packed(a.start) if a.start else tensors(a.weights + "/model.safetensors"))
    if a.start:
        known = packed(a.start)
        model.load_state_dict({name: known[named(name)] for name in model.state_dict()})
    body = [p for n, p in model.named_parameters() if p.requires_grad and not n.startswith(("heads", "tag"))]
    top = [p for n, p in model.named_parameters() if n.startswith(("heads", "tag"))]
    less = 1 / 3 if a.start else 1.0
    opt = torch.optim.AdamW([{"params": body, "lr": 1e-4 * less}, {"params": top, "lr": 1e-3 * less}], weight_decay=0.01)
    base = [g["lr"] for g in opt.param_groups]
    steps = a.passes * (sum(len(r) for r in train) // 24 + 1); step, begun = 0, time.time()
    print(sum(len(r) for r in train), "rows,", len(apart), "apart,", len(held), "held out,", len(names), "names", flush=True)
    for n in range(a.passes):
        total = count = 0
        for es in batches(examples(train, pieces, names, others)):
            rate = min(1.0, step / (0.06 * steps)) * max(0.02, 1 - step / steps)
            for g, lr in zip(opt.param_groups, base): g["lr"] = lr * rate
            ids, own, there, want = batch(es); loss = loss_of(model(ids, own, there), want)
            opt.zero_grad(); loss.backward(); nn.utils.clip_grad_norm_(model.parameters(), 1.0); opt.step(); step += 1
            total += loss.item(); count += 1
        print(f"pass {n + 1} of {a.passes}: loss {total / count:.3f}, {time.time() - begun:.0f} s", flush=True)
        if (n + 1) % 3 == 0 or n + 1 == a.passes:
            print(" apart"); logits, wants = score(model, apart)
            print(" held out"); score(model, held)
    refit(model, sorted(examples(train, pieces) + examples(train, pieces, names, others), key=lambda e: len(e["ids"])))
    print(" apart, heads fitted"); logits, wants = score(model, apart)
    # What is kept apart was trained on by the weights that a second training starts from: it says nothing of doubt. There the
    # temperature only takes back what the smoothed labels of the last fit flatten.
    heat = 0.9 if a.start else temperature(logits, wants); print("temperature", round(float(heat), 2))
    print(" held out"); score(model, held, show=60)
    write(model, a.out, heat)


if __name__ == "__main__":
    main()
