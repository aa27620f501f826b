-- +goose Up

-- The lines of customers' accounts. Lines are added, never changed.
CREATE TABLE khata_entries (
    id          TEXT PRIMARY KEY,
    user_id     TEXT      NOT NULL REFERENCES users (id),
    kind        TEXT      NOT NULL CHECK (kind IN ('SALE', 'PAYMENT', 'RETURN', 'CORRECTION')),
    amount      BIGINT    NOT NULL,            -- paise; above 0 the customer owes more
    paid_by     TEXT      NOT NULL DEFAULT '' CHECK (paid_by IN ('', 'CASH', 'UPI', 'CARD')),
    checkout_id TEXT      NOT NULL DEFAULT '', -- the order that it is about
    reason      TEXT      NOT NULL DEFAULT '',
    reference   TEXT      NOT NULL DEFAULT '',
    staff_id    TEXT      NOT NULL DEFAULT '',
    staff_name  TEXT      NOT NULL DEFAULT '',
    created_at  TIMESTAMP NOT NULL
);
CREATE INDEX khata_entries_user ON khata_entries (user_id, created_at, id);
CREATE INDEX khata_entries_checkout ON khata_entries (checkout_id) WHERE checkout_id <> '';
CREATE INDEX khata_entries_age ON khata_entries (created_at);

-- What the lines of one customer come to, and the limit.
CREATE TABLE khata_accounts (
    user_id      TEXT PRIMARY KEY REFERENCES users (id),
    balance      BIGINT    NOT NULL,           -- paise: the sum of the lines
    since        TIMESTAMP,                    -- of the oldest line that is not settled
    credit_limit BIGINT,                       -- paise; NULL: the shop's
    reminded_at  TIMESTAMP,
    updated_at   TIMESTAMP NOT NULL
);
CREATE INDEX khata_accounts_owing ON khata_accounts (since, user_id) WHERE balance > 0;

-- The secret addresses under which customers read their accounts without a login.
CREATE TABLE khata_pages (
    token_hash TEXT PRIMARY KEY,
    user_id    TEXT      NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at TIMESTAMP NOT NULL
);
CREATE INDEX khata_pages_user ON khata_pages (user_id);

-- An order may also be paid by card or put on the khata. Both databases change a check by a new column.
ALTER TABLE checkouts ADD COLUMN paid_by_next TEXT NOT NULL DEFAULT '' CHECK (paid_by_next IN ('', 'CASH', 'UPI', 'CARD', 'KHATA'));
UPDATE checkouts SET paid_by_next = paid_by WHERE paid_by <> '';
ALTER TABLE checkouts DROP COLUMN paid_by;
ALTER TABLE checkouts RENAME COLUMN paid_by_next TO paid_by;

-- +goose StatementBegin
CREATE FUNCTION refuse_change_of_khata() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'an entry of the khata is never changed or deleted';
END $$;
-- +goose StatementEnd
CREATE TRIGGER khata_entries_stay BEFORE UPDATE OF id, kind, amount, paid_by, checkout_id, reason, reference, staff_id, staff_name, created_at ON khata_entries
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_khata();
CREATE TRIGGER khata_entries_kept BEFORE DELETE ON khata_entries FOR EACH ROW EXECUTE FUNCTION refuse_change_of_khata();

-- +goose Down
SELECT 1;
