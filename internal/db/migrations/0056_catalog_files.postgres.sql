-- +goose Up

-- The files in which the shop's processes keep the catalog for their next start
-- (docs/adr/0042-the-catalog-is-kept-for-the-next-start.md). A file is read again only by a
-- database that has its row, written by the transaction that the row names: a database
-- that was filled with a copy counts its transactions anew.
CREATE TABLE catalog_files (
    token      TEXT PRIMARY KEY,
    tx         BIGINT NOT NULL DEFAULT (CAST(CAST(pg_current_xact_id() AS TEXT) AS BIGINT)),
    written_at TIMESTAMP NOT NULL
);

-- +goose Down
SELECT 1;
