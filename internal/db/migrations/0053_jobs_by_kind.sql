-- +goose Up

-- What is due of a kind: a lane of workers reads past no other lane's backlog.
CREATE INDEX jobs_due_of_kind ON jobs (kind, due_at, id) WHERE given_up_at IS NULL;

-- +goose Down
SELECT 1;
