-- With which view of the customers a conversation was had, as JSON. Of those that began before this, nothing is known: all.
ALTER TABLE sessions ADD COLUMN sees TEXT NOT NULL DEFAULT '{"which":"all"}';
