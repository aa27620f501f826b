package shoptest

import (
	"context"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"kirana/internal/db"
)

// Scans returns the tables that a statement scans, by its plan. For PostgreSQL it reports only
// scans without an alternative, because small tables are scanned by choice. Call Analyze first.
func Scans(t testing.TB, d *db.DB, r db.RecordedStatement) []string {
	t.Helper()
	var tables []string
	ctx := t.Context()
	err := d.Tx(ctx, func(tx *db.Tx) (err error) {
		if d.MultiNode() {
			tables, err = postgresScans(ctx, tx, r)
		} else {
			tables, err = sqliteScans(ctx, tx, r)
		}
		return err
	})
	if err != nil {
		t.Fatalf("read the plan of %s: %v", r.Query, err)
	}
	return tables
}

// Indexes returns the indexes in the plan of a statement, each as often as the plan uses it.
func Indexes(t testing.TB, d *db.DB, r db.RecordedStatement) []string {
	t.Helper()
	var plan string
	err := d.Tx(t.Context(), func(tx *db.Tx) (err error) {
		if d.MultiNode() {
			var steps []string
			steps, err = db.All[string](t.Context(), tx, `EXPLAIN `+r.Query, r.Args...)
			plan = strings.Join(steps, "\n")
			return err
		}
		steps, err := sqlitePlan(t.Context(), tx, r)
		for _, step := range steps {
			plan += step.Details + "\n"
		}
		return err
	})
	if err != nil {
		t.Fatalf("read the plan of %s: %v", r.Query, err)
	}
	var names []string
	for _, found := range usedIndex.FindAllStringSubmatch(plan, -1) {
		names = append(names, strings.Join(found[1:], ""))
	}
	return names
}

// Analyze updates the database's statistics.
func Analyze(t testing.TB, d *db.DB) {
	t.Helper()
	err := d.Tx(t.Context(), func(tx *db.Tx) error {
		return db.Exec(t.Context(), tx, `ANALYZE`)
	})
	if err != nil {
		t.Fatalf("arrange the test: %v", err)
	}
}

var (
	// wholeTable matches SQLite's scan of a table, not of an index.
	wholeTable = regexp.MustCompile(`^SCAN (\w+)$`)
	// subquery matches SQLite's name of a subquery.
	subquery = regexp.MustCompile(`^(?:CO-ROUTINE|MATERIALIZE) (\w+)$`)
	// usedIndex matches the index of a step in either database.
	usedIndex = regexp.MustCompile(`USING (?:COVERING )?INDEX (\w+)|Index (?:Only )?Scan (?:Backward )?using (\w+)|Bitmap Index Scan on (\w+)`)
)

// sqliteStep is a step of a plan.
type sqliteStep struct {
	ID      int    `db:"id"`
	Parent  int    `db:"parent"`
	Unused  int    `db:"notused"`
	Details string `db:"detail"`
}

func sqlitePlan(ctx context.Context, tx *db.Tx, r db.RecordedStatement) ([]sqliteStep, error) {
	return db.All[sqliteStep](ctx, tx, `EXPLAIN QUERY PLAN `+r.Query, r.Args...)
}

func sqliteScans(ctx context.Context, tx *db.Tx, r db.RecordedStatement) (tables []string, err error) {
	steps, err := sqlitePlan(ctx, tx, r)
	subqueries := map[string]bool{}
	for _, step := range steps {
		if found := subquery.FindStringSubmatch(step.Details); found != nil {
			subqueries[found[1]] = true
		}
	}
	for _, step := range steps {
		if found := wholeTable.FindStringSubmatch(step.Details); found != nil && !subqueries[found[1]] {
			tables = append(tables, found[1])
		}
	}
	return tables, err
}

// postgresNode is the used part of a plan's step.
type postgresNode struct {
	Kind  string         `json:"Node Type"`
	Table string         `json:"Relation Name"`
	Plans []postgresNode `json:"Plans"`
}

func (n postgresNode) scans() (tables []string) {
	if n.Kind == "Seq Scan" {
		tables = append(tables, n.Table)
	}
	for _, step := range n.Plans {
		tables = append(tables, step.scans()...)
	}
	return tables
}

func postgresScans(ctx context.Context, tx *db.Tx, r db.RecordedStatement) (tables []string, err error) {
	if err := db.Exec(ctx, tx, `SET LOCAL enable_seqscan = off`); err != nil {
		return nil, err
	}
	text, err := db.Get[string](ctx, tx, `EXPLAIN (FORMAT JSON) `+r.Query, r.Args...)
	if err != nil {
		return nil, err
	}
	var plans []struct {
		Plan postgresNode `json:"Plan"`
	}
	if err := json.Unmarshal([]byte(text), &plans); err != nil {
		return nil, err
	}
	for _, plan := range plans {
		tables = append(tables, plan.Plan.scans()...)
	}
	return tables, nil
}
