-- +goose Up

-- Names by language as JSON, beside the shop's own: {"hi": "आटा"}. A line of an order keeps those of its product at the time.
ALTER TABLE products ADD COLUMN names TEXT NOT NULL DEFAULT '{}';
ALTER TABLE categories ADD COLUMN names TEXT NOT NULL DEFAULT '{}';
ALTER TABLE sub_categories ADD COLUMN names TEXT NOT NULL DEFAULT '{}';
ALTER TABLE orders ADD COLUMN names TEXT NOT NULL DEFAULT '{}';

-- +goose Down
SELECT 1;
