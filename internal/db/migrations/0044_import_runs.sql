-- +goose Up

-- Each import that changed something, and its report.
CREATE TABLE import_runs (
    id         TEXT PRIMARY KEY,
    file       TEXT      NOT NULL,
    who        TEXT      NOT NULL,
    created_at TIMESTAMP NOT NULL,
    imported   BIGINT    NOT NULL DEFAULT 0,
    updated    BIGINT    NOT NULL DEFAULT 0,
    report     TEXT      NOT NULL DEFAULT '', -- JSON; '' until the import is through
    undone_at  TIMESTAMP
);
CREATE INDEX import_runs_created ON import_runs (created_at);

-- How each product was before, so that an import can be undone; kept for seven days.
CREATE TABLE import_run_changes (
    run_id       TEXT      NOT NULL REFERENCES import_runs (id),
    product_id   TEXT      NOT NULL REFERENCES products (id),
    before       TEXT      NOT NULL, -- JSON; '' of a product that the import added
    baseline     TEXT      NOT NULL, -- of import_baselines before; '' where there was none
    stock_change BIGINT    NOT NULL,
    edited_at    TIMESTAMP NOT NULL, -- what the import set: a later one is a person's edit, or a later import's
    PRIMARY KEY (run_id, product_id)
);

-- +goose Down
SELECT 1;
