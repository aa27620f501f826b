-- +goose Up

-- A customer without a login has no email (docs/adr/0051-a-login-is-what-a-customer-may-have.md).
DROP INDEX users_email;
CREATE UNIQUE INDEX users_email ON users (email) WHERE email <> '';
ALTER TABLE users ADD COLUMN merged_into TEXT NOT NULL DEFAULT ''; -- the customer that this one was joined to; the row stays for its id

-- The numbers by which staff knows a customer. What an account's user typed is no number of theirs.
CREATE TABLE customer_mobiles (
    mobile     TEXT PRIMARY KEY,
    user_id    TEXT      NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at TIMESTAMP NOT NULL
);
CREATE INDEX customer_mobiles_user ON customer_mobiles (user_id);

-- The link by which a customer gets a login, once.
CREATE TABLE customer_invites (
    user_id    TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    token_hash TEXT      NOT NULL,
    expires_at TIMESTAMP NOT NULL,
    created_at TIMESTAMP NOT NULL
);
CREATE UNIQUE INDEX customer_invites_token ON customer_invites (token_hash);

-- Whose a bill is follows its customer into another; what is printed on it stays.
DROP TRIGGER bills_stay ON bills;
CREATE TRIGGER bills_stay BEFORE UPDATE OF id, number, path_number, prefix, year, serial, kind, checkout_id, credit_for, issued_at, place_of_supply,
    total, round_off, payable, document ON bills FOR EACH ROW EXECUTE FUNCTION refuse_change_of_bill();

-- +goose Down
SELECT 1;
