-- +goose Up

-- Which delivery statuses the rows of a checkout have that a list shows, so that Orders is
-- read in pages of whole checkouts, however their rows stand.
ALTER TABLE checkouts ADD COLUMN has_pending BOOLEAN NOT NULL DEFAULT TRUE;  -- as every new one
ALTER TABLE checkouts ADD COLUMN has_delivered BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE checkouts ADD COLUMN has_canceled BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE checkouts SET has_pending = s.pending > 0, has_delivered = s.delivered > 0, has_canceled = s.canceled > 0
FROM (
    SELECT c.id,
        SUM(CASE WHEN o.delivery_status = 'PENDING' THEN 1 ELSE 0 END) AS pending,
        SUM(CASE WHEN o.delivery_status = 'DELIVERED' THEN 1 ELSE 0 END) AS delivered,
        SUM(CASE WHEN o.delivery_status = 'CANCELED' THEN 1 ELSE 0 END) AS canceled
    FROM checkouts c LEFT JOIN orders o ON o.checkout_id = c.id AND NOT o.hidden
    GROUP BY c.id
) AS s
WHERE s.id = checkouts.id;

DROP INDEX checkouts_newest;
CREATE INDEX checkouts_newest ON checkouts (problem DESC, created_at DESC, id DESC, unpaid, has_pending, has_delivered, has_canceled);
-- The column that the condition names stands first, too: otherwise SQLite reads the whole index above.
CREATE INDEX checkouts_with_pending ON checkouts (has_pending, problem DESC, created_at DESC, id DESC) WHERE has_pending = TRUE;
CREATE INDEX checkouts_with_canceled ON checkouts (has_canceled, problem DESC, created_at DESC, id DESC) WHERE has_canceled = TRUE;

-- +goose Down
SELECT 1;
