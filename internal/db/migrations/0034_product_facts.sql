-- +goose Up

-- What Indian law has a seller show of a packaged product beside its price and size, as typed; '': not known.
ALTER TABLE products ADD COLUMN maker TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN origin TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN best_before TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN consumer_care TEXT NOT NULL DEFAULT '';

-- What a scanner reads on the packet. A list that named its products by their barcodes has them in the key
-- ("barcode", a tab, the barcode).
ALTER TABLE products ADD COLUMN barcode TEXT NOT NULL DEFAULT '';
UPDATE products SET barcode = substr(import_key, 9) WHERE import_key LIKE 'barcode	%';
CREATE INDEX products_barcode ON products (lower(barcode)) WHERE barcode <> '';

-- Those that the owner is told of.
CREATE INDEX products_unlabeled ON products (id) WHERE deleted_at IS NULL AND publish AND (maker = '' OR origin = '');

-- +goose Down
SELECT 1;
