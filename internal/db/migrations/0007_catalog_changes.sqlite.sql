-- +goose Up

-- Every write to the catalog, for the processes that keep it in memory
-- (docs/adr/0015-catalog-changes.md). A row says only that something must be read
-- again. SQLite has one writer at a time: numbers become visible in their order,
-- so that each change stands for a transaction of its own.
CREATE TABLE catalog_changes (
    number     INTEGER PRIMARY KEY,
    tx         INTEGER GENERATED ALWAYS AS (number) VIRTUAL,
    product_id TEXT                              -- NULL: a category or sub-category
);
CREATE INDEX catalog_changes_tx ON catalog_changes (tx);

-- +goose StatementBegin
CREATE TRIGGER products_inserted AFTER INSERT ON products BEGIN
    INSERT INTO catalog_changes (product_id) VALUES (NEW.id);
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER products_updated AFTER UPDATE ON products BEGIN
    INSERT INTO catalog_changes (product_id) VALUES (NEW.id);
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER categories_inserted AFTER INSERT ON categories BEGIN
    INSERT INTO catalog_changes (product_id) VALUES (NULL);
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER categories_updated AFTER UPDATE ON categories BEGIN
    INSERT INTO catalog_changes (product_id) VALUES (NULL);
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER categories_deleted AFTER DELETE ON categories BEGIN
    INSERT INTO catalog_changes (product_id) VALUES (NULL);
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER sub_categories_inserted AFTER INSERT ON sub_categories BEGIN
    INSERT INTO catalog_changes (product_id) VALUES (NULL);
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER sub_categories_updated AFTER UPDATE ON sub_categories BEGIN
    INSERT INTO catalog_changes (product_id) VALUES (NULL);
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER sub_categories_deleted AFTER DELETE ON sub_categories BEGIN
    INSERT INTO catalog_changes (product_id) VALUES (NULL);
END;
-- +goose StatementEnd

-- Changes are found by their numbers now.
DROP INDEX products_updated;

-- +goose Down
SELECT 1;
