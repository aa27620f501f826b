-- +goose Up

-- A sequence, not a counter in a row: checkouts must not wait for each other's
-- commit to learn their number. A checkout that is rolled back leaves a gap.
CREATE SEQUENCE checkout_number START 1001;
SELECT setval('checkout_number', GREATEST(1000, (SELECT COALESCE(MAX(number), 1000) FROM checkouts)));

-- What finds a checkout: its numbers, the words of the shopper's name, of the
-- address and of the products, and of a mobile number every ending of four digits
-- or more, so that the beginning of a word finds any digits that were read out.
CREATE TABLE checkout_words (
    word        TEXT COLLATE "C" NOT NULL,     -- lower case; "C", so that a range of words is a prefix
    checkout_id TEXT NOT NULL REFERENCES checkouts (id),
    PRIMARY KEY (word, checkout_id)
);

-- +goose Down
SELECT 1;
