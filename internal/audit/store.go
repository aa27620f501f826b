package audit

import (
	"context"
	"strconv"
	"strings"
	"time"

	"kirana/internal/db"
)

const columns = `id, actor_id, actor_name, what, object, before, after, address, created_at`

func insert(ctx context.Context, tx *db.Tx, records []Record) error {
	return db.Insert(ctx, tx, `
		INSERT INTO audit_log (`+columns+`)
		VALUES (:id, :actor_id, :actor_name, :what, :object, :before, :after, :address, :created_at)`, records...)
}

// conditions returns the filter as SQL with its arguments.
func (f Filter) conditions() (string, []any) {
	parts, args := []string{"TRUE"}, []any{}
	add := func(condition string, arg any) {
		args = append(args, arg)
		parts = append(parts, strings.ReplaceAll(condition, "$?", "$"+strconv.Itoa(len(args))))
	}
	if f.Who != "" {
		add(`actor_id = $?`, f.Who)
	}
	switch {
	case strings.HasSuffix(f.What, "."):
		// A range, not LIKE: it reads along the index. '/' follows '.' in ASCII.
		add(`what >= $?`, f.What)
		add(`what < $?`, strings.TrimSuffix(f.What, ".")+"/")
	case f.What != "":
		add(`what = $?`, f.What)
	}
	if !f.From.IsZero() {
		add(`created_at >= $?`, f.From)
	}
	if !f.To.IsZero() {
		add(`created_at < $?`, f.To)
	}
	if q := strings.ToLower(strings.TrimSpace(f.Words)); q != "" {
		add(`(LOWER(object) LIKE $? ESCAPE '\' OR LOWER(before) LIKE $? ESCAPE '\' OR LOWER(after) LIKE $? ESCAPE '\')`,
			"%"+likeText.Replace(q)+"%")
	}
	return " WHERE " + strings.Join(parts, " AND "), args
}

var likeText = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

func list(ctx context.Context, q db.Querier, f Filter) ([]Record, error) {
	where, args := f.conditions()
	n := len(args)
	return db.All[Record](ctx, q, `
		SELECT `+columns+`
		FROM audit_log`+where+`
		ORDER BY created_at DESC, id DESC
		LIMIT $`+strconv.Itoa(n+1)+` OFFSET $`+strconv.Itoa(n+2),
		append(args, f.Limit, (f.Page-1)*f.Limit)...)
}

// maxCounted is how far entries are counted: to count every one would read the whole log
// for each page.
const maxCounted = 10_000

func count(ctx context.Context, q db.Querier, f Filter) (int, error) {
	where, args := f.conditions()
	return db.Get[int](ctx, q, `SELECT COUNT(*) FROM (SELECT 1 FROM audit_log`+where+` LIMIT `+strconv.Itoa(maxCounted)+`) a`, args...)
}

func dropOlder(ctx context.Context, tx *db.Tx, before time.Time) error {
	_, err := db.Exec(ctx, tx, `DELETE FROM audit_log WHERE created_at < $1`, before)
	return err
}
