-- +goose Up

-- The unit at the end of a key stands without blanks: "1 kg" and "1kg" are one product. What
-- rtrim leaves is the key up to its last tab. Two products that would get one key keep theirs.
UPDATE products SET import_key = rtrim(import_key, replace(import_key, '	', '')) || replace(substr(import_key, length(rtrim(import_key, replace(import_key, '	', ''))) + 1), ' ', '')
WHERE import_key LIKE 'name	%' AND (deleted_at IS NOT NULL OR rtrim(import_key, replace(import_key, '	', '')) || replace(substr(import_key, length(rtrim(import_key, replace(import_key, '	', ''))) + 1), ' ', '') IN (
    SELECT rtrim(import_key, replace(import_key, '	', '')) || replace(substr(import_key, length(rtrim(import_key, replace(import_key, '	', ''))) + 1), ' ', '')
    FROM products
    WHERE import_key LIKE 'name	%' AND deleted_at IS NULL
    GROUP BY 1
    HAVING COUNT(*) = 1
));

-- +goose Down
SELECT 1;
