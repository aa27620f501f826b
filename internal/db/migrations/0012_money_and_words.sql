-- +goose Up

-- When the first money for a checkout came: what a day took is read by it.
ALTER TABLE checkouts ADD COLUMN paid_at TIMESTAMP;
UPDATE checkouts SET paid_at = CASE WHEN payment_method = 'ONLINE' THEN created_at ELSE stage_at END
WHERE EXISTS (SELECT 1 FROM orders o WHERE o.checkout_id = checkouts.id AND o.payment_status IN ('PAID', 'REFUND DUE', 'REFUNDED'));
CREATE INDEX checkouts_paid ON checkouts (paid_at) WHERE paid_at IS NOT NULL;
DROP INDEX checkouts_done;

-- Whether its words stand in checkout_words. The shop adds those of checkouts that
-- are older than the table once it has started.
ALTER TABLE checkouts ADD COLUMN searchable BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE checkouts SET searchable = TRUE
WHERE EXISTS (SELECT 1 FROM checkout_words w WHERE w.word = CAST(checkouts.number AS TEXT) AND w.checkout_id = checkouts.id);
CREATE INDEX checkouts_unsearchable ON checkouts (id) WHERE NOT searchable;

-- Whether a product sells.
CREATE INDEX orders_of_product ON orders (product_id, created_at);

-- +goose Down
SELECT 1;
