package workbook

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// readSheet yields the rows of a sheet. Every cell of a vertical merge has the text of its first cell.
func (x *xlsx) readSheet(sheet int, yield func(Row) error) error {
	merged, err := x.merges(sheet)
	if err != nil {
		return err
	}
	return x.rows(sheet, merged, yield)
}

// merge is a vertical range of merged cells in one column.
type merge struct {
	column, top, bottom int
	text                string
}

// Limits of merges: per sheet, and active in one row.
const (
	maxMerges       = 100_000
	maxActiveMerges = maxColumns
)

// merges reads the merged ranges of several rows, sorted by their first row. The file has them after the rows.
func (x *xlsx) merges(sheet int) ([]merge, error) {
	var found []merge
	err := x.each(x.sheets[sheet], func(m *markup) error {
		if !m.begins("mergecell") {
			return nil
		}
		from, to, _ := strings.Cut(m.attributes()["ref"], ":")
		column, top := position(from)
		_, bottom := position(to)
		if bottom > top && column < maxColumns && len(found) < maxMerges {
			found = append(found, merge{column: column, top: top, bottom: bottom})
		}
		return nil
	})
	slices.SortStableFunc(found, func(a, b merge) int { return cmp.Compare(a.top, b.top) })
	return found, err
}

// position returns the column index and the row number of a cell name such as "B12"; row 0 for an invalid name.
func position(name string) (column, row int) {
	i := 0
	for ; i < len(name) && name[i]|0x20 >= 'a' && name[i]|0x20 <= 'z' && column < 1<<20; i++ {
		column = column*26 + int(name[i]|0x20-'a') + 1
	}
	row, err := strconv.Atoi(name[i:])
	if err != nil || column == 0 {
		return max(column-1, 0), 0
	}
	return column - 1, row
}

type cell struct {
	column      int
	kind, style string
	text        []byte
	formula     []byte
	hasFormula  bool // formulas shared with another cell have no text
	hasValue    bool
}

// sheetReader collects the rows of a sheet.
type sheetReader struct {
	book    *xlsx
	merges  []merge // merges that begin in later rows
	active  []merge
	row     Row
	next    int // column of the next cell without a position
	cell    cell
	into    string // element being read: v, t or f
	hasText bool   // the row has text
	hidden  []int  // indexes of hidden columns
	yield   func(Row) error
}

// rows yields the rows with text.
func (x *xlsx) rows(sheet int, merges []merge, yield func(Row) error) error {
	r := &sheetReader{book: x, merges: merges, yield: yield}
	return x.each(x.sheets[sheet], r.handle)
}

func (r *sheetReader) handle(m *markup) error {
	switch m.name {
	case "row":
		if m.kind != html.EndTagToken {
			if err := r.begin(m); err != nil {
				return err
			}
		}
		if m.ends("row") {
			return r.end()
		}
	case "c":
		if m.kind != html.EndTagToken {
			r.beginCell(m)
		}
		if m.ends("c") {
			r.endCell()
		}
	case "v", "t", "f":
		r.into = ""
		if m.kind == html.StartTagToken {
			r.into = m.name
		}
		r.cell.hasFormula = r.cell.hasFormula || m.name == "f"
		r.cell.hasValue = r.cell.hasValue || m.name == "v"
	case "col":
		r.hideColumns(m)
	case "rph":
		r.into = ""
	default:
		switch text := m.text(); r.into {
		case "":
		case "f":
			r.cell.formula = append(r.cell.formula, text...)
		default:
			r.cell.text = append(r.cell.text, text...)
		}
		if len(r.cell.text)+len(r.cell.formula) > maxToken {
			return ErrUnreadable
		}
	}
	return nil
}

// begin starts a row. A row without a valid number follows the previous row.
func (r *sheetReader) begin(m *markup) error {
	a := m.attributes()
	number := r.row.Number + 1
	if given, err := strconv.Atoi(a["r"]); err == nil && given > number {
		number = given
	}
	if number > maxRows {
		return ErrUnreadable
	}
	r.row = Row{Number: number, Cells: r.row.Cells[:0], Hidden: a["hidden"] == "1" || a["hidden"] == "true", HiddenColumns: r.hidden}
	r.next, r.hasText = 0, false
	return nil
}

