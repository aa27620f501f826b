-- +goose Up

-- One order as the shop handles it: its rows together. What stands here of the
-- rows (item_count to pincode) is written with them, so that a list reads one index.
ALTER TABLE checkouts ADD COLUMN number BIGINT;                              -- short, for people; never used twice
ALTER TABLE checkouts ADD COLUMN stage TEXT NOT NULL DEFAULT 'NEW' CHECK (stage IN ('NEW', 'PACKING', 'PACKED', 'OUT', 'DONE'));
ALTER TABLE checkouts ADD COLUMN stage_before TEXT NOT NULL DEFAULT 'NEW';   -- what a row made PENDING again brings back
ALTER TABLE checkouts ADD COLUMN stage_at TIMESTAMP;                         -- since when it is at its stage
ALTER TABLE checkouts ADD COLUMN promised_at TIMESTAMP;                      -- by when the shopper was told to expect it
ALTER TABLE checkouts ADD COLUMN reason TEXT NOT NULL DEFAULT '';            -- why it was refused, for the shopper
ALTER TABLE checkouts ADD COLUMN staff_note TEXT NOT NULL DEFAULT '';        -- no shopper sees it
ALTER TABLE checkouts ADD COLUMN packer_id TEXT NOT NULL DEFAULT '';
ALTER TABLE checkouts ADD COLUMN packer_name TEXT NOT NULL DEFAULT '';
ALTER TABLE checkouts ADD COLUMN rider TEXT NOT NULL DEFAULT '';             -- who carries it, as typed
ALTER TABLE checkouts ADD COLUMN paid_by TEXT NOT NULL DEFAULT '' CHECK (paid_by IN ('', 'CASH', 'UPI'));
ALTER TABLE checkouts ADD COLUMN payment_reference TEXT NOT NULL DEFAULT ''; -- of the UPI payment
ALTER TABLE checkouts ADD COLUMN claim_reference TEXT NOT NULL DEFAULT '';   -- of the UPI payment that the shopper says was made
ALTER TABLE checkouts ADD COLUMN claimed_at TIMESTAMP;
ALTER TABLE checkouts ADD COLUMN item_count INTEGER NOT NULL DEFAULT 0;      -- pieces that are not cancelled
ALTER TABLE checkouts ADD COLUMN due_total BIGINT NOT NULL DEFAULT 0;        -- paise: the rows that are not cancelled
ALTER TABLE checkouts ADD COLUMN collect BIGINT NOT NULL DEFAULT 0;          -- paise still to be taken at the door
ALTER TABLE checkouts ADD COLUMN problem BOOLEAN NOT NULL DEFAULT FALSE;     -- a refund is due, a payment is doubtful, a mail cannot be delivered
ALTER TABLE checkouts ADD COLUMN unpaid BOOLEAN NOT NULL DEFAULT FALSE;      -- its online payment has not succeeded: in none of the lists
ALTER TABLE checkouts ADD COLUMN pincode TEXT NOT NULL DEFAULT '';
ALTER TABLE checkouts ADD COLUMN mailed TEXT NOT NULL DEFAULT '';            -- JSON of what the shopper was last told
ALTER TABLE checkouts ADD COLUMN version INTEGER NOT NULL DEFAULT 1;         -- counts changes
ALTER TABLE checkouts ADD COLUMN updated_at TIMESTAMP;

ALTER TABLE orders ADD COLUMN ordered_quantity INTEGER NOT NULL DEFAULT 0;   -- what the shopper asked for; quantity is what is packed
ALTER TABLE orders ADD COLUMN picked BOOLEAN NOT NULL DEFAULT FALSE;         -- ticked while packing
ALTER TABLE orders ADD COLUMN replaces TEXT NOT NULL DEFAULT '';             -- the row that this one stands in for
ALTER TABLE orders ADD COLUMN weight_grams INTEGER;                          -- of weighed goods, as packed
ALTER TABLE orders ADD COLUMN split_of TEXT NOT NULL DEFAULT '';             -- the row whose missing pieces this one is: paid for, not packed
UPDATE orders SET ordered_quantity = quantity;

UPDATE checkouts SET number = numbered.number
FROM (SELECT id, 1000 + ROW_NUMBER() OVER (ORDER BY created_at, id) AS number FROM checkouts) AS numbered
WHERE numbered.id = checkouts.id;
UPDATE checkouts SET stage_at = created_at, updated_at = created_at;
UPDATE checkouts SET stage = 'DONE'
WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.checkout_id = checkouts.id AND o.delivery_status = 'PENDING');
UPDATE checkouts SET item_count = sums.pieces, due_total = sums.due, collect = sums.collect, problem = sums.problems > 0
FROM (
    SELECT checkout_id,
        SUM(CASE WHEN delivery_status <> 'CANCELED' THEN quantity ELSE 0 END) AS pieces,
        SUM(CASE WHEN delivery_status <> 'CANCELED' THEN total ELSE 0 END) AS due,
        SUM(CASE WHEN delivery_status <> 'CANCELED' AND payment_status = 'COD' THEN total ELSE 0 END) AS collect,
        SUM(CASE WHEN attention THEN 1 ELSE 0 END) AS problems
    FROM orders GROUP BY checkout_id
) AS sums
WHERE sums.checkout_id = checkouts.id;
UPDATE checkouts SET unpaid = TRUE
WHERE payment_method = 'ONLINE'
    AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.checkout_id = checkouts.id AND o.payment_status IN ('PAID', 'REFUND DUE', 'REFUNDED'));

