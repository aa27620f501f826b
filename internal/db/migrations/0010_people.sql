-- +goose Up

-- Where a login was made and when it was last used, for the list of one's sessions.
ALTER TABLE logins ADD COLUMN device TEXT NOT NULL DEFAULT '';  -- 'Chrome on Android'
ALTER TABLE logins ADD COLUMN address TEXT NOT NULL DEFAULT ''; -- the client's network address
ALTER TABLE logins ADD COLUMN last_seen_at TIMESTAMP;

-- An invitation is named by its id; its token is known to its mail alone.
ALTER TABLE staff_invites ADD COLUMN id TEXT NOT NULL DEFAULT '';

-- What a list of customers sums up of each one's orders, without the orders themselves.
CREATE INDEX checkouts_sums_of_user ON checkouts (user_id, unpaid, due_total, item_count, created_at, pincode);
-- What a day took at the door, by when its orders were done.
CREATE INDEX checkouts_done ON checkouts (stage_at) WHERE stage = 'DONE' AND NOT unpaid;

-- +goose Down
SELECT 1;
