-- +goose Up

-- Bulk changes of what decides the tax. Those of before have left it as it was.
ALTER TABLE bulk_change_rows ADD COLUMN hsn_before TEXT NOT NULL DEFAULT '';
ALTER TABLE bulk_change_rows ADD COLUMN hsn_after TEXT NOT NULL DEFAULT '';
ALTER TABLE bulk_change_rows ADD COLUMN tax_condition_before TEXT NOT NULL DEFAULT '';
ALTER TABLE bulk_change_rows ADD COLUMN tax_condition_after TEXT NOT NULL DEFAULT '';
ALTER TABLE bulk_change_rows ADD COLUMN gst_rate_before BIGINT;
ALTER TABLE bulk_change_rows ADD COLUMN gst_rate_after BIGINT;
UPDATE bulk_change_rows
SET hsn_before = p.hsn, hsn_after = p.hsn, tax_condition_before = p.tax_condition, tax_condition_after = p.tax_condition,
    gst_rate_before = p.gst_rate, gst_rate_after = p.gst_rate
FROM products p
WHERE p.id = product_id;

-- +goose Down
SELECT 1;
