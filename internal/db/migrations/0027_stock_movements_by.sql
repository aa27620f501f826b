-- +goose Up

-- Who changed a stock: the shopper who ordered or canceled, or the member of staff; ''
-- is the program itself, or before this was kept.
ALTER TABLE stock_movements ADD COLUMN user_id TEXT NOT NULL DEFAULT '';

-- +goose Down
SELECT 1;
