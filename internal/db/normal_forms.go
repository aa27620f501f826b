package db

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"github.com/pressly/goose/v3"

	"kirana/internal/unicodetext"
)

// The numbers of the migrations that normalize texts.
const (
	normalFormsSchema = 59
	punctuationSchema = 86 // apostrophes, quotes and dashes compare equal to those on a keyboard
	wordKeysSchema    = 87 // the same for words of suppliers and requests of shoppers
	billKeysSchema    = 90 // the same for the numbers of suppliers' bills
)

// normalFormsMigrations returns the migrations written in Go, because SQLite has no Unicode
// normalization.
func normalFormsMigrations() []*goose.Migration {
	return []*goose.Migration{
		goose.NewGoMigration(normalFormsSchema, &goose.GoFunc{RunTx: writeNormalForms}, nil),
		goose.NewGoMigration(punctuationSchema, &goose.GoFunc{RunTx: writePunctuation}, nil),
		goose.NewGoMigration(wordKeysSchema, &goose.GoFunc{RunTx: writeWordKeys}, nil),
		goose.NewGoMigration(billKeysSchema, &goose.GoFunc{RunTx: writeBillKeys}, nil),
	}
}

// normalColumn is a text column to normalize.
type normalColumn struct {
	table, column, id string
	from              string // the source column
	within            string // SQL expression of the scope in which the text is unique
	form              func(string) string
}

func writeNormalForms(ctx context.Context, tx *sql.Tx) error {
	email := func(text string) string {
		normal, _ := unicodetext.Email(text)
		return normal
	}
	return normalizeAll(ctx, tx, []normalColumn{
		{"categories", "name_key", "id", "name", "''", unicodetext.Key},
		{"sub_categories", "name_key", "id", "name", "category_id", unicodetext.Key},
		{"products", "import_key", "id", "import_key", "CASE WHEN deleted_at IS NULL THEN '' ELSE id END", unicodetext.Compose},
		{"users", "email", "id", "email", "''", email},
		{"staff_invites", "email", "token_hash", "email", "''", email},
		{"email_codes", "email", "hash", "email", "hash", email},
		{"email_undos", "email", "hash", "email", "hash", email},
	})
}

func writePunctuation(ctx context.Context, tx *sql.Tx) error {
	return normalizeAll(ctx, tx, []normalColumn{
		{"categories", "name_key", "id", "name", "''", unicodetext.Key},
		{"sub_categories", "name_key", "id", "name", "category_id", unicodetext.Key},
		{"products", "import_key", "id", "import_key", "CASE WHEN deleted_at IS NULL THEN '' ELSE id END", importKey},
	})
}

// writeWordKeys merges rows whose texts now have the same key: a supplier's words keep the latest
// meaning that staff gave them, and the requests for a product are added up.
func writeWordKeys(ctx context.Context, tx *sql.Tx) error {
	columns := []normalColumn{
		{"supplier_words", "words", "words", "words", "supplier_id", unicodetext.Key},
		{"product_requests", "key", "id", "text", "''", unicodetext.Key},
	}
	for i, merge := range []func(ctx context.Context, tx *sql.Tx, from, into normalText) error{mergeWords, mergeRequests} {
		texts, err := columns[i].read(ctx, tx)
		if err != nil {
			return fmt.Errorf("read %s: %w", columns[i].table, err)
		}
		taken := map[[2]string]normalText{}
		for _, text := range texts {
			if text.stored == text.normal {
				taken[[2]string{text.within, text.normal}] = text
			}
		}
		for _, text := range texts {
			key := [2]string{text.within, text.normal}
			first, found := taken[key]
			switch {
			case text.stored == text.normal:
				continue
			case found:
				err = merge(ctx, tx, text, first)
			default:
				_, err = tx.ExecContext(ctx, `UPDATE `+columns[i].table+` SET `+columns[i].column+` = $1 WHERE `+columns[i].column+` = $2 AND `+columns[i].within+` = $3`, text.normal, text.stored, text.within) //nolint:gosec // G202: table and column names are constants of this file
				text.stored = text.normal
				taken[key] = text
			}
			if err != nil {
				return fmt.Errorf("write keys of %s: %w", columns[i].table, err)
			}
		}
	}
	return nil
}

