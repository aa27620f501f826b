-- +goose Up

-- The catalog is read from its tables at each start (docs/adr/0046-the-catalog-in-memory-is-plain.md).
DROP TABLE catalog_files;

-- +goose Down
SELECT 1;
