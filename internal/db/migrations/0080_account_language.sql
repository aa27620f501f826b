-- +goose Up

-- The language that the person reads the shop in; '' until it was chosen.
ALTER TABLE users ADD COLUMN language TEXT NOT NULL DEFAULT '';

-- +goose Down
SELECT 1;