// hideColumns records columns that are hidden or have width 0.
func (r *sheetReader) hideColumns(m *markup) {
	if m.kind == html.EndTagToken {
		return
	}
	a := m.attributes()
	width, err := strconv.ParseFloat(a["width"], 64)
	if a["hidden"] != "1" && a["hidden"] != "true" && (err != nil || width > 0) {
		return
	}
	first, _ := strconv.Atoi(a["min"])
	last, _ := strconv.Atoi(a["max"])
	for column := max(first, 1); column <= min(last, maxColumns); column++ {
		r.hidden = append(r.hidden, column-1)
	}
}

func (r *sheetReader) beginCell(m *markup) {
	r.cell = cell{column: r.next, text: r.cell.text[:0], formula: r.cell.formula[:0]}
	for {
		key, value, more := m.z.TagAttr()
		switch string(key) {
		case "r":
			r.cell.column, _ = position(string(value))
		case "t":
			r.cell.kind = string(value)
		case "s":
			r.cell.style = string(value)
		}
		if !more {
			break
		}
	}
	r.next = r.cell.column + 1
}

func (r *sheetReader) endCell() {
	r.into = ""
	if r.cell.column >= maxColumns {
		return
	}
	text := r.book.cellText(r.cell)
	if text == "" {
		return
	}
	r.hasText = true
	r.set(r.cell.column, text)
	if stored := string(r.cell.text); (r.cell.kind == "" || r.cell.kind == "n") && r.book.formatOf(r.cell).rounds(stored) {
		r.row.Rounded = append(r.row.Rounded, RoundedNumber{r.cell.column, stored})
	}
}

func (r *sheetReader) set(column int, text string) {
	for len(r.row.Cells) <= column {
		r.row.Cells = append(r.row.Cells, "")
	}
	r.row.Cells[column] = text
}

// end yields the row, with the texts of vertical merges that cover it.
func (r *sheetReader) end() error {
	for len(r.merges) > 0 && r.merges[0].top <= r.row.Number {
		begun := r.merges[0]
		r.merges = r.merges[1:]
		if begun.top == r.row.Number && begun.column < len(r.row.Cells) && len(r.active) < maxActiveMerges {
			begun.text = r.row.Cells[begun.column]
			r.active = append(r.active, begun)
		}
	}
	r.active = slices.DeleteFunc(r.active, func(m merge) bool { return m.bottom < r.row.Number })
	for _, m := range r.active {
		// A row with only merged cells is not yielded: it is part of a title.
		if r.hasText && (m.column >= len(r.row.Cells) || r.row.Cells[m.column] == "") {
			r.set(m.column, m.text)
		}
	}
	if !r.hasText {
		return nil
	}
	return r.yield(r.row)
}

// guardText prefixes an apostrophe to a text that begins with "=", so that it is not taken for a formula. It leaves
// ="0012", which is marked as text already.
func guardText(text string) string {
	if len(text) > 1 && text[0] == '=' && text[1] != '"' {
		return "'" + text
	}
	return text
}

func boolText(stored string) string {
	if stored == "1" {
		return "TRUE"
	}
	return "FALSE"
}

// failedFormula returns the text of a formula without a result.
func failedFormula(formula string) string {
	return "=" + cmp.Or(strings.TrimPrefix(formula, "="), "…")
}

// cellText returns a cell as shown in a spreadsheet: dates formatted, a formula without a result as its source.
func (x *xlsx) cellText(c cell) string {
	text := string(c.text)
	if text == "" && c.hasFormula && (c.kind != "str" || !c.hasValue) { // an empty string result is a result
		return failedFormula(string(c.formula))
	}
	switch c.kind {
	case "s":
		return guardText(x.shared(text))
	case "inlineStr", "str":
		return guardText(unescape(text))
	case "e":
		return unescape(text)
	case "b":
		return boolText(text)
	case "d":
		return writeISO(text)
	}
	if text == "" {
		return ""
	}
	return x.formatOf(c).write(text, x.base)
}

func (x *xlsx) formatOf(c cell) numberFormat {
	style, err := strconv.Atoi(c.style)
	if err != nil || style < 0 || style >= len(x.formats) {
		return numberFormat{}
	}
	return x.formats[style]
}
