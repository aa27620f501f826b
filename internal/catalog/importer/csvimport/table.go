package csvimport

import (
	"errors"
	"io"
)

// Table is a file as it stands: its columns with the field that each would be taken for, and the cells
// of its rows. It is for lists that are no price lists, such as a supplier's bill.
type Table struct {
	Columns []TableColumn
	Rows    []TableRow
	More    bool // rows are left out
}

// TableColumn is a column with the field that it would be taken for, "" for none.
type TableColumn struct {
	Name  string
	Field Field
}

// TableRow is one row; each cell is one line of text, empty where it says nothing.
type TableRow struct {
	Line  int
	Cells []string
}

// ReadTable reads at most maxRows rows. Unlike New it takes a file whose columns for name and price are
// not known; the other errors are the same. Rows that cannot be read are left out.
func ReadTable(source io.Reader, o Options, maxRows int) (Table, error) {
	r, err := newReader(&Reader{counter: &counter{r: source}, inspected: true}, o)
	if err != nil {
		return Table{}, err
	}
	t := Table{Columns: make([]TableColumn, len(r.columns.names))}
	for i, name := range r.columns.names {
		t.Columns[i].Name = name
	}
	for field, i := range r.columns.at {
		t.Columns[i].Field = field
	}
	for {
		raw, err := r.nextCells()
		switch {
		case errors.Is(err, io.EOF):
			return t, nil
		case err != nil:
			return t, err
		case len(t.Rows) == maxRows:
			t.More = true
			return t, nil
		case raw.reason != "":
			continue
		}
		row := TableRow{Line: raw.line, Cells: make([]string, len(raw.text))}
		for i, cell := range raw.text {
			row.Cells[i] = value(cellText(cell))
		}
		t.Rows = append(t.Rows, row)
	}
}

// Day reads a cell as a date of a calendar: YYYY-MM-DD. A month of a year is its last day, as on
// packets. Any other text, and a date whose day and month could change places, is "".
func Day(cell string) string {
	at, whole, ok := parseDate(cell)
	switch {
	case !ok || ambiguousDate(cell):
		return ""
	case !whole:
		at = at.AddDate(0, 1, -1)
	}
	return at.Format("2006-01-02")
}
