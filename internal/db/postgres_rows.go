package db

import (
	"context"
	"database/sql"
	"reflect"

	"github.com/jackc/pgx/v5"
	"github.com/jmoiron/sqlx/reflectx"
)

// getBatched reads one row in a batch with the kept statements.
func getBatched[T any](ctx context.Context, t *Tx, query string, args ...any) (row T, err error) {
	rows, err := allBatched[T](ctx, t, query, args...)
	if err == nil && len(rows) == 0 {
		err = ErrNoRow
	}
	if err != nil {
		return row, err
	}
	return rows[0], nil
}

// allBatched reads every row in a batch with the kept statements.
func allBatched[T any](ctx context.Context, t *Tx, query string, args ...any) (rows []T, err error) {
	err = t.flush(ctx, statement{query: query, args: args, collect: func(found pgx.Rows) (err error) {
		rows, err = collectRows[T](found)
		return err
	}})
	return rows, err
}

// collectRows scans rows as sqlx does, into structs by their db tags or into single values.
func collectRows[T any](rows pgx.Rows) ([]T, error) {
	columns := columnMapper.TypeMap(reflect.TypeFor[T]())
	_, scanner := any(new(T)).(sql.Scanner)
	all := []T{}
	var fields [][]int
	var targets []any
	for rows.Next() {
		all = append(all, *new(T))
		row := &all[len(all)-1]
		if scanner || len(columns.Index) == 0 { // a single value, or a struct without db fields, such as time.Time
			if err := rows.Scan(row); err != nil {
				return nil, err
			}
			continue
		}
		if fields == nil {
			descriptions := rows.FieldDescriptions()
			names := make([]string, len(descriptions))
			for i, description := range descriptions {
				names[i] = description.Name
			}
			fields, targets = columnMapper.TraversalsByName(reflect.TypeFor[T](), names), make([]any, len(names))
		}
		value := reflect.ValueOf(row).Elem()
		for i, field := range fields {
			targets[i] = reflectx.FieldByIndexes(value, field).Addr().Interface()
		}
		if err := rows.Scan(targets...); err != nil {
			return nil, err
		}
	}
	return all, rows.Err()
}