// writeBillKeys keeps the old key of a bill that was booked twice: booked purchases must stay.
func writeBillKeys(ctx context.Context, tx *sql.Tx) error {
	return normalizeAll(ctx, tx, []normalColumn{
		{"purchases", "bill_key", "id", "bill", "CASE WHEN kind = 'PURCHASE' THEN supplier_id || ' ' || year ELSE id END", unicodetext.BillKey},
	})
}

func mergeWords(ctx context.Context, tx *sql.Tx, from, into normalText) error {
	_, err := tx.ExecContext(ctx, `
		UPDATE supplier_words
		SET (product_id, pack, updated_at) = (SELECT f.product_id, f.pack, f.updated_at FROM supplier_words f WHERE f.supplier_id = $1 AND f.words = $2)
		WHERE supplier_id = $1 AND words = $3 AND updated_at < (SELECT f.updated_at FROM supplier_words f WHERE f.supplier_id = $1 AND f.words = $2)`, from.within, from.stored, into.stored)
	if err == nil {
		_, err = tx.ExecContext(ctx, `DELETE FROM supplier_words WHERE supplier_id = $1 AND words = $2`, from.within, from.stored)
	}
	return err
}

func mergeRequests(ctx context.Context, tx *sql.Tx, from, into normalText) error {
	_, err := tx.ExecContext(ctx, `
		UPDATE product_requests
		SET times = times + (SELECT f.times FROM product_requests f WHERE f.id = $1),
			text = CASE WHEN last_at < (SELECT f.last_at FROM product_requests f WHERE f.id = $1) THEN (SELECT f.text FROM product_requests f WHERE f.id = $1) ELSE text END,
			last_at = CASE WHEN last_at < (SELECT f.last_at FROM product_requests f WHERE f.id = $1) THEN (SELECT f.last_at FROM product_requests f WHERE f.id = $1) ELSE last_at END
		WHERE id = $2`, from.id, into.id)
	if err == nil {
		_, err = tx.ExecContext(ctx, `DELETE FROM product_requests WHERE id = $1`, from.id)
	}
	return err
}

// importKey normalizes the parts of an import key made of names. A key made of a code stays
// unchanged.
func importKey(key string) string {
	if !strings.HasPrefix(key, "name\t") {
		return key
	}
	parts := strings.Split(key, "\t")
	for i, part := range parts {
		parts[i] = unicodetext.Key(part)
	}
	return strings.Join(parts, "\t")
}

func normalizeAll(ctx context.Context, tx *sql.Tx, columns []normalColumn) error {
	for _, c := range columns {
		if err := c.normalize(ctx, tx); err != nil {
			return fmt.Errorf("normalize %s.%s: %w", c.table, c.column, err)
		}
	}
	return nil
}

type normalText struct{ id, within, stored, normal string }

// normalize stores texts in their normal form. A text stays unchanged if another row already has
// its normal form.
func (c normalColumn) normalize(ctx context.Context, tx *sql.Tx) error {
	texts, err := c.read(ctx, tx)
	if err != nil {
		return err
	}
	taken := map[[2]string]bool{}
	for _, text := range texts {
		taken[[2]string{text.within, text.stored}] = true
	}
	for _, text := range texts {
		if text.stored == text.normal || taken[[2]string{text.within, text.normal}] {
			continue
		}
		taken[[2]string{text.within, text.normal}] = true
		if _, err := tx.ExecContext(ctx, `UPDATE `+c.table+` SET `+c.column+` = $1 WHERE `+c.id+` = $2`, text.normal, text.id); err != nil { //nolint:gosec // G202: table and column names are constants of this file
			return err
		}
	}
	return nil
}

// read returns the texts of the column in the order of the id column.
func (c normalColumn) read(ctx context.Context, tx *sql.Tx) ([]normalText, error) {
	rows, err := tx.QueryContext(ctx, `SELECT `+c.id+`, `+c.within+`, `+c.column+`, `+c.from+` FROM `+c.table+` WHERE `+c.column+` IS NOT NULL ORDER BY 1`) //nolint:gosec // G202: table and column names are constants of this file
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	var texts []normalText
	for rows.Next() {
		var text normalText
		var from string
		if err := rows.Scan(&text.id, &text.within, &text.stored, &from); err != nil {
			return nil, err
		}
		text.normal = c.form(from)
		texts = append(texts, text)
	}
	return texts, rows.Err()
}
