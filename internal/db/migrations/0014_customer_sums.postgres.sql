-- +goose Up

-- What the orders of one customer come to, kept by triggers: a list in the order of
-- any sum reads one index, however many orders there are
-- (docs/adr/0020-customer-sums.md). Checkouts that are not paid count nowhere.
CREATE TABLE customer_sums (
    user_id       TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    orders        INTEGER NOT NULL DEFAULT 0,
    spent         BIGINT  NOT NULL DEFAULT 0,    -- paise: the rows that are not canceled
    last_order_at TIMESTAMP,                     -- NULL: none yet
    pincode       TEXT    NOT NULL DEFAULT ''    -- where the last order went
);
INSERT INTO customer_sums (user_id, orders, spent, last_order_at)
SELECT u.id, COUNT(c.id), COALESCE(SUM(c.due_total), 0), MAX(c.created_at)
FROM users u
LEFT JOIN checkouts c ON c.user_id = u.id AND NOT c.unpaid
GROUP BY u.id;
UPDATE customer_sums SET pincode = COALESCE((
    SELECT c.pincode FROM checkouts c
    WHERE c.user_id = customer_sums.user_id AND NOT c.unpaid
    ORDER BY c.created_at DESC, c.id DESC LIMIT 1), '');

CREATE INDEX customer_sums_last ON customer_sums (last_order_at DESC NULLS LAST, user_id);
CREATE INDEX customer_sums_spent ON customer_sums (spent DESC, user_id);
CREATE INDEX customer_sums_orders ON customer_sums (orders DESC, user_id);
CREATE INDEX customer_sums_area ON customer_sums (pincode, last_order_at DESC NULLS LAST, user_id);
CREATE INDEX users_by_name ON users (LOWER(name), id) WHERE staff_role = '';
-- What it summed up is kept now.
DROP INDEX checkouts_sums_of_user;

-- +goose StatementBegin
CREATE FUNCTION add_customer_sums() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO customer_sums (user_id) VALUES (NEW.id);
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER users_have_sums AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION add_customer_sums();

-- Differences, not sums anew: two transactions with orders of one customer each see
-- the other's difference once they get the row's lock.
-- +goose StatementBegin
CREATE FUNCTION count_checkout() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
    former_orders INTEGER := 0;
    former_due    BIGINT  := 0;
BEGIN
    IF TG_OP = 'UPDATE' AND NOT OLD.unpaid THEN
        former_orders := 1;
        former_due := OLD.due_total;
    END IF;
    UPDATE customer_sums
    SET orders = orders + CASE WHEN NEW.unpaid THEN 0 ELSE 1 END - former_orders,
        spent = spent + CASE WHEN NEW.unpaid THEN 0 ELSE NEW.due_total END - former_due,
        pincode = CASE WHEN NEW.unpaid OR last_order_at > NEW.created_at THEN pincode ELSE NEW.pincode END,
        last_order_at = CASE WHEN NEW.unpaid OR last_order_at > NEW.created_at THEN last_order_at ELSE NEW.created_at END
    WHERE user_id = NEW.user_id;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER checkouts_counted AFTER INSERT ON checkouts FOR EACH ROW
    WHEN (NOT NEW.unpaid) EXECUTE FUNCTION count_checkout();
CREATE TRIGGER checkouts_recounted AFTER UPDATE OF due_total, unpaid ON checkouts FOR EACH ROW
    WHEN (OLD.due_total <> NEW.due_total OR OLD.unpaid <> NEW.unpaid) EXECUTE FUNCTION count_checkout();

-- +goose Down
SELECT 1;
