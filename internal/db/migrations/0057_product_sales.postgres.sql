-- +goose Up

-- What was sold of each product on each day that has ended: the sales of three months, by which products are popular,
-- are read from it and from the orders of today.
CREATE TABLE product_sales (
    day        TEXT   NOT NULL,  -- YYYY-MM-DD, a day in India
    product_id TEXT   NOT NULL,
    pieces     BIGINT NOT NULL,
    PRIMARY KEY (day, product_id)
);
INSERT INTO product_sales (day, product_id, pieces)
SELECT day, product_id, SUM(quantity)
FROM (
    SELECT to_char(created_at + INTERVAL '330 minutes', 'YYYY-MM-DD') AS day, product_id, quantity
    FROM orders
    WHERE NOT hidden AND delivery_status <> 'CANCELED' AND payment_status IN ('COD', 'PAID')
) sold
WHERE day < (SELECT to_char(MAX(created_at) + INTERVAL '330 minutes' - INTERVAL '1 days', 'YYYY-MM-DD') FROM orders) AND day >= (SELECT to_char(MAX(created_at) + INTERVAL '330 minutes' - INTERVAL '91 days', 'YYYY-MM-DD') FROM orders)
GROUP BY day, product_id;

-- What is canceled or paid after its day was summed up changes the sum.
-- +goose StatementBegin
CREATE FUNCTION correct_product_sales() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO product_sales (day, product_id, pieces)
    SELECT to_char(NEW.created_at + INTERVAL '330 minutes', 'YYYY-MM-DD'), NEW.product_id,
        NEW.quantity * CAST(NOT NEW.hidden AND NEW.delivery_status <> 'CANCELED' AND NEW.payment_status IN ('COD', 'PAID') AS INTEGER)
        - OLD.quantity * CAST(NOT OLD.hidden AND OLD.delivery_status <> 'CANCELED' AND OLD.payment_status IN ('COD', 'PAID') AS INTEGER)
    WHERE to_char(NEW.created_at + INTERVAL '330 minutes', 'YYYY-MM-DD') <= (SELECT MAX(day) FROM product_sales)
    ON CONFLICT (day, product_id) DO UPDATE SET pieces = product_sales.pieces + excluded.pieces;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER orders_resold AFTER UPDATE OF hidden, delivery_status, payment_status, quantity ON orders FOR EACH ROW
    WHEN (NEW.quantity * CAST(NOT NEW.hidden AND NEW.delivery_status <> 'CANCELED' AND NEW.payment_status IN ('COD', 'PAID') AS INTEGER)
        <> OLD.quantity * CAST(NOT OLD.hidden AND OLD.delivery_status <> 'CANCELED' AND OLD.payment_status IN ('COD', 'PAID') AS INTEGER))
    EXECUTE FUNCTION correct_product_sales();

-- A page of a ledger adds up what changed since from this index alone.
DROP INDEX stock_movements_product;
CREATE INDEX stock_movements_product ON stock_movements (product_id, created_at, id, change);

-- +goose Down
SELECT 1;
