-- What the desk remembers of a person, because they said so: their own names, preferred products, pinned customers.
CREATE TABLE memory (
    id TEXT PRIMARY KEY,
    person TEXT NOT NULL,
    kind TEXT NOT NULL,
    word TEXT NOT NULL,
    meaning TEXT NOT NULL,
    at BIGINT NOT NULL,
    UNIQUE (person, kind, word)
);
