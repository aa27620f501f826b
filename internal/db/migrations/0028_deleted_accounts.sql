-- +goose Up

-- Who has deleted their account is shown nowhere: their row of users has no name any
-- more. Who it was is kept here, as long as the law wants the orders' customer kept.
CREATE TABLE deleted_accounts (
    user_id    TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    name       TEXT      NOT NULL,
    email      TEXT      NOT NULL,
    mobile     TEXT      NOT NULL,
    deleted_at TIMESTAMP NOT NULL
);
CREATE INDEX deleted_accounts_age ON deleted_accounts (deleted_at);

-- Addresses that their shoppers removed are forgotten after a while.
CREATE INDEX addresses_removed ON addresses (updated_at) WHERE status = FALSE;

-- +goose Down
SELECT 1;
