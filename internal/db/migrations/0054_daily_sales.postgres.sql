-- +goose Up

-- What was sold on each day, kept by triggers: the report of thirty days reads a few rows a day instead of each
-- checkout. A change adds a row with the difference, so that no order waits for another one's commit; all rows of a
-- day add up to its sums, and a sweep makes one row of them (docs/adr/0019-checkouts-have-derived-columns.md).
CREATE TABLE daily_sales (
    day     TEXT   NOT NULL,  -- YYYY-MM-DD, a day in India
    orders  BIGINT NOT NULL,  -- checkouts; below 0: fewer than before
    revenue BIGINT NOT NULL   -- paise
);
INSERT INTO daily_sales (day, orders, revenue)
SELECT to_char(created_at + INTERVAL '330 minutes', 'YYYY-MM-DD'), COUNT(*), SUM(sold)
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
CREATE FUNCTION add_daily_sales() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND OLD.sold IS NOT NULL THEN
        INSERT INTO daily_sales (day, orders, revenue)
        VALUES (to_char(OLD.created_at + INTERVAL '330 minutes', 'YYYY-MM-DD'), -1, -OLD.sold);
    END IF;
    IF NEW.sold IS NOT NULL THEN
        INSERT INTO daily_sales (day, orders, revenue)
        VALUES (to_char(NEW.created_at + INTERVAL '330 minutes', 'YYYY-MM-DD'), 1, NEW.sold);
    END IF;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER checkouts_sold AFTER INSERT ON checkouts FOR EACH ROW
    WHEN (NEW.sold IS NOT NULL) EXECUTE FUNCTION add_daily_sales();
CREATE TRIGGER checkouts_resold AFTER UPDATE OF sold, created_at ON checkouts FOR EACH ROW
    WHEN (OLD.sold IS DISTINCT FROM NEW.sold OR OLD.created_at <> NEW.created_at) EXECUTE FUNCTION add_daily_sales();

-- +goose Down
SELECT 1;
