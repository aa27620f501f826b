package workbook

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
)

// table is the state of a table of a text file while it is read.
type table struct {
	row    Row
	number int
	column int           // of the next cell, from 0
	down   map[int]merge // cells that span later rows, by column
	hidden []int         // indexes of hidden columns
	yield  func(Row) error
}

func newTable(yield func(Row) error) *table {
	return &table{down: map[int]merge{}, yield: yield}
}

func (t *table) begin(number int, hidden bool) error {
	if t.number = number; number > maxRows {
		return ErrUnreadable
	}
	t.row, t.column = Row{Number: number, Hidden: hidden}, 0
	return nil
}

// add adds a cell that spans wide columns and high rows.
func (t *table) add(text string, wide, high int) {
	t.skipTo(t.column)
	if t.column < maxColumns && text != "" {
		t.set(t.column, text)
		if high > 1 {
			t.down[t.column] = merge{column: t.column, bottom: t.number + high - 1, text: text}
		}
	}
	t.column += max(wide, 1)
}

// skipTo advances to a column, past cells that earlier rows span into it.
func (t *table) skipTo(column int) {
	for {
		above, merged := t.down[t.column]
		merged = merged && above.bottom >= t.number
		if merged {
			t.set(t.column, above.text)
		}
		if !merged && t.column >= column {
			return
		}
		t.column++
	}
}

func (t *table) set(column int, text string) {
	for len(t.row.Cells) <= column {
		t.row.Cells = append(t.row.Cells, "")
	}
	t.row.Cells[column] = text
}

func (t *table) end() error {
	t.skipTo(maxColumns)
	if strings.Join(t.row.Cells, "") == "" {
		return nil
	}
	t.row.HiddenColumns = t.hidden
	return t.yield(t.row)
}

// tableReader yields the rows of the table with index wanted, or of all tables if wanted is -1, and returns all tables.
type tableReader func(m *markup, wanted int, yield func(Row) error) ([]Sheet, error)

// openTables opens a text file and lists its tables.
func openTables(file *os.File, xml bool, read tableReader) (*Book, error) {
	isUTF8, err := holdsUTF8(file)
	if err != nil {
		return nil, err
	}
	pass := func(wanted int, yield func(Row) error) ([]Sheet, error) {
		if _, err := file.Seek(0, io.SeekStart); err != nil {
			return nil, fmt.Errorf("read spreadsheet: %w", err)
		}
		text, err := decoded(file, isUTF8)
		if err != nil {
			return nil, err
		}
		return read(newMarkup(text, xml), wanted, yield)
	}
	sheets, err := pass(-1, func(Row) error { return nil })
	switch {
	case err != nil:
		return nil, err
	case len(sheets) == 0:
		return nil, ErrUnreadable
	}
	return &Book{sheets: sheets, rows: func(sheet int, yield func(Row) error) error {
		_, err := pass(sheet, yield)
		return err
	}}, nil
}

var xmlEncoding = regexp.MustCompile(`^\s*<\?xml[^>]*\bencoding=["']([\w-]+)["']`)

// holdsUTF8 reports whether the whole file is UTF-8.
func holdsUTF8(file io.ReadSeeker) (bool, error) {
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return false, fmt.Errorf("read spreadsheet: %w", err)
	}
	buffer, kept := make([]byte, 64<<10), 0
	for {
		n, err := file.Read(buffer[kept:])
		text := buffer[:kept+n]
		for len(text) > 0 {
			r, size := utf8.DecodeRune(text)
			if r == utf8.RuneError && size == 1 {
				if err == nil && !utf8.FullRune(text) {
					break // the rest of the character is in the next read
				}
				return false, nil
			}
			text = text[size:]
		}
		kept = copy(buffer, text)
		if errors.Is(err, io.EOF) {
			return true, nil
		}
		if err != nil {
			return false, fmt.Errorf("read spreadsheet: %w", err)
		}
	}
}

// decoded converts a text to UTF-8, by its byte-order mark or declared encoding; without one it is UTF-8 if valid.
func decoded(file io.Reader, isUTF8 bool) (io.Reader, error) {
	head := make([]byte, 1024)
	n, _ := io.ReadFull(file, head)
	whole := io.MultiReader(bytes.NewReader(head[:n]), file)
	label := ""
	if found := xmlEncoding.FindSubmatch(head[:n]); found != nil {
		label = string(found[1])
	}
	contentType := "text/html"
	if label != "" {
		contentType += "; charset=" + label
	}
	if _, _, certain := charset.DetermineEncoding(head[:n], contentType); !certain && isUTF8 {
		return whole, nil
	}
	text, err := charset.NewReader(whole, contentType)
	if err != nil {
		return nil, ErrUnreadable
	}
	return text, nil
}
