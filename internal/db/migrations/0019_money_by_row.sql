-- +goose Up

-- How and when the money of a row came, since one order may be paid partly by UPI and
-- partly at the door; and what the shopper says was paid of it by UPI.
ALTER TABLE orders ADD COLUMN paid_by TEXT NOT NULL DEFAULT '';      -- CASH or UPI, of a cash order; '' until it is paid
ALTER TABLE orders ADD COLUMN paid_at TIMESTAMP;
ALTER TABLE orders ADD COLUMN claimed BIGINT NOT NULL DEFAULT 0;     -- paise
UPDATE orders SET
    paid_by = CASE WHEN payment_method = 'ONLINE' THEN '' ELSE
        COALESCE((SELECT NULLIF(c.paid_by, '') FROM checkouts c WHERE c.id = orders.checkout_id), 'CASH') END,
    paid_at = (SELECT c.paid_at FROM checkouts c WHERE c.id = orders.checkout_id)
WHERE payment_status IN ('PAID', 'REFUND DUE', 'REFUNDED');
UPDATE orders SET claimed = total
WHERE payment_status = 'COD' AND delivery_status <> 'CANCELED' AND NOT hidden
    AND checkout_id IN (SELECT id FROM checkouts WHERE claimed_at IS NOT NULL AND paid_by = '');
CREATE INDEX orders_paid ON orders (paid_at) WHERE paid_at IS NOT NULL;

-- What a day's cash was made of when it was counted, as JSON; '' of older counts.
ALTER TABLE day_closes ADD COLUMN sums TEXT NOT NULL DEFAULT '';

-- +goose Down
SELECT 1;
