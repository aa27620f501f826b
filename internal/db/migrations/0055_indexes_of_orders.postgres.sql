-- +goose Up

-- Each order writes every index of its tables. Of these two another one says as much:
-- checkouts_of_user (user_id, created_at, id), and jobs_due_of_kind for the workers.
DROP INDEX checkouts_user;
DROP INDEX jobs_due;

-- What a shopper has open in cash is summed at each of her orders, from the index alone.
CREATE INDEX checkouts_open_cash ON checkouts (user_id, collect) WHERE payment_method = 'COD' AND stage <> 'DONE';

-- What is sold out today is found by the orders of today. Without this index no index names the
-- stock, so that an order that changes it writes none, and the versions of a product that many
-- order stay in one page.
DROP INDEX products_sold_out;

-- A checkout is never deleted, and its words are written with it or after it: it was looked up
-- for each of its thirty words.
ALTER TABLE checkout_words DROP CONSTRAINT checkout_words_checkout_id_fkey;

-- +goose Down
SELECT 1;
