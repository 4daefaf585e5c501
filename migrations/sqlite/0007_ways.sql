-- Twin of postgres/0007_ways.sql. Conversations that went on elsewhere are few among many: the index holds only those.
CREATE INDEX communications_escalated ON communications (escalated_from, channel, chat_mode, day)
    WHERE escalated_from IS NOT NULL;
