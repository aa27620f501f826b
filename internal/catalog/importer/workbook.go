package importer

import (
	"bytes"
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

	"kirana/internal/catalog/importer/csvimport"
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

// openList opens a price list: CSV text, or an XLSX workbook, of which a sheet, the first
// where none is named, is read as if it were saved as CSV. The errors are those of
// csvimport.Open.
func openList(path string, o Options) (*csvimport.Reader, error) {
	if !isZIP(path) {
		return csvimport.Open(path, o.Options)
	}
	text, _, err := readSheet(path, o.Sheet)
	if err != nil {
		return nil, err
	}
	return csvimport.New(&text.Buffer, int64(text.Len()), o.Options)
}

// readSheet returns a sheet as CSV, and the names of all sheets.
func readSheet(path, sheet string) (*boundedBuffer, []string, error) {
	book, err := excelize.OpenFile(path, excelize.Options{UnzipSizeLimit: maxUnzipped, UnzipXMLSizeLimit: maxInMemory})
	if err != nil {
		return nil, nil, refuseWorkbook()
	}
	sheets := book.GetSheetList()
	if sheet == "" {
		sheet = book.GetSheetName(0)
	} else if !slices.Contains(sheets, sheet) {
		return nil, sheets, errors.Join(fault.New(fault.Invalid, "no_such_sheet", "The workbook has no sheet of this name."), book.Close())
	}
	text := &boundedBuffer{}
	err = writeCSV(text, book, sheet)
	if err := errors.Join(err, book.Close()); err != nil {
		return nil, sheets, refuseWorkbook()
	}
	return text, sheets, nil
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

// boundedBuffer is a buffer that refuses to grow over maxCSVBytes.
type boundedBuffer struct{ bytes.Buffer }

func (b *boundedBuffer) Write(p []byte) (int, error) {
	if b.Len()+len(p) > maxCSVBytes {
		return 0, errTooMuchText
	}
	return b.Buffer.Write(p)
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
