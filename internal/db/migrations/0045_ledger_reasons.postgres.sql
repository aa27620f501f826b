-- +goose Up

-- Goods that came in, were damaged or counted, with a word about it.
ALTER TABLE stock_movements DROP CONSTRAINT stock_movements_reason_check;
ALTER TABLE stock_movements ADD CONSTRAINT stock_movements_reason_check
    CHECK (reason IN ('opening', 'order', 'cancel', 'expiry', 'edit', 'import', 'received', 'damaged', 'counted'));
ALTER TABLE stock_movements ADD COLUMN note TEXT NOT NULL DEFAULT '';

-- +goose Down
SELECT 1;
