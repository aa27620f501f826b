-- +goose Up

-- The shop's own code, which a list that names its products by it has in the key ("sku", a tab, the code).
UPDATE products SET sku = substr(import_key, 5) WHERE sku = '' AND import_key LIKE 'sku	%';
CREATE INDEX products_sku ON products (lower(sku)) WHERE sku <> '';

-- The catalog in memory has the rates.
CREATE TRIGGER tax_rates_changed AFTER INSERT OR UPDATE OR DELETE ON tax_rates
    FOR EACH STATEMENT EXECUTE FUNCTION record_category_change();

-- +goose Down
SELECT 1;
