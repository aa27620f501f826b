package importer

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
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

// openList opens a price list: CSV text, or an XLSX workbook, whose first sheet is read
// as if it were saved as CSV. The errors are those of csvimport.Open.
func openList(path string, o csvimport.Options) (*csvimport.Reader, error) {
	if !isZIP(path) {
		return csvimport.Open(path, o)
	}
	book, err := excelize.OpenFile(path, excelize.Options{UnzipSizeLimit: maxUnzipped, UnzipXMLSizeLimit: maxInMemory})
	if err != nil {
		return nil, refuseWorkbook()
	}
	text := &boundedBuffer{}
	err = writeCSV(text, book)
	if err := errors.Join(err, book.Close()); err != nil {
		return nil, refuseWorkbook()
	}
	return csvimport.New(&text.Buffer, int64(text.Len()), o)
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

// writeCSV writes the first sheet, each row on the line of its number.
func writeCSV(w io.Writer, book *excelize.File) error {
	sheet := book.GetSheetName(0)
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

// rowWriter writes rows as wide as the first, the header: a workbook leaves out the empty
// cells at the end of a row.
type rowWriter struct {
	csv   *csv.Writer
	width int
}

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
	if w.width == 0 {
		w.width = len(cells)
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
