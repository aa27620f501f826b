-- +goose Up

-- Cash that left the shop for orders paid by UPI: the day's close is without it.
CREATE TABLE cash_given_back (
    id          TEXT PRIMARY KEY,
    checkout_id TEXT      NOT NULL REFERENCES checkouts (id) ON DELETE CASCADE,
    amount      BIGINT    NOT NULL,            -- paise
    created_at  TIMESTAMP NOT NULL
);
CREATE INDEX cash_given_back_age ON cash_given_back (created_at);
CREATE INDEX cash_given_back_checkout ON cash_given_back (checkout_id);

-- +goose Down
DROP TABLE cash_given_back;
