-- +goose Up

-- The files in which the shop's processes keep the catalog for their next start
-- (docs/adr/0042-the-catalog-is-kept-for-the-next-start.md). A file is read again only by a
-- database that has its row.
CREATE TABLE catalog_files (
    token      TEXT PRIMARY KEY,
    written_at TIMESTAMP NOT NULL
);

-- +goose Down
SELECT 1;
