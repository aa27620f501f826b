-- +goose Up

-- What is paid at the door is whole rupees where the shop wants it: each row carries the round-off of its money, which is
-- its total and its round-off (docs/adr/0019-checkouts-have-derived-columns.md).
ALTER TABLE orders ADD COLUMN round_off BIGINT NOT NULL DEFAULT 0;                 -- paise
ALTER TABLE checkouts ADD COLUMN rounded BOOLEAN NOT NULL DEFAULT FALSE;           -- as the setting was when it was placed
ALTER TABLE checkouts ADD COLUMN round_off BIGINT NOT NULL DEFAULT 0;              -- of the rows that are not canceled
ALTER TABLE checkouts ADD COLUMN claim_round_off BIGINT NOT NULL DEFAULT 0;        -- of the claimed UPI payment

DROP INDEX orders_paid;
CREATE INDEX orders_paid ON orders (paid_at, payment_method, paid_by, payment_status, returned, hidden, total, round_off) WHERE paid_at IS NOT NULL;

CREATE INDEX checkouts_bill_waits ON checkouts (id) WHERE billing = 'WAITS';

-- What a customer spent is what was paid.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION count_checkout() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
    former_orders INTEGER := 0;
    former_due    BIGINT  := 0;
BEGIN
    IF TG_OP = 'UPDATE' AND NOT OLD.unpaid THEN
        former_orders := 1;
        former_due := OLD.due_total + OLD.round_off;
    END IF;
    UPDATE customer_sums
    SET orders = orders + CASE WHEN NEW.unpaid THEN 0 ELSE 1 END - former_orders,
        spent = spent + CASE WHEN NEW.unpaid THEN 0 ELSE NEW.due_total + NEW.round_off END - former_due,
        pincode = CASE WHEN NEW.unpaid OR last_order_at > NEW.created_at THEN pincode ELSE NEW.pincode END,
        last_order_at = CASE WHEN NEW.unpaid OR last_order_at > NEW.created_at THEN last_order_at ELSE NEW.created_at END
    WHERE user_id = NEW.user_id;
    RETURN NULL;
END $$;
-- +goose StatementEnd
DROP TRIGGER checkouts_recounted ON checkouts;
CREATE TRIGGER checkouts_recounted AFTER UPDATE OF due_total, round_off, unpaid ON checkouts FOR EACH ROW
    WHEN (OLD.due_total + OLD.round_off <> NEW.due_total + NEW.round_off OR OLD.unpaid <> NEW.unpaid) EXECUTE FUNCTION count_checkout();

-- The series of a bill goes on after it; a copy of a database brings its series along.
-- +goose StatementBegin
CREATE FUNCTION count_bill() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    UPDATE bill_series SET next = NEW.serial + 1 WHERE prefix = NEW.prefix AND year = NEW.year AND next <= NEW.serial;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER bills_numbered AFTER INSERT ON bills FOR EACH ROW EXECUTE FUNCTION count_bill();

-- +goose Down
SELECT 1;
