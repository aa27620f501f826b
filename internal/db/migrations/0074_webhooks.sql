-- +goose Up

-- Addresses that are told of events; their secrets are derived from the shop's key.
CREATE TABLE webhooks (
    id            TEXT PRIMARY KEY,
    url           TEXT      NOT NULL,
    events        TEXT      NOT NULL,             -- with commas
    position      TEXT      NOT NULL,             -- in the log of changes
    active        BOOLEAN   NOT NULL,
    failing_since TIMESTAMP,                      -- NULL: the last request was accepted
    reason        TEXT      NOT NULL DEFAULT '',  -- why the last request failed
    leased_by     TEXT      NOT NULL DEFAULT '',  -- the process that sends to it
    leased_until  TIMESTAMP,
    created_at    TIMESTAMP NOT NULL
);

CREATE TABLE webhook_deliveries (
    id         TEXT PRIMARY KEY,                  -- ordered by time
    webhook_id TEXT      NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    event      TEXT      NOT NULL,
    object_id  TEXT      NOT NULL,
    changed_at TIMESTAMP NOT NULL,
    state      TEXT      NOT NULL CHECK (state IN ('WAITING', 'DELIVERED')),
    attempts   INTEGER   NOT NULL DEFAULT 0,
    status     INTEGER   NOT NULL DEFAULT 0,      -- of the last response; 0: none
    failure    TEXT      NOT NULL DEFAULT '',
    due_at     TIMESTAMP NOT NULL,
    since      TIMESTAMP NOT NULL,                -- begins the day after which the webhook is switched off
    done_at    TIMESTAMP
);
CREATE UNIQUE INDEX webhook_deliveries_untried ON webhook_deliveries (webhook_id, object_id, event) WHERE state = 'WAITING' AND attempts = 0;
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (webhook_id, object_id, id) WHERE state = 'WAITING';
CREATE INDEX webhook_deliveries_newest ON webhook_deliveries (webhook_id, state, id);

-- +goose Down
SELECT 1;
