-- +goose Up

-- What the shop finds out about itself. A probe writes one of the probe rows now and
-- then, any that no other node writes just now, to see whether it can.
CREATE TABLE health_checks (
    name       TEXT PRIMARY KEY,
    checked_at TIMESTAMP NOT NULL,
    problem    TEXT      NOT NULL DEFAULT '', -- a sentence; '' when there is none
    since      TIMESTAMP                      -- when the problem was found first
);
INSERT INTO health_checks (name, checked_at) VALUES
    ('probe 1', '2000-01-01 00:00:00'), ('probe 2', '2000-01-01 00:00:00'), ('probe 3', '2000-01-01 00:00:00'), ('probe 4', '2000-01-01 00:00:00'),
    ('integrity', '2000-01-01 00:00:00');

-- +goose Down
SELECT 1;
