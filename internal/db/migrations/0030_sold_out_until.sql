-- +goose Up

-- When a product can be bought again that is not there now, whatever its stock; NULL: it can.
ALTER TABLE products ADD COLUMN sold_out_until TIMESTAMP;

-- +goose Down
SELECT 1;
