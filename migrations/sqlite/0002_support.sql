-- What an internet provider knows: its customers, its network, what was measured there. Twin of postgres/0002_support.sql.
-- Every table begins with `isp_`: the desk has customers of its own. Ids are text, times are UTC milliseconds.

-- `phone` is kept in one spelling (+37060012345), whatever the source wrote.
CREATE TABLE isp_customers (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    phone TEXT,
    email TEXT,
    status TEXT NOT NULL
);
CREATE INDEX isp_customers_phone ON isp_customers (phone);

-- The streets of the towns that are served, and the part of the town that each is in.
CREATE TABLE isp_streets (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    city TEXT NOT NULL,
    area TEXT
);

CREATE TABLE isp_addresses (
    id TEXT PRIMARY KEY,
    customer_id TEXT NOT NULL REFERENCES isp_customers (id) ON DELETE CASCADE,
    city TEXT NOT NULL,
    street TEXT NOT NULL,
    house TEXT NOT NULL,
    flat TEXT,
    is_primary BOOLEAN NOT NULL
);
CREATE INDEX isp_addresses_customer ON isp_addresses (customer_id);
CREATE INDEX isp_addresses_street ON isp_addresses (street, house);

-- A plan that has ended keeps its row, with the time of its end.
CREATE TABLE isp_service_plans (
    id TEXT PRIMARY KEY,
    customer_id TEXT NOT NULL REFERENCES isp_customers (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    speed_mbps DOUBLE PRECISION,
    price_eur DOUBLE PRECISION,
    started_at BIGINT,
    ended_at BIGINT
);
CREATE INDEX isp_service_plans_customer ON isp_service_plans (customer_id);

CREATE TABLE isp_equipment (
    id TEXT PRIMARY KEY,
    customer_id TEXT NOT NULL REFERENCES isp_customers (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    model TEXT NOT NULL,
    serial TEXT,
    installed_at BIGINT
);
CREATE INDEX isp_equipment_customer ON isp_equipment (customer_id);

-- `session_id` is the call in which it was opened.
CREATE TABLE isp_tickets (
    id TEXT PRIMARY KEY,
    customer_id TEXT NOT NULL REFERENCES isp_customers (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    status TEXT NOT NULL,
    priority TEXT NOT NULL,
    description TEXT NOT NULL,
    notes TEXT,
    troubleshooting_steps TEXT,
    session_id TEXT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX isp_tickets_customer ON isp_tickets (customer_id, created_at);
CREATE INDEX isp_tickets_session ON isp_tickets (session_id);

CREATE TABLE isp_customer_history (
    id TEXT PRIMARY KEY,
    customer_id TEXT NOT NULL REFERENCES isp_customers (id) ON DELETE CASCADE,
    at BIGINT NOT NULL,
    kind TEXT NOT NULL,
    detail TEXT NOT NULL,
    ticket_id TEXT REFERENCES isp_tickets (id) ON DELETE SET NULL
);
CREATE INDEX isp_customer_history_customer ON isp_customer_history (customer_id, at);

CREATE TABLE isp_customer_memory (
    customer_id TEXT NOT NULL REFERENCES isp_customers (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (customer_id, key)
);

CREATE TABLE isp_switches (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    area TEXT,
    status TEXT NOT NULL
);

-- A port without a customer is free.
CREATE TABLE isp_ports (
    id TEXT PRIMARY KEY,
    switch_id TEXT NOT NULL REFERENCES isp_switches (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    customer_id TEXT REFERENCES isp_customers (id) ON DELETE SET NULL,
    address_id TEXT REFERENCES isp_addresses (id) ON DELETE SET NULL,
    status TEXT NOT NULL,
    changed_at BIGINT
);
CREATE INDEX isp_ports_customer ON isp_ports (customer_id);

CREATE TABLE isp_ip_assignments (
    id TEXT PRIMARY KEY,
    customer_id TEXT NOT NULL REFERENCES isp_customers (id) ON DELETE CASCADE,
    ip TEXT NOT NULL,
    mac TEXT,
    assigned_at BIGINT NOT NULL,
    released_at BIGINT
);
CREATE INDEX isp_ip_assignments_customer ON isp_ip_assignments (customer_id);

-- `area` is a street, a part of a town or a town; `affected_services` lists kinds of plans, parted by commas (none: all).
CREATE TABLE isp_area_outages (
    id TEXT PRIMARY KEY,
    area TEXT NOT NULL,
    kind TEXT NOT NULL,
    severity TEXT NOT NULL,
    description TEXT NOT NULL,
    affected_services TEXT,
    started_at BIGINT NOT NULL,
    estimated_fix BIGINT,
    ended_at BIGINT
);
CREATE INDEX isp_area_outages_started ON isp_area_outages (started_at);

CREATE TABLE isp_network_events (
    id TEXT PRIMARY KEY,
    at BIGINT NOT NULL,
    kind TEXT NOT NULL,
    severity TEXT NOT NULL,
    description TEXT NOT NULL,
    customer_id TEXT REFERENCES isp_customers (id) ON DELETE CASCADE,
    switch_id TEXT REFERENCES isp_switches (id) ON DELETE CASCADE
);
CREATE INDEX isp_network_events_customer ON isp_network_events (customer_id, at);

-- Measurements: one of a kind for a customer at a time. The indexes by time tell the newest, which is "now" for them.
CREATE TABLE isp_bandwidth_logs (
    customer_id TEXT NOT NULL REFERENCES isp_customers (id) ON DELETE CASCADE,
    at BIGINT NOT NULL,
    download_mbps DOUBLE PRECISION NOT NULL,
    upload_mbps DOUBLE PRECISION,
    jitter_ms DOUBLE PRECISION,
    PRIMARY KEY (customer_id, at)
);
CREATE INDEX isp_bandwidth_logs_at ON isp_bandwidth_logs (at);

CREATE TABLE isp_signal_quality (
    customer_id TEXT NOT NULL REFERENCES isp_customers (id) ON DELETE CASCADE,
    at BIGINT NOT NULL,
    signal_noise_ratio_db DOUBLE PRECISION NOT NULL,
    bit_error_rate DOUBLE PRECISION,
    PRIMARY KEY (customer_id, at)
);
CREATE INDEX isp_signal_quality_at ON isp_signal_quality (at);

CREATE TABLE isp_ping_tests (
    customer_id TEXT NOT NULL REFERENCES isp_customers (id) ON DELETE CASCADE,
    at BIGINT NOT NULL,
    packets_sent BIGINT NOT NULL,
    packets_received BIGINT NOT NULL,
    min_latency_ms DOUBLE PRECISION,
    avg_latency_ms DOUBLE PRECISION,
    max_latency_ms DOUBLE PRECISION,
    PRIMARY KEY (customer_id, at)
);
CREATE INDEX isp_ping_tests_at ON isp_ping_tests (at);

CREATE TABLE isp_traceroute_logs (
    customer_id TEXT NOT NULL REFERENCES isp_customers (id) ON DELETE CASCADE,
    at BIGINT NOT NULL,
    target TEXT NOT NULL,
    hops BIGINT NOT NULL,
    reached BOOLEAN NOT NULL,
    path TEXT NOT NULL,
    PRIMARY KEY (customer_id, at)
);

-- One row a call: its turns are the runs of the session.
CREATE TABLE isp_calls (
    session_id TEXT PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    phone TEXT NOT NULL,
    language TEXT NOT NULL,
    formal BOOLEAN NOT NULL,
    started_at BIGINT NOT NULL,
    ended_at BIGINT,
    outcome TEXT,
    summary TEXT
);
CREATE INDEX isp_calls_started ON isp_calls (started_at DESC);
