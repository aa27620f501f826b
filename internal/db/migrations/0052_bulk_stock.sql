-- +goose Up

-- Bulk changes of stocks: how many pieces came to each product, or went, and the mark as sold
-- out that they ended.
ALTER TABLE bulk_changes ADD COLUMN of_stock BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE bulk_change_rows ADD COLUMN stock_change BIGINT NOT NULL DEFAULT 0;
ALTER TABLE bulk_change_rows ADD COLUMN sold_out_until TIMESTAMP;

-- +goose Down
SELECT 1;
