-- +goose Up

-- The buyer's address on the bill of a sale at the counter; other orders have a delivery address.
ALTER TABLE checkouts ADD COLUMN buyer_address TEXT NOT NULL DEFAULT '';