CREATE UNIQUE INDEX checkouts_number ON checkouts (number);
CREATE INDEX checkouts_desk ON checkouts (stage, created_at DESC, id) WHERE NOT unpaid;
CREATE INDEX checkouts_problems ON checkouts (created_at DESC, id) WHERE problem AND NOT unpaid;
CREATE INDEX checkouts_newest ON checkouts (created_at DESC, id) WHERE NOT unpaid;
CREATE INDEX checkouts_of_user ON checkouts (user_id, created_at DESC, id);
CREATE INDEX checkouts_changed ON checkouts (updated_at);

-- The timeline of a checkout: nothing in it is ever changed.
CREATE TABLE checkout_events (
    id          TEXT PRIMARY KEY,
    checkout_id TEXT      NOT NULL REFERENCES checkouts (id),
    actor       TEXT      NOT NULL CHECK (actor IN ('shopper', 'staff', 'system')),
    actor_id    TEXT      NOT NULL DEFAULT '',
    actor_name  TEXT      NOT NULL DEFAULT '',
    what        TEXT      NOT NULL,             -- a code: placed, stage, lines, replaced, paid, claim, mail …
    details     TEXT      NOT NULL DEFAULT '{}',-- JSON: before, after and what the sentence needs
    undo        TEXT      NOT NULL DEFAULT '',  -- JSON of the checkout before, while the act can be undone
    undone_at   TIMESTAMP,
    created_at  TIMESTAMP NOT NULL
);
CREATE INDEX checkout_events_checkout ON checkout_events (checkout_id, id);

-- A job that waits under a key of its own is not added a second time.
ALTER TABLE jobs ADD COLUMN dedupe_key TEXT NOT NULL DEFAULT '';
CREATE UNIQUE INDEX jobs_waiting_once ON jobs (kind, dedupe_key) WHERE dedupe_key <> '' AND attempts = 0 AND given_up_at IS NULL;

-- Staff: what an administrator may do. Of the administrators of an older shop the
-- first is the owner.
ALTER TABLE users ADD COLUMN staff_role TEXT NOT NULL DEFAULT '' CHECK (staff_role IN ('', 'OWNER', 'MANAGER', 'PACKER'));
ALTER TABLE users ADD COLUMN note TEXT NOT NULL DEFAULT '';             -- what staff wrote down of a customer
ALTER TABLE users ADD COLUMN suspended_reason TEXT NOT NULL DEFAULT ''; -- the customer is told
UPDATE users SET staff_role = 'MANAGER' WHERE role = 'ADMIN';
UPDATE users SET staff_role = 'OWNER'
WHERE id = (SELECT id FROM users WHERE role = 'ADMIN' ORDER BY created_at, id LIMIT 1);
CREATE INDEX users_staff ON users (staff_role) WHERE staff_role <> '';
CREATE INDEX users_customers ON users (created_at DESC, id) WHERE staff_role = '';

CREATE TABLE staff_invites (
    token_hash TEXT PRIMARY KEY,               -- SHA-256 of the link's token, hex
    email      TEXT      NOT NULL,             -- lower case
    staff_role TEXT      NOT NULL CHECK (staff_role IN ('OWNER', 'MANAGER', 'PACKER')),
    invited_by TEXT      NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    expires_at TIMESTAMP NOT NULL,
    created_at TIMESTAMP NOT NULL
);
CREATE UNIQUE INDEX staff_invites_email ON staff_invites (email);

-- What the owner has set of the shop: one row.
CREATE TABLE settings (
    id         INTEGER PRIMARY KEY CHECK (id = 1),
    value      TEXT      NOT NULL,             -- JSON
    version    INTEGER   NOT NULL,
    updated_at TIMESTAMP NOT NULL
);

-- Who did what. Nothing in it is ever changed; rows are dropped after 400 days.
CREATE TABLE audit_log (
    id         TEXT PRIMARY KEY,               -- ordered by time
    actor_id   TEXT      NOT NULL DEFAULT '',  -- '' is the program itself, or nobody who is known
    actor_name TEXT      NOT NULL DEFAULT '',
    what       TEXT      NOT NULL,             -- a code: checkout.stage, settings.update, login.failed …
    object     TEXT      NOT NULL DEFAULT '',  -- what it was done to, for people: '#1042', a product's name
    before     TEXT      NOT NULL DEFAULT '',
    after      TEXT      NOT NULL DEFAULT '',
    address    TEXT      NOT NULL DEFAULT '',  -- the client's network address
    created_at TIMESTAMP NOT NULL
);
CREATE INDEX audit_log_age ON audit_log (created_at DESC, id);
CREATE INDEX audit_log_actor ON audit_log (actor_id, created_at DESC, id);
CREATE INDEX audit_log_what ON audit_log (what, created_at DESC, id);

-- Browsers that a member of staff allowed to be woken by a new order.
CREATE TABLE push_subscriptions (
    endpoint   TEXT PRIMARY KEY,
    user_id    TEXT      NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    p256dh     TEXT      NOT NULL,             -- the browser's public key, base64url
    auth       TEXT      NOT NULL,             -- the browser's secret, base64url
    created_at TIMESTAMP NOT NULL
);
CREATE INDEX push_subscriptions_user ON push_subscriptions (user_id);

-- The day's close: cash that should be there, and that was counted.
CREATE TABLE day_closes (
    day        TEXT PRIMARY KEY,               -- YYYY-MM-DD, in India
    expected   BIGINT    NOT NULL,             -- paise
    counted    BIGINT    NOT NULL,             -- paise
    note       TEXT      NOT NULL DEFAULT '',
    user_id    TEXT      NOT NULL REFERENCES users (id),
    created_at TIMESTAMP NOT NULL
);

-- +goose Down
SELECT 1;
