-- +goose Up

-- What the file of an import holds (SHA-256), where its stock was added to the shop's: the same
-- delivery is not to be added twice. '' of any other.
ALTER TABLE import_runs ADD COLUMN digest TEXT NOT NULL DEFAULT '';

-- +goose Down
SELECT 1;
