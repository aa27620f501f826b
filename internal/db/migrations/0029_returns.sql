-- +goose Up

-- A row of pieces that the customer gave back.
ALTER TABLE orders ADD COLUMN returned BOOLEAN NOT NULL DEFAULT FALSE;

-- How the money had come that was given back in cash: cash that came as cash was taken on
-- the day of the delivery, and leaves on another.
ALTER TABLE cash_given_back ADD COLUMN paid_by TEXT NOT NULL DEFAULT 'UPI';

-- +goose Down
SELECT 1;
