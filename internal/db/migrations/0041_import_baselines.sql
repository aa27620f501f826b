-- +goose Up

-- What the last import wrote into a product: what differs from it now a person has edited, and
-- a later import leaves that alone. JSON: field to value, long texts by their digest.
CREATE TABLE import_baselines (
    product_id TEXT PRIMARY KEY REFERENCES products (id),
    fields     TEXT NOT NULL
);

-- What a list names and the shopkeeper has deleted does not come back.
CREATE INDEX products_deleted_import_key ON products (import_key) WHERE deleted_at IS NOT NULL AND import_key IS NOT NULL;

-- +goose Down
SELECT 1;
