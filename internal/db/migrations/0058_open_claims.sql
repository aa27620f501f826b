-- +goose Up

-- Whether staff has still to say that a claimed UPI payment came: a stage or a status never answers that.
ALTER TABLE checkouts ADD COLUMN claim_open BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE checkouts SET claim_open = TRUE WHERE claimed_at IS NOT NULL AND paid_by = '' AND problem = TRUE;

-- +goose Down
SELECT 1;
