-- +goose Up

-- The shop's own code, which a list that names its products by it has in the key ("sku", a tab, the code).
UPDATE products SET sku = substr(import_key, 5) WHERE sku = '' AND import_key LIKE 'sku	%';
CREATE INDEX products_sku ON products (lower(sku)) WHERE sku <> '';

-- The catalog in memory has the rates.
-- +goose StatementBegin
CREATE TRIGGER tax_rates_inserted AFTER INSERT ON tax_rates BEGIN
    INSERT INTO catalog_changes (product_id) VALUES (NULL);
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER tax_rates_updated AFTER UPDATE ON tax_rates BEGIN
    INSERT INTO catalog_changes (product_id) VALUES (NULL);
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER tax_rates_deleted AFTER DELETE ON tax_rates BEGIN
    INSERT INTO catalog_changes (product_id) VALUES (NULL);
END;
-- +goose StatementEnd

-- +goose Down
SELECT 1;
