package importer

import (
	"encoding/csv"
	"strconv"

	"kirana/internal/catalog/importer/csvimport"
	"kirana/internal/language"
)

type reportLine struct {
	line                 int
	what                 string // new, changed, kept, waits, skipped, repeated or noted
	name, unit           string
	field, before, after string
	reason               language.Stored
}

var reportHeader = []string{"line", "what", "product", "unit", "column", "before", "in the list", "reason"}

// reportLines writes a report as CSV, or discards it.
type reportLines struct {
	csv     *csv.Writer
	lang    string
	bounded bool
	left    *int // bytes left until the report is cut; negative once it was
}

func newReportLines(o Options) reportLines {
	if o.Lines == nil {
		return reportLines{}
	}
	lines := reportLines{csv.NewWriter(o.Lines), o.Language, o.MaxLines > 0, &o.MaxLines}
	header := make([]string, len(reportHeader))
	for i, name := range reportHeader {
		header[i] = language.Text(o.Language, name)
	}
	_ = lines.csv.Write(header) // flush returns the error
	return lines
}

func (l reportLines) write(r reportLine) error {
	if l.csv == nil {
		return nil
	}
	reason := language.Text(l.lang, r.reason.In(l.lang)) // a reason without arguments is stored as its English text
	cells := []string{strconv.Itoa(r.line), language.Text(l.lang, r.what), r.name, r.unit, language.Text(l.lang, r.field), r.before, r.after, reason}
	size := len(cells) // commas and line end
	for i, cell := range cells {
		cells[i] = csvimport.GuardCell(cell)
		size += len(cells[i])
	}
	if l.bounded && *l.left < 0 {
		return nil
	}
	if *l.left -= size; l.bounded && *l.left < 0 {
		cells = []string{"", language.Text(l.lang, "cut"), "", "", "", "", "", language.Text(l.lang, "The report would be too long: the lines from here on are left out.")}
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
