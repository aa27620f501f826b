package csvimport

import (
	"errors"
	"io"
	"regexp"
	"strconv"
	"strings"
	"time"

	"kirana/internal/money"
	"kirana/internal/tax"
)

// Table is a file's cells with the detected field of each column. It is for lists other than price lists, such as a
// supplier's bill.
type Table struct {
	Columns []TableColumn
	Rows    []TableRow
	More    bool // there are more rows

	pricing  pricing
	date1904 bool
}

// TableColumn is a column with its detected field, "" if unknown.
type TableColumn struct {
	Name  string
	Field Field
}

// TableRow is one row; each cell is one line of text.
type TableRow struct {
	Line       int
	Cells      []string
	Unreadable string         // reason for a row without cells, in English
	Extra      string         // cells beyond the columns
	Failed     map[int]string // error values of a spreadsheet by column; their cells are empty
}

// TableOptions are the settings of ReadTable.
type TableOptions struct {
	Options
	// IsHeader reports whether a row of headings is the header. ReadTable looks for the header of a price list if
	// IsHeader is nil.
	IsHeader func([]TableColumn) bool
}

// ReadTable reads at most maxRows rows that are not empty. Unlike New it accepts files without detected columns for name
// and price; other errors are the same.
func ReadTable(source io.Reader, o TableOptions, maxRows int) (Table, error) {
	r := &Reader{counter: &counter{r: source}, inspected: true}
	if o.IsHeader != nil {
		r.isHeader = func(c columns) bool { return o.IsHeader(c.table()) }
	}
	r, err := newReader(r, o.Options)
	if err != nil {
		return Table{}, err
	}
	t := Table{Columns: r.columns.table(), pricing: r.pricing, date1904: o.Date1904}
	for {
		raw, err := r.nextCells()
		switch {
		case errors.Is(err, io.EOF):
			return t, nil
		case err != nil:
			return t, err
		}
		row := TableRow{Line: raw.line, Cells: make([]string, len(raw.text)), Unreadable: raw.reason, Extra: raw.extra}
		for i, cell := range raw.text {
			if isFailed(cell) {
				if row.Failed == nil {
					row.Failed = map[int]string{}
				}
				row.Failed[i] = cutAtWord(line(cell), maxSampleText)
				continue
			}
			row.Cells[i] = value(cellText(cell))
		}
		if row.Unreadable == "" && row.Extra == "" && row.Failed == nil && strings.Join(row.Cells, "") == "" {
			continue
		}
		if len(t.Rows) == maxRows {
			t.More = true
			return t, nil
		}
		t.Rows = append(t.Rows, row)
	}
}

// table returns the columns with their fields.
func (c columns) table() []TableColumn {
	found := make([]TableColumn, len(c.names))
	for i, name := range c.names {
		found[i].Name = name
	}
	for field, i := range c.at {
		found[i].Field = field
	}
	return found
}

// Amount parses an amount of money below a heading in the format of the file's prices. per is the unit of a unit price, if
// any: "kg" of "40/kg". ok is false for an empty cell and for other texts.
func (t Table) Amount(heading, cell string) (amount money.Paise, per string, ok bool) {
	amount, ok, err := t.pricing.amount(heading, cell)
	_, per = bareAmount(cell)
	return amount, per, ok && err == nil
}

// Count returns a number of pieces without the separators of its thousands, in the format of the file's prices. It reports
// false for one that can be read in two ways; other texts are unchanged.
func (t Table) Count(cell string) (count string, ok bool) { return t.pricing.count(cell) }

// monthOfYear matches a month and a year of two digits, as printed on packets: "05/27".
var monthOfYear = regexp.MustCompile(`^(0?[1-9]|1[0-2])\s*[/.-]\s*(\d{2})$`)

// DateOrder is the order of day and month in a date of numbers.
type DateOrder string

// Orders. A date with the name of its month, or with the year in front, has none.
const (
	DayFirst    DateOrder = "DAY"   // 25/06/2027
	MonthFirst  DateOrder = "MONTH" // 06/25/2027
	EitherOrder DateOrder = "EITHER"
)

// Day converts a date cell to YYYY-MM-DD, and a month to its last day, as on packets. It reads the day first if the
// order is ambiguous. It returns "" for other texts.
func (t Table) Day(cell string) (day string, order DateOrder) {
	text := dateWords.ReplaceAllString(strings.TrimSpace(cell), "")
	if t.date1904 {
		text = from1904(text)
	}
	at, hasDay, ok := parseDate(text)
	if found := monthOfYear.FindStringSubmatch(text); found != nil && found[2] > "12" {
		month, _ := strconv.Atoi(found[1])
		year, _ := strconv.Atoi(found[2])
		at, hasDay, ok = time.Date(2000+year, time.Month(month), 1, 0, 0, 0, 0, time.UTC), false, true
	}
	switch {
	case !ok:
		return "", ""
	case !hasDay:
		at = at.AddDate(0, 1, -1)
	}
	return at.Format(time.DateOnly), dateOrder(text)
}

// Rate parses a GST rate: "5", "GST 5%", or 0.05 of a spreadsheet. It reports false for other texts, and for percentages
// that GST has never had.
func Rate(cell string) (tax.Percent, bool) {
	rate, ok := gstRate(rateValue(cell))
	return rate, ok && (rate == 0 || rate == 25 || rate == 100 || isSlab(rate))
}

// BothRates adds the rates of CGST and SGST; if one is empty, it equals the other. It reports false like Rate.
func BothRates(central, state string) (tax.Percent, bool) {
	return Rate(bothHalves(rateValue(central), rateValue(state)))
}

// BarcodesOf returns the barcodes in a cell without signs and words around them; "" for an empty cell. lost reports that a
// spreadsheet has shortened them.
func BarcodesOf(cell string) (codes []string, lost bool) {
	return barcodes(cell), codeKey(Barcode, cell) != "" && lostNote(Barcode, cell) != ""
}

// IsSum reports whether a text is the name of a row of totals.
func IsSum(text string) bool { return sumRow.MatchString(text) }

// PlainHeading normalizes a heading to its letters, marks and digits in lower case.
func PlainHeading(heading string) string { return plainName(heading) }
