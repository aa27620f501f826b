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
DROP TRIGGER checkouts_counted;
DROP TRIGGER checkouts_recounted;
-- +goose StatementBegin
CREATE TRIGGER checkouts_counted AFTER INSERT ON checkouts WHEN NOT NEW.unpaid BEGIN
    UPDATE customer_sums
    SET orders = orders + 1, spent = spent + NEW.due_total + NEW.round_off,
        pincode = CASE WHEN last_order_at > NEW.created_at THEN pincode ELSE NEW.pincode END,
        last_order_at = CASE WHEN last_order_at > NEW.created_at THEN last_order_at ELSE NEW.created_at END
    WHERE user_id = NEW.user_id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER checkouts_recounted AFTER UPDATE OF due_total, round_off, unpaid ON checkouts
WHEN OLD.due_total + OLD.round_off <> NEW.due_total + NEW.round_off OR OLD.unpaid <> NEW.unpaid BEGIN
    UPDATE customer_sums
    SET orders = orders + CASE WHEN NEW.unpaid THEN 0 ELSE 1 END - CASE WHEN OLD.unpaid THEN 0 ELSE 1 END,
        spent = spent + CASE WHEN NEW.unpaid THEN 0 ELSE NEW.due_total + NEW.round_off END - CASE WHEN OLD.unpaid THEN 0 ELSE OLD.due_total + OLD.round_off END,
        pincode = CASE WHEN NEW.unpaid OR last_order_at > NEW.created_at THEN pincode ELSE NEW.pincode END,
        last_order_at = CASE WHEN NEW.unpaid OR last_order_at > NEW.created_at THEN last_order_at ELSE NEW.created_at END
    WHERE user_id = NEW.user_id;
END;
-- +goose StatementEnd

-- The series of a bill goes on after it; a copy of a database brings its series along.
-- +goose StatementBegin
CREATE TRIGGER bills_numbered AFTER INSERT ON bills BEGIN
    UPDATE bill_series SET next = NEW.serial + 1 WHERE prefix = NEW.prefix AND year = NEW.year AND next <= NEW.serial;
END;
-- +goose StatementEnd

-- +goose Down
SELECT 1;
