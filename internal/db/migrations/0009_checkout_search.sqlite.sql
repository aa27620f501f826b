-- +goose Up

-- The number of the last checkout: its writer is alone, so that none waits.
CREATE TABLE counters (
    name  TEXT PRIMARY KEY,
    value INTEGER NOT NULL
);
INSERT INTO counters (name, value) SELECT 'checkout_number', COALESCE(MAX(number), 1000) FROM checkouts;

-- What finds a checkout: its numbers, the words of the shopper's name, of the
-- address and of the products, and of a mobile number every ending of four digits
-- or more, so that the beginning of a word finds any digits that were read out.
CREATE TABLE checkout_words (
    word        TEXT NOT NULL,                 -- lower case
    checkout_id TEXT NOT NULL REFERENCES checkouts (id),
    PRIMARY KEY (word, checkout_id)
) WITHOUT ROWID;

-- +goose Down
SELECT 1;
