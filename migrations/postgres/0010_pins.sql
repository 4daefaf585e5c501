-- A pinned question is asked again when the data has changed since (`pin_change` is the number of the last change that its
-- newest answer knew), and its tile tells what is new since its owner looked (`pin_run`).
ALTER TABLE sessions ADD COLUMN pin_change BIGINT NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN pin_run TEXT;
