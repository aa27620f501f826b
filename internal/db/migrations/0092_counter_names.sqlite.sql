-- +goose Up

-- Categories and sub-categories that were added at the counter had no key.
UPDATE categories
SET name_key = 'from the counter'
WHERE name_key = '' AND name = 'From the counter' AND NOT EXISTS (SELECT 1 FROM categories o WHERE o.name_key = 'from the counter');
UPDATE sub_categories
SET name_key = 'new'
WHERE name_key = '' AND name = 'New'
    AND NOT EXISTS (SELECT 1 FROM sub_categories o WHERE o.category_id = sub_categories.category_id AND o.name_key = 'new');
