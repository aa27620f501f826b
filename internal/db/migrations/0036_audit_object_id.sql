-- +goose Up

-- Whom an act was done to, by id: when a person is erased from the log, others of the
-- same name stay in it.
ALTER TABLE audit_log ADD COLUMN object_id TEXT NOT NULL DEFAULT '';
UPDATE audit_log
SET object_id = object
WHERE what = 'customer.delete' AND EXISTS (SELECT 1 FROM users WHERE users.id = audit_log.object);
UPDATE audit_log
SET object_id = (
    SELECT MIN(people.id)
    FROM (SELECT id, name FROM users UNION ALL SELECT user_id, name FROM deleted_accounts) people
    WHERE people.name = audit_log.object
)
WHERE what IN ('customer.suspend', 'customer.activate', 'customer.note') AND 1 = (
    SELECT COUNT(*)
    FROM (SELECT id, name FROM users UNION ALL SELECT user_id, name FROM deleted_accounts) people
    WHERE people.name = audit_log.object
);
CREATE INDEX audit_log_object_id ON audit_log (object_id) WHERE object_id <> '';

-- +goose Down
SELECT 1;
