-- +goose Up

-- What was sold on each day, kept by triggers: the report of thirty days reads a few rows a day instead of each
-- checkout. A change adds a row with the difference, as on PostgreSQL, where no order waits so for another one's
-- commit; all rows of a day add up to its sums, and a sweep makes one row of them
-- (docs/adr/0019-checkouts-have-derived-columns.md).
CREATE TABLE daily_sales (
    day     TEXT   NOT NULL,  -- YYYY-MM-DD, a day in India
    orders  BIGINT NOT NULL,  -- checkouts; below 0: fewer than before
    revenue BIGINT NOT NULL   -- paise
);
-- Without the fraction of a second: date() rounds, and the last microsecond of a day would be of the next one.
INSERT INTO daily_sales (day, orders, revenue)
SELECT date(substr(created_at, 1, 19), '+330 minutes'), COUNT(*), SUM(sold)
FROM checkouts
WHERE sold IS NOT NULL
GROUP BY 1;
CREATE INDEX daily_sales_day ON daily_sales (day, orders, revenue);
-- What it was read from until now.
DROP INDEX checkouts_sold;

-- What was taken today is summed up from this index alone.
DROP INDEX orders_paid;
CREATE INDEX orders_paid ON orders (paid_at, payment_method, paid_by, payment_status, returned, hidden, total) WHERE paid_at IS NOT NULL;

-- +goose StatementBegin
CREATE TRIGGER checkouts_sold AFTER INSERT ON checkouts WHEN NEW.sold IS NOT NULL BEGIN
    INSERT INTO daily_sales (day, orders, revenue) VALUES (date(substr(NEW.created_at, 1, 19), '+330 minutes'), 1, NEW.sold);
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER checkouts_resold AFTER UPDATE OF sold, created_at ON checkouts
WHEN OLD.sold IS NOT NEW.sold OR OLD.created_at <> NEW.created_at BEGIN
    INSERT INTO daily_sales (day, orders, revenue)
    SELECT date(substr(OLD.created_at, 1, 19), '+330 minutes'), -1, -OLD.sold WHERE OLD.sold IS NOT NULL
    UNION ALL
    SELECT date(substr(NEW.created_at, 1, 19), '+330 minutes'), 1, NEW.sold WHERE NEW.sold IS NOT NULL;
END;
-- +goose StatementEnd

-- +goose Down
SELECT 1;
