package job

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"kirana/internal/db"
)

func insert(ctx context.Context, tx *db.Tx, job Job) error {
	return db.Insert(ctx, tx, `
		INSERT INTO jobs (id, kind, payload, due_at, created_at)
		VALUES (:id, :kind, :payload, :created_at, :created_at)`, job)
}

// insertOnce inserts a job that is due at its CreatedAt. If a job waits under its key, it postpones that
// job instead. created_at of a waiting job is the time at which it was first due.
func insertOnce(ctx context.Context, tx *db.Tx, job Job, once Once) error {
	var dueSince, earliestSince time.Time // oldest created_at of jobs that can be postponed to Due, and to Earliest
	if once.MaxDelay > 0 {
		dueSince, earliestSince = once.Due.Add(-once.MaxDelay), once.Earliest.Add(-once.MaxDelay)
	}
	return db.Exec(ctx, tx, `
		INSERT INTO jobs (id, kind, payload, due_at, created_at, dedupe_key)
		VALUES ($1, $2, $3, $4, $4, $5)
		ON CONFLICT (kind, dedupe_key) WHERE dedupe_key <> '' AND attempts = 0 AND given_up_at IS NULL
		DO UPDATE SET due_at = CASE
			WHEN jobs.created_at >= $6 THEN excluded.due_at
			WHEN jobs.created_at >= $7 AND jobs.due_at < $8 THEN $8
			ELSE jobs.due_at END`,
		job.ID, job.Kind, job.Payload, job.CreatedAt, once.Key, dueSince, earliestSince, once.Earliest)
}

func waits(ctx context.Context, q db.Querier, kind, key string) (bool, error) {
	return db.Get[bool](ctx, q, `
		SELECT EXISTS (
			SELECT 1 FROM jobs WHERE kind = $1 AND dedupe_key = $2 AND dedupe_key <> '' AND attempts = 0 AND given_up_at IS NULL
		)`, kind, key)
}

// claimQuery holds the parameters of claim: it leases up to limit jobs of these kinds until leaseEnd.
type claimQuery struct {
	kinds         []string
	now, leaseEnd time.Time
	limit         int
}

// claim leases the jobs that have been due longest. Each kind is read by its own index: with one condition for
// all kinds, a lane would scan the backlog of every other lane while holding SQLite's only write transaction.
func claim(ctx context.Context, tx *db.Tx, c claimQuery) ([]Job, error) {
	args := []any{c.now}
	limit := strconv.Itoa(c.limit) // SQLite prepares a statement again when the parameter of its LIMIT changes
	var queries []string
	for _, kind := range c.kinds {
		args = append(args, kind)
		queries = append(queries, fmt.Sprintf(`
			SELECT * FROM (
				SELECT id, kind, payload, attempts + 1 AS attempts, created_at, due_at
				FROM jobs
				WHERE kind = $%[1]d AND due_at <= $1 AND given_up_at IS NULL
				ORDER BY due_at, id
				LIMIT %[2]s%[3]s
			) AS of_kind_%[1]d`, len(args), limit, tx.SkipLocked()))
	}
	jobs, err := db.All[Job](ctx, tx, `
		SELECT id, kind, payload, attempts, created_at
		FROM (`+strings.Join(queries, " UNION ALL ")+`) AS due
		ORDER BY due_at, id
		LIMIT `+limit, args...)
	if err != nil || len(jobs) == 0 {
		return nil, err
	}
	leased := []any{c.leaseEnd}
	for _, job := range jobs {
		leased = append(leased, job.ID)
	}
	return jobs, db.Exec(ctx, tx, `
		UPDATE jobs
		SET attempts = attempts + 1, due_at = $1
		WHERE id IN (`+db.Placeholders(2, len(jobs))+`)`, leased...)
}

// The number of attempts in each statement keeps a worker whose lease has ended from touching a job claimed by
// another.

func deleteJobs(ctx context.Context, tx *db.Tx, jobs []Job) error {
	if len(jobs) == 0 {
		return nil
	}
	var conditions []string
	var args []any
	for _, job := range jobs {
		conditions = append(conditions, fmt.Sprintf("id = $%d AND attempts = $%d", len(args)+1, len(args)+2))
		args = append(args, job.ID, job.Attempts)
	}
	return db.Exec(ctx, tx, `DELETE FROM jobs WHERE `+strings.Join(conditions, " OR "), args...)
}

func reschedule(ctx context.Context, tx *db.Tx, job Job, due time.Time, reason string) error {
	return db.Exec(ctx, tx, `
		UPDATE jobs
		SET due_at = $3, last_error = $4
		WHERE id = $1 AND attempts = $2`, job.ID, job.Attempts, due, truncate(reason))
}

func fail(ctx context.Context, tx *db.Tx, job Job, now time.Time, reason string) (marked bool, err error) {
	n, err := db.ExecRows(ctx, tx, `
		UPDATE jobs
		SET given_up_at = $3, last_error = $4
		WHERE id = $1 AND attempts = $2`, job.ID, job.Attempts, now, truncate(reason))
	return n == 1, err
}

func deleteFailed(ctx context.Context, tx *db.Tx, before time.Time) error {
	return db.Exec(ctx, tx, `DELETE FROM jobs WHERE given_up_at < $1`, before)
}

// truncate bounds a reason, which may quote another server's response, to a column's length.
func truncate(reason string) string {
	const maxBytes = 300
	reason = strings.ToValidUTF8(strings.ReplaceAll(reason, "\x00", ""), "")
	for len(reason) > maxBytes {
		_, size := utf8.DecodeLastRuneInString(reason)
		reason = reason[:len(reason)-size]
	}
	return reason
}
