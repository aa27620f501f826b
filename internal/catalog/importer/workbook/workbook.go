// Package workbook reads the cells of spreadsheets as text: XLSX, and the HTML tables and XML that programs save with the
// extension .xls. Memory holds one row at a time, and the shared texts of an XLSX.
package workbook

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
)

// Limits: a ZIP of a few kilobytes can unpack to any size.
const (
	maxToken   = 1 << 20   // bytes of one tag or text
	maxPart    = 256 << 20 // bytes of one part, unpacked
	maxAll     = 1 << 30   // bytes unpacked in total, including repeated reads of a sheet
	maxTexts   = 64 << 20  // bytes of the shared texts
	maxEntries = 4 << 20   // shared texts
	maxRows    = 1 << 20
	maxColumns = 1000
	maxSheets  = 200
	maxDepth   = 64 // nested elements of a part
)

var (
	// ErrUnreadable is returned for a damaged file, an unknown format, or one beyond the limits.
	ErrUnreadable = errors.New("no spreadsheet that can be read")
	// ErrNoSheet is returned for an unknown sheet.
	ErrNoSheet = errors.New("no such sheet")
)

// Sheet is one sheet of a book.
type Sheet struct {
	Name   string
	Hidden bool
	Empty  bool // no cell has text
	// Date1904 reports that the workbook counts days from 1 January 1904.
	Date1904 bool
}

// Row is a row with at least one text.
type Row struct {
	Number int // from 1
	Cells  []string
	Hidden bool
	// HiddenColumns are the indexes of hidden columns seen so far.
	HiddenColumns []int
	// Rounded are the numbers that the sheet shows without some of their first two decimals.
	Rounded []RoundedNumber
}

// RoundedNumber is the stored number of a cell that shows a rounded one.
type RoundedNumber struct {
	Column int // 0 for the first
	Stored string
}

// Book is an open spreadsheet.
type Book struct {
	sheets []Sheet
	rows   func(sheet int, yield func(Row) error) error
	close  func() error
}

// Is reports whether a file begins like a file that Open reads: a ZIP or markup.
func Is(path string) bool {
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer func() { _ = file.Close() }()
	head, _ := io.ReadAll(io.LimitReader(file, 512))
	return isZIP(head) || isMarkup(head)
}

func isZIP(head []byte) bool { return bytes.HasPrefix(head, []byte("PK\x03\x04")) }

// isMarkup reports whether a text begins with "<".
func isMarkup(head []byte) bool {
	for _, mark := range []string{"\xef\xbb\xbf", "\xff\xfe", "\xfe\xff"} {
		head = bytes.TrimPrefix(head, []byte(mark))
	}
	return bytes.HasPrefix(bytes.TrimLeft(head, " \t\r\n\x00"), []byte("<"))
}

// Open opens a spreadsheet; the caller must Close it.
func Open(path string) (*Book, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open spreadsheet: %w", err)
	}
	head := make([]byte, 512)
	n, _ := io.ReadFull(file, head)
	var book *Book
	switch head = head[:n]; {
	case isZIP(head):
		book, err = openXLSX(file)
	case isMarkup(head) && isXML(head):
		book, err = openXML(file)
	default:
		book, err = openHTML(file)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	book.close = file.Close
	return book, nil
}

// isXML reports whether a text is XML and not HTML.
func isXML(head []byte) bool {
	lower := bytes.ToLower(bytes.ReplaceAll(head, []byte{0}, nil)) // UTF-16 has zero bytes between ASCII letters
	return (bytes.Contains(lower, []byte("<?xml")) || bytes.Contains(lower, []byte("<workbook"))) && !bytes.Contains(lower, []byte("<html"))
}

// Close closes the file.
func (b *Book) Close() error { return b.close() }

// Sheets returns the sheets in their order.
func (b *Book) Sheets() []Sheet { return b.sheets }

// Rows yields the rows of a sheet that have text. It returns ErrNoSheet for an unknown name, ErrUnreadable, or an error
// of yield.
func (b *Book) Rows(name string, yield func(Row) error) error {
	i := slices.IndexFunc(b.sheets, func(s Sheet) bool { return s.Name == name })
	if i < 0 {
		return ErrNoSheet
	}
	return b.rows(i, yield)
}

// errEnough stops a loop over rows.
var errEnough = errors.New("enough")

// isEmpty reports whether no row of a sheet has a text.
func isEmpty(rows func(yield func(Row) error) error) (bool, error) {
	err := rows(func(Row) error { return errEnough })
	if errors.Is(err, errEnough) {
		return false, nil
	}
	return true, err
}
