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

// notMoved lists the tables that differ between the two databases: migrations, number series, and
// logs of changes, which triggers write again and whose readers start again.
var notMoved = []string{versionTable, "counters", "catalog_changes", "changes", "change_epochs"}

// derivedTables are filled by triggers. Their moved rows replace the rows that the triggers wrote.
var derivedTables = []string{"customer_sums", "daily_sales"}

// seriesTables maps each number series to the query for its last number.
var seriesTables = map[string]string{
	"checkout_number":  "SELECT COALESCE(MAX(number), 1000) FROM checkouts",
	"complaint_number": "SELECT COALESCE(MAX(number), 100) FROM complaints",
}

// Move migrates an empty database, copies every row of another database of either kind into it in
// one transaction, compares the contents, and calls complete with the new database. Nothing may
// write to either database meanwhile. If Move fails, PostgreSQL is left empty; the caller removes a
// SQLite file.
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
		// ctx may have ended.
		err = errors.Join(err, dropTables(context.WithoutCancel(ctx), to))
	}
	return err
}

// dropTables drops all tables and sequences of the current PostgreSQL schema, and its trigger
// functions except those of extensions.
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
	// SQLite's writer begins by locking the database, so that nothing else can write.
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

// tablesInOrder lists the tables to move: each after the tables that it references, derived ones
// last.
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

// moveTable copies the rows of one table. They replace the rows that triggers wrote.
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
		if pending = append(pending, row); len(pending) == maxRowsPerMove {
			if err := insert(); err != nil {
				return err
			}
		}
	}
	return errors.Join(rows.Err(), insert())
}

// maxRowsPerMove limits the rows in one INSERT.
const maxRowsPerMove = 20

// portable converts a value to a type that the other database accepts.
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

// compareMoved compares the counts and sums of both databases.
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
