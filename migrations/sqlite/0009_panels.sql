-- The one customer that a token is about: of a panel on another page. Such a token holds for minutes.
ALTER TABLE api_tokens ADD COLUMN customer TEXT;
