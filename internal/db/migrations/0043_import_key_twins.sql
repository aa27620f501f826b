-- +goose Up

-- Of products whose keys differ in the blanks of their unit only, a list finds one. It is the one that
-- is sold, edited last; the others are from now on as if made by hand. What rtrim leaves of a key is
-- all up to its last tab.
UPDATE products SET import_key = NULL
WHERE id IN (
    SELECT id
    FROM (
        SELECT id, ROW_NUMBER() OVER (
            PARTITION BY rtrim(import_key, replace(import_key, '	', '')) || replace(substr(import_key, length(rtrim(import_key, replace(import_key, '	', ''))) + 1), ' ', '')
            ORDER BY publish DESC, edited_at DESC, id DESC
        ) AS place
        FROM products
        WHERE import_key LIKE 'name	%' AND deleted_at IS NULL
    ) twins
    WHERE place > 1
);
UPDATE products SET import_key = rtrim(import_key, replace(import_key, '	', '')) || replace(substr(import_key, length(rtrim(import_key, replace(import_key, '	', ''))) + 1), ' ', '')
WHERE import_key LIKE 'name	%' AND deleted_at IS NULL
    AND substr(import_key, length(rtrim(import_key, replace(import_key, '	', ''))) + 1) LIKE '% %';

-- +goose Down
SELECT 1;
