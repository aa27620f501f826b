-- +goose Up

-- A line that is added after its day was summed up changes the sum: a sale that was made without the network, and a part
-- split off an older line. The days so far are summed up again by the next count.
DELETE FROM product_sales;
-- +goose StatementBegin
CREATE FUNCTION add_late_sale() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO product_sales (day, product_id, pieces)
    SELECT to_char(NEW.created_at + INTERVAL '330 minutes', 'YYYY-MM-DD'), NEW.product_id, NEW.quantity
    WHERE to_char(NEW.created_at + INTERVAL '330 minutes', 'YYYY-MM-DD') <= (SELECT MAX(day) FROM product_sales)
    ON CONFLICT (day, product_id) DO UPDATE SET pieces = product_sales.pieces + excluded.pieces;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER orders_sold_late AFTER INSERT ON orders FOR EACH ROW
    WHEN (NOT NEW.hidden AND NEW.delivery_status <> 'CANCELED' AND NEW.payment_status IN ('COD', 'PAID'))
    EXECUTE FUNCTION add_late_sale();

-- +goose Down
SELECT 1;
