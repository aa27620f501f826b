-- +goose Up

-- Each order writes every index of its tables. Of these two another one says as much:
-- checkouts_of_user (user_id, created_at, id), and jobs_due_of_kind for the workers.
DROP INDEX checkouts_user;
DROP INDEX jobs_due;

-- What a shopper has open in cash is summed at each of her orders, from the index alone.
CREATE INDEX checkouts_open_cash ON checkouts (user_id, collect) WHERE payment_method = 'COD' AND stage <> 'DONE';

-- What is sold out today is found by the orders of today.
DROP INDEX products_sold_out;

-- +goose Down
SELECT 1;
