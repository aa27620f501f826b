-- +goose Up

-- A UPI payment that a shopper claims waits for somebody to look: it is a problem until
-- staff has recorded how the order was paid.
UPDATE checkouts SET problem = TRUE WHERE claimed_at IS NOT NULL AND paid_by = '' AND item_count > 0;

-- +goose Down
SELECT 1;
