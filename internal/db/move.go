package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"kirana/internal/fault"
)

// notMoved are the tables that the two databases do not have alike: each has its own
// migrations and numbers, and the changes of the catalog are for processes that run, as are
// the files that name a place among them.
var notMoved = []string{versionTable, "counters", "catalog_changes", "catalog_files"}

// derivedTables are written by triggers as the other tables are filled; what is moved
// takes the place of that.
var derivedTables = []string{"customer_sums", "daily_sales"}

// seriesTables says which column the numbers of a series were given to.
var seriesTables = map[string]string{
	"checkout_number":  "SELECT COALESCE(MAX(number), 1000) FROM checkouts",
	"complaint_number": "SELECT COALESCE(MAX(number), 100) FROM complaints",
}

// Move makes an empty database and copies every row of another into it, of either kind,
// in one transaction, and compares what has arrived. Nobody may write to either
// meanwhile. Then it calls complete with the new database. When anything fails, PostgreSQL
// is left empty and SQLite's file to the caller.
func Move(ctx context.Context, from *DB, databaseURL, dataDir string, complete func(to *DB) error) (err error) {
	to, err := openUnmigrated(ctx, databaseURL, dataDir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	c, err := claimEmpty(ctx, to)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.release()) }()
	err = to.migrate(ctx)
	if err == nil {
		err = moveRows(ctx, from, to)
	}
	if err == nil {
		err = complete(to)
	}
	if err == nil {
		err = c.finish(ctx)
	}
	if err != nil && to.dialect.multiNode {
		// The context may be what ended it.
		err = errors.Join(err, dropTables(context.WithoutCancel(ctx), to))
	}
	return err
}

// dropTables leaves a PostgreSQL database as it was before the program made its tables:
// it had none. What extensions have put there stays.
func dropTables(ctx context.Context, d *DB) error {
	_, err := d.write.ExecContext(ctx, `
		DO $$ DECLARE statement TEXT;
		BEGIN
			FOR statement IN SELECT format('DROP TABLE %I.%I CASCADE', schemaname, tablename) FROM pg_tables WHERE schemaname = current_schema()
			LOOP EXECUTE statement; END LOOP;
			FOR statement IN SELECT format('DROP SEQUENCE %I.%I CASCADE', schemaname, sequencename) FROM pg_sequences WHERE schemaname = current_schema()
			LOOP EXECUTE statement; END LOOP;
			FOR statement IN SELECT format('DROP FUNCTION %s CASCADE', CAST(oid AS regprocedure)) FROM pg_proc
				WHERE pronamespace = CAST(current_schema() AS regnamespace) AND prorettype = CAST('trigger' AS regtype)
					AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
			LOOP EXECUTE statement; END LOOP;
		END $$`)
	if err != nil {
		return fmt.Errorf("remove the tables: %w", err)
	}
	return nil
}

func moveRows(ctx context.Context, from, to *DB) error {
	if schema, err := from.Schema(ctx); err != nil {
		return err
	} else if newest, err := newestSchema(); err != nil || schema != newest {
		return errors.Join(fault.New(fault.Conflict, "older_schema", "The shop's tables are of an older Kirana. Run `kirana migrate` first."), err)
	}
	// SQLite's writer: it begins by locking the database, so that nobody else writes.
	raw, err := from.write.BeginTxx(ctx, &sql.TxOptions{Isolation: from.dialect.snapshot, ReadOnly: from.dialect.multiNode})
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer func() { _ = raw.Rollback() }()
	source := &Tx{tx: raw, db: from}
	if err := source.liftTimeouts(ctx); err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	tables, err := tablesInOrder(ctx, from)
	if err != nil {
		return err
	}
	return to.runTx(ctx, ctx, func(target *Tx) error {
		if err := target.liftTimeouts(ctx); err != nil {
			return fmt.Errorf("begin: %w", err)
		}
		for _, table := range tables {
			if err := moveTable(ctx, source, target, table); err != nil {
				return fmt.Errorf("move %s: %w", table, err)
			}
		}
		for series, last := range seriesTables {
			number, err := Get[int64](ctx, source, last)
			if err == nil {
				_, err = target.tx.ExecContext(ctx, to.dialect.setNumber, series, number)
			}
			if err != nil {
				return fmt.Errorf("move the last %s: %w", series, err)
			}
		}
		return compareMoved(ctx, source, target)
	})
}

