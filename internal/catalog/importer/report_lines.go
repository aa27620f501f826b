package importer

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
)

// reportLine is one line of a report as a file.
type reportLine struct {
	line                 int
	what                 string // new, changed, kept, waits, skipped or repeated
	name, unit           string
	field, before, after string
	reason               string
}

var reportHeader = []string{"line", "what", "product", "unit", "column", "before", "in the list", "reason"}

// reportLines writes a report as CSV, or nothing.
type reportLines struct{ csv *csv.Writer }

func newReportLines(w io.Writer) reportLines {
	if w == nil {
		return reportLines{}
	}
	lines := reportLines{csv.NewWriter(w)}
	_ = lines.csv.Write(reportHeader) // flush returns the error
	return lines
}

func (l reportLines) write(r reportLine) error {
	if l.csv == nil {
		return nil
	}
	cells := []string{strconv.Itoa(r.line), r.what, r.name, r.unit, r.field, r.before, r.after, r.reason}
	for i, cell := range cells {
		cells[i] = harmless(cell)
	}
	return l.csv.Write(cells)
}

func (l reportLines) flush() error {
	if l.csv == nil {
		return nil
	}
	l.csv.Flush()
	return l.csv.Error()
}

// harmless keeps a spreadsheet from taking a text of somebody's list for a formula (OWASP,
// CSV injection).
func harmless(cell string) string {
	if cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
		return "'" + cell
	}
	return cell
}
