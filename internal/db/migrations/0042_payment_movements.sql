-- +goose Up

-- What is known of the money of a payment after it was taken: it may move at the
-- provider's own dashboard, too.
CREATE TABLE payment_movements (
    attempt_id  TEXT PRIMARY KEY REFERENCES payment_attempts (id) ON DELETE CASCADE,
    given_back  BIGINT    NOT NULL DEFAULT 0,  -- paise that the provider says went back, whoever gave them back
    dispute     TEXT      NOT NULL DEFAULT '', -- the last status of a dispute, in the provider's word
    compared_at TIMESTAMP                      -- when the provider was last asked
);
CREATE INDEX payment_attempts_taken ON payment_attempts (created_at) WHERE payment_ref <> '';

-- +goose Down
SELECT 1;
