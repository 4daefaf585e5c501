-- Tools of MCP servers as an admin has accepted them: a tool that is new or describes itself otherwise waits. `seen` is the hash of what
-- the server lists now, `accepted` that of what may be used. Twin of postgres/0017_pins.sql.
CREATE TABLE outside_tools (
    server TEXT NOT NULL,
    tool TEXT NOT NULL,
    accepted TEXT,
    seen TEXT NOT NULL,
    description TEXT NOT NULL,
    PRIMARY KEY (server, tool)
);
