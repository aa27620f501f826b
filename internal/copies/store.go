package copies

import (
	"context"
	"fmt"
	"time"

	"kirana/internal/db"
)

// Kinds of runs whose last result is stored.
const (
	checkRun       = "CHECK"           // a copy was restored and checked
	archiveRun     = "ARCHIVE"         // an archive of a PostgreSQL shop was stored
	archiveFailure = "ARCHIVE_FAILURE" // an archive failed
)

// run is the last run of a kind.
type run struct {
	Kind    string    `db:"kind"`
	At      time.Time `db:"at"`
	Failure string    `db:"failure"` // "" if it succeeded
}

func lastRuns(ctx context.Context, q db.Querier) (map[string]run, error) {
	rows, err := db.All[run](ctx, q, `SELECT kind, at, failure FROM copy_runs`)
	if err != nil {
		return nil, fmt.Errorf("read when the copies were made: %w", err)
	}
	runs := make(map[string]run, len(rows))
	for _, row := range rows {
		runs[row.Kind] = row
	}
	return runs, nil
}

func saveRun(ctx context.Context, tx *db.Tx, r run) error {
	return db.Exec(ctx, tx, `
		INSERT INTO copy_runs (kind, at, failure)
		VALUES ($1, $2, $3)
		ON CONFLICT (kind) DO UPDATE SET at = excluded.at, failure = excluded.failure`, r.Kind, r.At, r.Failure)
}
