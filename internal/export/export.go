// Package export writes the shop's data as tables for spreadsheets: products, orders, order lines,
// customers and the stock ledger, as CSV or XLSX. It reads page by page, so that a table of any
// length takes little memory.
package export

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

// Kind is a kind of table.
type Kind string

// The kinds of tables.
const (
	Products   Kind = "products"
	Orders     Kind = "orders"
	OrderLines Kind = "order-lines"
	Customers  Kind = "customers"
	Stock      Kind = "stock" // the ledger
)

// Kinds lists every kind of table.
var Kinds = []Kind{Products, Orders, OrderLines, Customers, Stock}

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

// ParseFormat parses a format: csv, also for "", or xlsx. Anything else is fault.Invalid.
func ParseFormat(text string) (Format, error) {
	switch format := Format(strings.ToLower(text)); format {
	case "", CSV:
		return CSV, nil
	case XLSX:
		return XLSX, nil
	}
	return "", fault.InField("format", "The format must be csv or xlsx.")
}

// cell is a value of a table: a text, or a number with its decimals.
type cell struct {
	text   string
	number bool
}

func text(s string) cell { return cell{text: s} }

func number(n int) cell { return cell{text: strconv.Itoa(n), number: true} }

// rupees formats an amount without a currency sign: 49.5.
func rupees(p money.Paise) cell { return cell{text: p.Number(), number: true} }

// at formats a time for a spreadsheet in India.
func at(t time.Time) cell {
	if t.IsZero() {
		return cell{}
	}
	return text(t.In(clock.India).Format("2006-01-02 15:04"))
}

func yesNo(b bool) cell {
	if b {
		return text("yes")
	}
	return text("no")
}

// table is a header and a source of rows; next returns the next page, which is empty at the end.
type table struct {
	header []string
	next   func(ctx context.Context) ([][]cell, error)
}

// rowWriter writes rows in one format.
type rowWriter interface {
	write(row []cell) error
	close() error
}

// write writes a whole table and returns the number of rows, without the header.
func (t table) write(ctx context.Context, w io.Writer, format Format) (rows int, err error) {
	out, err := newRowWriter(w, format)
	if err != nil {
		return 0, err
	}
	header := make([]cell, len(t.header))
	for i, name := range t.header {
		header[i] = text(name)
	}
	if err := out.write(header); err != nil {
		return 0, err
	}
	for {
		page, err := t.next(ctx)
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
