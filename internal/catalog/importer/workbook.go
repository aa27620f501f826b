package importer

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"

	"kirana/internal/fault"
)

// Bounds of a workbook in bytes: a few kilobytes of ZIP can unpack to any size, and one
// shared text can stand in every cell.
const (
	maxUnzipped = 256 << 20
	maxInMemory = 16 << 20 // of one part of it; a larger one is unpacked to a temporary file
	maxCSVBytes = 64 << 20
)

var errTooMuchText = errors.New("the sheet is larger than a price list")

// writeSheet writes a sheet, the first where none is named, as CSV, and returns the names of
// all sheets. What is no workbook, or has no such sheet, is fault.Invalid.
func writeSheet(w io.Writer, path, sheet string) ([]string, error) {
	book, err := excelize.OpenFile(path, excelize.Options{UnzipSizeLimit: maxUnzipped, UnzipXMLSizeLimit: maxInMemory})
	if err != nil {
		return nil, refuseWorkbook()
	}
	sheets := book.GetSheetList()
	if sheet == "" {
		sheet = book.GetSheetName(0)
	} else if !slices.Contains(sheets, sheet) {
		return sheets, errors.Join(fault.New(fault.Invalid, "no_such_sheet", "The workbook has no sheet of this name."), book.Close())
	}
	err = writeCSV(&boundedWriter{w: w}, book, sheet)
	if err := errors.Join(err, book.Close()); err != nil {
		return sheets, refuseWorkbook()
	}
	return sheets, nil
}

func refuseWorkbook() error {
	return fault.New(fault.Invalid, "bad_workbook", "This workbook cannot be read; save the list as CSV and import that file.")
}

// isZIP reports whether the file begins as an XLSX workbook does.
func isZIP(path string) bool {
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer func() { _ = file.Close() }()
	head := make([]byte, 4)
	_, err = io.ReadFull(file, head)
	return err == nil && string(head) == "PK\x03\x04"
}

// boundedWriter refuses to write more than maxCSVBytes.
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

// writeCSV writes a sheet, each row on the line of its number.
func writeCSV(w io.Writer, book *excelize.File, sheet string) error {
	shown, err := book.Rows(sheet)
	if err != nil {
		return fmt.Errorf("read sheet: %w", err)
	}
	stored, err := book.Rows(sheet)
	if err != nil {
		return errors.Join(fmt.Errorf("read sheet: %w", err), shown.Close())
	}
	lines := rowWriter{csv: csv.NewWriter(w)}
	for shown.Next() && stored.Next() {
		if err = lines.write(shown, stored); err != nil {
			break
		}
	}
	lines.csv.Flush()
	return errors.Join(err, lines.csv.Error(), shown.Error(), shown.Close(), stored.Close())
}

// rowWriter writes rows as wide as the header, the widest of the first: a workbook leaves out
// the empty cells at the end of a row, and a title above the header is one cell.
type rowWriter struct {
	csv   *csv.Writer
	width int
	rows  int
}

// headRows is how many rows the header is looked for in.
const headRows = 10

func (w *rowWriter) write(shown, stored *excelize.Rows) error {
	cells, err := shown.Columns()
	if err != nil {
		return fmt.Errorf("read row: %w", err)
	}
	numbers, err := stored.Columns(excelize.Options{RawCellValue: true})
	if err != nil {
		return fmt.Errorf("read row: %w", err)
	}
	for i, cell := range cells {
		if i < len(numbers) {
			cell = wholeNumber(cell, numbers[i])
		}
		// A row stays on one line, so that a skipped one is named by its number.
		cells[i] = strings.Join(strings.FieldsFunc(cell, func(r rune) bool { return r == '\n' || r == '\r' }), " ")
	}
	if w.rows++; w.rows <= headRows {
		w.width = max(w.width, len(cells))
	}
	for len(cells) > 0 && len(cells) < w.width {
		cells = append(cells, "")
	}
	return w.csv.Write(cells)
}

var scientific = regexp.MustCompile(`^-?\d(\.\d+)?E\+\d+$`)

// wholeNumber returns a cell as it is shown, but a barcode that the spreadsheet shows as
// 8.9E+12 in full.
func wholeNumber(shown, stored string) string {
	if !scientific.MatchString(shown) {
		return shown
	}
	number, err := strconv.ParseFloat(stored, 64)
	if err != nil {
		return shown
	}
	return strconv.FormatFloat(number, 'f', -1, 64)
}
