-- +goose Up

-- Every write to the catalog, for the processes that keep it in memory
-- (docs/adr/0015-catalog-changes.md). A row says only that something must be read
-- again. Numbers become visible out of order; tx tells which may still be missing.
CREATE TABLE catalog_changes (
    number     BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tx         BIGINT NOT NULL DEFAULT (CAST(CAST(pg_current_xact_id() AS TEXT) AS BIGINT)),
    product_id TEXT                              -- NULL: a category or sub-category
);
CREATE INDEX catalog_changes_tx ON catalog_changes (tx);

-- +goose StatementBegin
CREATE FUNCTION record_product_changes() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO catalog_changes (product_id) SELECT id FROM changed;
    RETURN NULL;
END $$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION record_category_change() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO catalog_changes (product_id) VALUES (NULL);
    RETURN NULL;
END $$;
-- +goose StatementEnd

CREATE TRIGGER products_inserted AFTER INSERT ON products
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_product_changes();
CREATE TRIGGER products_updated AFTER UPDATE ON products
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_product_changes();
CREATE TRIGGER categories_changed AFTER INSERT OR UPDATE OR DELETE ON categories
    FOR EACH STATEMENT EXECUTE FUNCTION record_category_change();
CREATE TRIGGER sub_categories_changed AFTER INSERT OR UPDATE OR DELETE ON sub_categories
    FOR EACH STATEMENT EXECUTE FUNCTION record_category_change();

-- Changes are found by their numbers now.
DROP INDEX products_updated;

-- +goose Down
SELECT 1;
