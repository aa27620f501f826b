-- +goose Up

-- The desk's lists begin with what has a problem: read in this order, the first page
-- reads as much of 100,000 orders as of 1,000.
DROP INDEX checkouts_newest;
DROP INDEX checkouts_problems;
CREATE INDEX checkouts_newest ON checkouts (problem DESC, created_at DESC, id DESC) WHERE NOT unpaid;
CREATE INDEX checkouts_of_stage ON checkouts (stage, problem DESC, created_at DESC, id DESC) WHERE NOT unpaid;

-- +goose Down
SELECT 1;
