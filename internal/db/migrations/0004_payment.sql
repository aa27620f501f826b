-- +goose Up

ALTER TABLE orders ADD COLUMN cart_line_id TEXT;                             -- the cart line it was ordered from
ALTER TABLE orders ADD COLUMN flag TEXT NOT NULL DEFAULT '';                 -- what is wrong with its payment, for the administrator
ALTER TABLE orders ADD COLUMN attention BOOLEAN NOT NULL DEFAULT FALSE;      -- a refund is due, or it is flagged

-- The administrator's list begins with what needs attention.
DROP INDEX orders_age;
CREATE INDEX orders_age ON orders (attention DESC, created_at DESC, checkout_id DESC, id, delivery_status, user_id, search);
DROP INDEX orders_status;
CREATE INDEX orders_status ON orders (delivery_status, attention DESC, created_at DESC, checkout_id DESC, id);

-- One try to pay a checkout at a provider. Its state only moves forward:
-- AWAITING, then EXPIRED or FAILED, then PAID or MISMATCH (money came, but not
-- what was asked for).
CREATE TABLE payment_attempts (
    id             TEXT PRIMARY KEY,
    checkout_id    TEXT      NOT NULL REFERENCES checkouts (id),
    user_id        TEXT      NOT NULL REFERENCES users (id),
    email          TEXT      NOT NULL,            -- as the provider was told
    provider       TEXT      NOT NULL,
    state          TEXT      NOT NULL CHECK (state IN ('AWAITING', 'EXPIRED', 'FAILED', 'PAID', 'MISMATCH')),
    processing     BOOLEAN   NOT NULL DEFAULT FALSE, -- the shopper is done, the money is not there yet
    amount         BIGINT    NOT NULL CHECK (amount > 0),
    currency       TEXT      NOT NULL,
    cart           TEXT      NOT NULL,            -- hash of what is bought: the same again replaces it
    ref            TEXT,                          -- the provider's name of the session, once it has answered
    url            TEXT      NOT NULL DEFAULT '', -- where the shopper was sent
    payment_ref    TEXT      NOT NULL DEFAULT '', -- what a refund names
    taken          BIGINT    NOT NULL DEFAULT 0,  -- what the provider took
    taken_currency TEXT      NOT NULL DEFAULT '',
    expires_at     TIMESTAMP NOT NULL,
    asked_at       TIMESTAMP,                     -- when a shopper's page last had the provider asked
    due_at         TIMESTAMP,                     -- when to ask the provider; none when there is nothing left to ask
    tries          INTEGER   NOT NULL DEFAULT 0,  -- in vain, since the provider last answered
    created_at     TIMESTAMP NOT NULL,
    updated_at     TIMESTAMP NOT NULL
);
CREATE UNIQUE INDEX payment_attempts_checkout ON payment_attempts (checkout_id);
CREATE UNIQUE INDEX payment_attempts_ref ON payment_attempts (provider, ref) WHERE ref IS NOT NULL;
CREATE INDEX payment_attempts_user ON payment_attempts (user_id, created_at);
CREATE INDEX payment_attempts_due ON payment_attempts (due_at) WHERE due_at IS NOT NULL;

-- The events that have been applied, so that none is applied twice.
CREATE TABLE payment_events (
    provider    TEXT      NOT NULL,
    event_id    TEXT      NOT NULL,
    attempt_id  TEXT      NOT NULL REFERENCES payment_attempts (id),
    received_at TIMESTAMP NOT NULL,
    PRIMARY KEY (provider, event_id)
);
CREATE INDEX payment_events_age ON payment_events (received_at);

-- Every change of an order row's payment status, and every flag.
CREATE TABLE payment_changes (
    id          TEXT PRIMARY KEY,
    order_id    TEXT      NOT NULL REFERENCES orders (id),
    source      TEXT      NOT NULL,               -- who: shopper, administrator, event, sweeper
    user_id     TEXT      NOT NULL DEFAULT '',    -- which one
    event_id    TEXT      NOT NULL DEFAULT '',    -- the provider's event
    from_status TEXT      NOT NULL,
    to_status   TEXT      NOT NULL,
    note        TEXT      NOT NULL DEFAULT '',
    created_at  TIMESTAMP NOT NULL
);
CREATE INDEX payment_changes_order ON payment_changes (order_id, id);

-- Money to be given back. Its id is the key under which the provider gives it
-- back once.
CREATE TABLE payment_refunds (
    id         TEXT PRIMARY KEY,
    attempt_id TEXT      NOT NULL REFERENCES payment_attempts (id),
    order_id   TEXT      NOT NULL,                -- the row it is for; '' for all that was taken
    amount     BIGINT    NOT NULL CHECK (amount > 0),
    state      TEXT      NOT NULL CHECK (state IN ('ASKED', 'DONE', 'REFUSED')),
    user_id    TEXT      NOT NULL,                -- the administrator
    due_at     TIMESTAMP,                         -- when to ask the provider again
    tries      INTEGER   NOT NULL DEFAULT 0,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL
);
CREATE UNIQUE INDEX payment_refunds_once ON payment_refunds (attempt_id, order_id) WHERE state <> 'REFUSED';
CREATE INDEX payment_refunds_due ON payment_refunds (due_at) WHERE due_at IS NOT NULL;

-- The built-in test provider's own books; the shop looks at them only through it.
CREATE TABLE testpay_sessions (
    ref         TEXT PRIMARY KEY,
    attempt_id  TEXT      NOT NULL,
    attempt     TEXT      NOT NULL,               -- JSON of what was asked for
    state       TEXT      NOT NULL CHECK (state IN ('open', 'processing', 'paid', 'expired', 'failed')),
    expires_at  TIMESTAMP NOT NULL,
    arrives_at  TIMESTAMP,                        -- when the money of a payment in processing arrives
    created_at  TIMESTAMP NOT NULL
);
CREATE UNIQUE INDEX testpay_sessions_attempt ON testpay_sessions (attempt_id);

CREATE TABLE testpay_refunds (
    key        TEXT PRIMARY KEY,
    ref        TEXT      NOT NULL REFERENCES testpay_sessions (ref),
    amount     BIGINT    NOT NULL CHECK (amount > 0),
    created_at TIMESTAMP NOT NULL
);
CREATE INDEX testpay_refunds_ref ON testpay_refunds (ref);

-- +goose Down
SELECT 1;
