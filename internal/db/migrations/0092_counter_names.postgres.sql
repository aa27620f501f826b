-- +goose Up

-- Categories and sub-categories that were added at the counter had no key. Without one to fill no statement runs, because
-- the triggers of catalog_changes record an update of no rows, too.
-- +goose StatementBegin
DO $$
BEGIN
    IF EXISTS (SELECT 1 FROM categories WHERE name_key = '' AND name = 'From the counter') THEN
        UPDATE categories
        SET name_key = 'from the counter'
        WHERE name_key = '' AND name = 'From the counter' AND NOT EXISTS (SELECT 1 FROM categories o WHERE o.name_key = 'from the counter');
    END IF;
    IF EXISTS (SELECT 1 FROM sub_categories WHERE name_key = '' AND name = 'New') THEN
        UPDATE sub_categories
        SET name_key = 'new'
        WHERE name_key = '' AND name = 'New'
            AND NOT EXISTS (SELECT 1 FROM sub_categories o WHERE o.category_id = sub_categories.category_id AND o.name_key = 'new');
    END IF;
END
$$;
-- +goose StatementEnd
