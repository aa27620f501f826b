-- +goose Up

-- A line that is added after its day was summed up changes the sum: a sale that was made without the network, and a part
-- split off an older line. The days so far are summed up again by the next count.
DELETE FROM product_sales;
-- +goose StatementBegin
CREATE TRIGGER orders_sold_late AFTER INSERT ON orders
WHEN NOT NEW.hidden AND NEW.delivery_status <> 'CANCELED' AND NEW.payment_status IN ('COD', 'PAID') BEGIN
    INSERT INTO product_sales (day, product_id, pieces)
    SELECT date(substr(NEW.created_at, 1, 19), '+330 minutes'), NEW.product_id, NEW.quantity
    WHERE date(substr(NEW.created_at, 1, 19), '+330 minutes') <= (SELECT MAX(day) FROM product_sales)
    ON CONFLICT (day, product_id) DO UPDATE SET pieces = pieces + excluded.pieces;
END;
-- +goose StatementEnd

-- +goose Down
SELECT 1;
