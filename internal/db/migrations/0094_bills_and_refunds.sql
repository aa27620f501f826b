-- +goose Up

-- The buyer's address on the bill of a sale at the counter; other orders have a delivery address.
ALTER TABLE checkouts ADD COLUMN buyer_address TEXT NOT NULL DEFAULT '';

-- How money was given back: CASH, or KHATA, which leaves a payment by UPI in the bank.
ALTER TABLE cash_given_back ADD COLUMN how TEXT NOT NULL DEFAULT 'CASH';
