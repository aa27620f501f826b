package csvimport

import (
	"errors"
	"io"
)

// Table is a file's cells with the detected field of each column. It is for lists other than price lists, such as a
// supplier's bill.
type Table struct {
	Columns []TableColumn
	Rows    []TableRow
	More    bool // there are more rows
}

// TableColumn is a column with its detected field, "" if unknown.
type TableColumn struct {
	Name  string
	Field Field
}

// TableRow is one row; each cell is one line of text.
type TableRow struct {
	Line  int
	Cells []string
}

// ReadTable reads at most maxRows rows and leaves out unreadable ones. Unlike New it accepts files without detected
// columns for name and price; other errors are the same.
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

// Day converts a date cell to YYYY-MM-DD, a month to its last day, as on packets. It returns "" for other texts and for
// dates whose day and month can be swapped.
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
