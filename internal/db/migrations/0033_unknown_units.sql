-- +goose Up

-- Imports wrote '1 pc' where the price list said no unit: the last part of the key by name is empty then.
UPDATE products SET unit = '' WHERE unit = '1 pc' AND import_key LIKE 'name	%	';

-- +goose Down
SELECT 1;
