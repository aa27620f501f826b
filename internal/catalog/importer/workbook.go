package importer

import (
	"encoding/csv"
	"errors"
	"io"
	"strings"

	"kirana/internal/catalog/importer/workbook"
	"kirana/internal/fault"
)

// maxCSVBytes limits a sheet as CSV, which can be much larger than its file: a shared text can be repeated in every
// cell.
const maxCSVBytes = 64 << 20

var errTooMuchText = errors.New("the sheet is larger than a price list")

// openBook opens a workbook. It returns fault.Invalid for an unreadable file.
func openBook(path string) (*workbook.Book, error) {
	book, err := workbook.Open(path)
	if errors.Is(err, workbook.ErrUnreadable) {
		return nil, refuseWorkbook()
	}
	return book, err
}

func refuseWorkbook() error {
	return fault.New(fault.Invalid, "bad_workbook", "This workbook cannot be read; save the list as XLSX or CSV and import that file.")
}

// boundedWriter returns an error beyond maxCSVBytes.
type boundedWriter struct {
	w       io.Writer
	written int
}

func (b *boundedWriter) Write(p []byte) (int, error) {
	if b.written+len(p) > maxCSVBytes {
		return 0, errTooMuchText
	}
	n, err := b.w.Write(p)
	b.written += n
	return n, err
}

// hiddenParts are the numbers of a sheet's hidden rows, the indexes of its hidden columns, and by row the numbers whose decimals
// are hidden.
type hiddenParts struct {
	rows     map[int]bool
	columns  []int
	decimals map[int][]workbook.RoundedNumber
}

// writeSheet writes a sheet as CSV, each row on the line of its number.
func writeSheet(w io.Writer, book *workbook.Book, sheet string) (hiddenParts, error) {
	rows := rowWriter{csv: csv.NewWriter(&boundedWriter{w: w}), hidden: hiddenParts{rows: map[int]bool{}, decimals: map[int][]workbook.RoundedNumber{}}}
	err := book.Rows(sheet, rows.write)
	rows.csv.Flush()
	err = errors.Join(err, rows.csv.Error())
	switch {
	case errors.Is(err, workbook.ErrNoSheet):
		return rows.hidden, fault.New(fault.Invalid, "no_such_sheet", "The workbook has no sheet of this name.")
	case errors.Is(err, workbook.ErrUnreadable), errors.Is(err, errTooMuchText):
		return rows.hidden, refuseWorkbook()
	}
	return rows.hidden, err
}

// rowWriter pads rows to the width of the header, the widest of the first rows: workbooks omit empty cells at the end,
// and a title above the header has one cell.
type rowWriter struct {
	csv    *csv.Writer
	width  int
	rows   int
	line   int
	hidden hiddenParts
}

// headRows is the number of rows among which the header is expected.
const headRows = 10

func (w *rowWriter) write(row workbook.Row) error {
	for w.line++; w.line < row.Number; w.line++ {
		if err := w.csv.Write(nil); err != nil {
			return err
		}
	}
	cells := row.Cells
	for i, cell := range cells {
		// Keep a row on one line, so that line numbers in reports are row numbers.
		cells[i] = strings.Join(strings.FieldsFunc(cell, func(r rune) bool { return r == '\n' || r == '\r' }), " ")
	}
	if row.Hidden {
		w.hidden.rows[row.Number] = true
	}
	w.hidden.columns = row.HiddenColumns
	if len(row.Rounded) > 0 {
		w.hidden.decimals[row.Number] = row.Rounded
	}
	if w.rows++; w.rows <= headRows {
		w.width = max(w.width, len(cells))
	}
	for len(cells) < w.width {
		cells = append(cells, "")
	}
	return w.csv.Write(cells)
}