// tablesInOrder lists the tables that are moved so that each comes after those that it
// names rows of, and what is derived last.
func tablesInOrder(ctx context.Context, from *DB) ([]string, error) {
	tables, err := All[string](ctx, from, from.dialect.tables)
	if err != nil {
		return nil, fmt.Errorf("list the tables: %w", err)
	}
	references, err := All[struct {
		Table  string `db:"referring"`
		Target string `db:"referred"`
	}](ctx, from, from.dialect.references)
	if err != nil {
		return nil, fmt.Errorf("list the foreign keys: %w", err)
	}
	needs := map[string][]string{}
	for _, r := range references {
		if r.Table != r.Target {
			needs[r.Table] = append(needs[r.Table], r.Target)
		}
	}
	var ordered []string
	var visit func(table string)
	visit = func(table string) {
		if slices.Contains(ordered, table) {
			return
		}
		for _, needed := range needs[table] {
			visit(needed)
		}
		ordered = append(ordered, table)
	}
	for _, table := range tables {
		if !slices.Contains(notMoved, table) && !slices.Contains(derivedTables, table) {
			visit(table)
		}
	}
	return append(ordered, derivedTables...), nil
}

// moveTable copies the rows of one table, replacing what triggers have put there.
func moveTable(ctx context.Context, source, target *Tx, table string) error {
	if _, err := target.tx.ExecContext(ctx, `DELETE FROM "`+table+`"`); err != nil {
		return err
	}
	rows, err := source.tx.QueryxContext(ctx, `SELECT * FROM "`+table+`"`)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	columns, err := rows.ColumnTypes()
	if err != nil {
		return err
	}
	var pending [][]any
	insert := func() error {
		err := insertRows(ctx, target, table, columns, pending)
		pending = pending[:0]
		return err
	}
	for rows.Next() {
		row, err := rows.SliceScan()
		if err != nil {
			return err
		}
		for i := range row {
			row[i] = portable(row[i], columns[i].DatabaseTypeName())
		}
		if pending = append(pending, row); len(pending) == maxRowsPerInsert {
			if err := insert(); err != nil {
				return err
			}
		}
	}
	return errors.Join(rows.Err(), insert())
}

// portable is a value as the other database takes it.
func portable(value any, databaseType string) any {
	switch v := value.(type) {
	case int64:
		if strings.HasPrefix(strings.ToUpper(databaseType), "BOOL") {
			return v != 0
		}
	case []byte:
		return string(v)
	case time.Time:
		return v.UTC()
	}
	return value
}

func insertRows(ctx context.Context, target *Tx, table string, columns []*sql.ColumnType, rows [][]any) error {
	if len(rows) == 0 {
		return nil
	}
	names := make([]string, len(columns))
	for i, column := range columns {
		names[i] = `"` + column.Name() + `"`
	}
	var statement strings.Builder
	statement.WriteString(`INSERT INTO "` + table + `" (` + strings.Join(names, ", ") + `) VALUES `)
	args := make([]any, 0, len(rows)*len(columns))
	for i, row := range rows {
		if i > 0 {
			statement.WriteString(", ")
		}
		for j := range row {
			separator := ", $"
			if j == 0 {
				separator = "($"
			}
			statement.WriteString(separator + strconv.Itoa(len(args)+j+1))
		}
		statement.WriteString(")")
		args = append(args, row...)
	}
	_, err := target.tx.ExecContext(ctx, statement.String(), args...)
	return err
}

// compareMoved compares the counts and sums of what was moved.
func compareMoved(ctx context.Context, source, target *Tx) error {
	want, err := contents(ctx, source, source.db.dialect)
	if err != nil {
		return err
	}
	got, err := contents(ctx, target, target.db.dialect)
	if err != nil {
		return err
	}
	for _, table := range notMoved {
		delete(want.Rows, table)
	}
	if differences := want.Differences(got); len(differences) > 0 {
		return fmt.Errorf("not everything has arrived: %s", strings.Join(differences, "; "))
	}
	return nil
}
