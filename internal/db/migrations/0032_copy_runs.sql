-- +goose Up

-- When the shop's copies were last made and tried, one row for each kind of run.
CREATE TABLE copy_runs (
    kind    TEXT PRIMARY KEY,           -- CHECK, ARCHIVE, ARCHIVE_FAILURE
    at      TIMESTAMP NOT NULL,
    failure TEXT      NOT NULL          -- '' when all went well
);

-- +goose Down
SELECT 1;
