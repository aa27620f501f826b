package audit

import (
	"context"
	"strconv"
	"strings"
	"time"

	"kirana/internal/db"
)

const columns = `id, actor_id, actor_name, what, object, object_id, before, after, address, created_at`

func insert(ctx context.Context, tx *db.Tx, records []Record) error {
	return db.Insert(ctx, tx, `
		INSERT INTO audit_log (`+columns+`)
		VALUES (:id, :actor_id, :actor_name, :what, :object, :object_id, :before, :after, :address, :created_at)`, records...)
}

// noun is SQL for the first part of a code with its dot, or "" for a code without a dot. Indexes
// begin with this expression: they have the entries of a noun sorted by time, which a range of codes
// would not give.
const noun = `RTRIM(what, 'abcdefghijklmnopqrstuvwxyz_')`

// conditions returns the filter without Words as a WHERE clause, with its arguments.
func (f Filter) conditions() (string, []any) {
	parts, args := []string{"TRUE"}, []any{}
	add := func(condition string, arg any) {
		args = append(args, arg)
		parts = append(parts, strings.ReplaceAll(condition, "$?", "$"+strconv.Itoa(len(args))))
	}
	switch {
	case f.Who == "":
	case f.byID:
		add(`actor_id = $?`, f.Who)
	default:
		add(`LOWER(actor_name) LIKE $? ESCAPE '\'`, "%"+likeText.Replace(strings.ToLower(f.Who))+"%")
	}
	switch {
	case strings.HasSuffix(f.What, "."):
		add(noun+` = $?`, f.What)
	case f.What != "":
		// Add the noun, because the indexes begin with it.
		add(noun+` = $?`, f.What[:strings.LastIndexByte(f.What, '.')+1])
		add(`what = $?`, f.What)
	}
	if !f.From.IsZero() {
		add(`created_at >= $?`, f.From)
	}
	if !f.To.IsZero() {
		add(`created_at < $?`, f.To)
	}
	return " WHERE " + strings.Join(parts, " AND "), args
}

// isActor reports whether any entry has an actor with the id.
func isActor(ctx context.Context, q db.Querier, userID string) (bool, error) {
	return db.Get[bool](ctx, q, `SELECT EXISTS (SELECT 1 FROM audit_log WHERE actor_id = $1)`, userID)
}

var likeText = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// countedRecord is a record of a page, with the number of records that were counted.
type countedRecord struct {
	Record

	Counted int `db:"counted"`
}

// maxSearched limits a search for part of a text to the newest entries that match the other filters.
// A search for a whole object covers all entries.
const maxSearched = 20_000

// found returns SQL for the ids and times of the filter's entries, newest first, with a LIMIT of
// length and an OFFSET.
func (f Filter) found(length, offset int) (string, []any) {
	where, args := f.conditions()
	arg := func(value any) string {
		args = append(args, value)
		return "$" + strconv.Itoa(len(args))
	}
	const newest = ` ORDER BY created_at DESC, id DESC LIMIT `
	part := func() string { return newest + arg(length) + ` OFFSET ` + arg(offset) }
	words := strings.ToLower(strings.TrimSpace(f.Words))
	if words == "" {
		return `SELECT id, created_at FROM audit_log` + where + part(), args
	}
	like, whole, number := arg("%"+likeText.Replace(words)+"%"), arg(words), arg("#"+words)
	return `
		SELECT id, created_at
		FROM (SELECT id, created_at, object, before, after FROM audit_log` + where + newest + arg(maxSearched) + `) newest
		WHERE LOWER(object) LIKE ` + like + ` ESCAPE '\' OR LOWER(before) LIKE ` + like + ` ESCAPE '\' OR LOWER(after) LIKE ` + like + ` ESCAPE '\'
		UNION
		SELECT id, created_at FROM audit_log` + where + ` AND LOWER(object) IN (` + whole + `, ` + number + `)` + part(), args
}

// list returns a page and its Page.Total, which is 0 for an empty page. It finds the entries in an
// index, and reads only those of the page.
func list(ctx context.Context, q db.Querier, f Filter) ([]Record, int, error) {
	length, offset := db.CountRange(f.Page, f.Limit)
	found, args := f.found(length, offset)
	n := len(args)
	rows, err := db.All[countedRecord](ctx, q, `
		WITH found AS (`+found+`)
		SELECT `+columns+`, (SELECT COUNT(*) FROM found) AS counted
		FROM audit_log
		WHERE id IN (SELECT id FROM found ORDER BY created_at DESC, id DESC LIMIT $`+strconv.Itoa(n+1)+` OFFSET $`+strconv.Itoa(n+2)+`)
		ORDER BY created_at DESC, id DESC`, append(args, f.Limit, (f.Page-1)*f.Limit-offset)...)
	records, total := make([]Record, len(rows)), 0
	for i, row := range rows {
		records[i], total = row.Record, offset+row.Counted
	}
	return records, total, err
}

func count(ctx context.Context, q db.Querier, f Filter) (int, error) {
	found, args := f.found(db.MaxCounted, 0)
	return db.Get[int](ctx, q, `SELECT COUNT(*) FROM (`+found+`) found`, args...)
}

func dropOlder(ctx context.Context, tx *db.Tx, before time.Time) error {
	return db.Exec(ctx, tx, `DELETE FROM audit_log WHERE created_at < $1`, before)
}

// Person identifies a person to be erased from the log.
type Person struct {
	UserID, Email string
	Until         time.Time // when the account ended: someone else may have had the email since
}

// ErasePerson removes a person from the log; the actions stay. It erases the name and addresses of
// the person's own actions, the texts of their logins and changes of email and password, the texts
// of other people's actions on the account, except order numbers, and logins refused under the email.
func ErasePerson(ctx context.Context, tx *db.Tx, p Person) error {
	err := db.Exec(ctx, tx, `UPDATE audit_log SET actor_name = '', address = '' WHERE actor_id = $1`, p.UserID)
	if err != nil {
		return err
	}
	err = db.Exec(ctx, tx, `
		UPDATE audit_log
		SET object = '', before = '', after = ''
		WHERE actor_id = $1 AND (what LIKE 'login.%' OR what LIKE 'email.%' OR what LIKE 'password.%')`, p.UserID)
	if err != nil {
		return err
	}
	err = db.Exec(ctx, tx, `
		UPDATE audit_log
		SET object = CASE WHEN what LIKE 'checkout.%' THEN object ELSE '' END, before = '', after = ''
		WHERE object_id = $1`, p.UserID)
	if err != nil {
		return err
	}
	if p.Email == "" {
		return nil
	}
	// Refused logins have the email as their object, but no user id.
	return db.Exec(ctx, tx, `
		UPDATE audit_log
		SET object = '', before = '', after = '', address = CASE WHEN actor_id = '' THEN '' ELSE address END
		WHERE LOWER(object) = $1 AND created_at <= $2 AND (what LIKE 'login.%' OR what LIKE 'email.%')`, p.Email, p.Until)
}
