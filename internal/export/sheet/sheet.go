// Package sheet writes tables for spreadsheets, as CSV or as a workbook with one sheet (XLSX), row by row, so that memory
// does not depend on the table's length.
package sheet

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"kirana/internal/clock"
	"kirana/internal/fault"
	"kirana/internal/money"
)

// Format is a file format.
type Format string

// The formats.
const (
	CSV  Format = "csv"
	XLSX Format = "xlsx"
)

// ContentType returns the media type of the format.
func (f Format) ContentType() string {
	if f == XLSX {
		return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	}
	return "text/csv; charset=utf-8"
}

// ParseFormat parses a format: csv, also for "", or xlsx. Anything else fails with fault.Invalid.
func ParseFormat(text string) (Format, error) {
	switch format := Format(strings.ToLower(text)); format {
	case "", CSV:
		return CSV, nil
	case XLSX:
		return XLSX, nil
	}
	return "", fault.InField("format", "The format must be csv or xlsx.")
}

// Cell is a value of a table: text, or a number with its decimals.
type Cell struct {
	text   string
	number bool
}

// Text returns a text cell.
func Text(s string) Cell { return Cell{text: s} }

// Number returns the cell of a whole number.
func Number(n int) Cell { return Cell{text: strconv.Itoa(n), number: true} }

// Decimal returns the cell of a decimal number such as 1.34.
func Decimal(number string) Cell { return Cell{text: number, number: true} }

// Rupees returns the cell of an amount, without a currency sign: 49.5.
func Rupees(p money.Paise) Cell { return Cell{text: p.Number(), number: true} }

// At returns the cell of a time, in India's time zone; an empty cell for the zero time.
func At(t time.Time) Cell {
	if t.IsZero() {
		return Cell{}
	}
	return Text(t.In(clock.India).Format("2006-01-02 15:04"))
}

// YesNo returns the cell "yes" or "no".
func YesNo(b bool) Cell {
	if b {
		return Text("yes")
	}
	return Text("no")
}

// Table is a header and a source of rows; Next returns the next page, which is empty at the end.
type Table struct {
	Header []string
	Next   func(ctx context.Context) ([][]Cell, error)
}

// rowWriter writes rows in one format.
type rowWriter interface {
	write(row []Cell) error
	close() error
}

// Write writes a whole table and returns the number of rows, without the header.
func (t Table) Write(ctx context.Context, w io.Writer, format Format) (rows int, err error) {
	out, err := newRowWriter(w, format)
	if err != nil {
		return 0, err
	}
	header := make([]Cell, len(t.Header))
	for i, name := range t.Header {
		header[i] = Text(name)
	}
	if err := out.write(header); err != nil {
		return 0, err
	}
	for {
		page, err := t.Next(ctx)
		if err != nil {
			return rows, fmt.Errorf("read what is exported: %w", err)
		}
		if len(page) == 0 {
			return rows, out.close()
		}
		for _, row := range page {
			if err := out.write(row); err != nil {
				return rows, fmt.Errorf("write the export: %w", err)
			}
		}
		rows += len(page)
	}
}
