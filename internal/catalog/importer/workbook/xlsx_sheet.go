package workbook

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// readSheet yields the rows of a sheet. Of cells that are merged downwards each has the text of
// the first.
func (x *xlsx) readSheet(sheet int, yield func(Row) error) error {
	merged, err := x.merges(sheet)
	if err != nil {
		return err
	}
	return x.rows(sheet, merged, yield)
}

// merge is a column of cells that are merged downwards.
type merge struct {
	column, top, bottom int
	text                string
}

// Bounds of merges: of one sheet, and of those that hold for one row.
const (
	maxMerges       = 100_000
	maxActiveMerges = maxColumns
)

// merges reads which cells are merged, which a sheet says behind its rows.
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

// position returns the column, 0 for A, and the row of a cell's name; row 0 for an invalid name.
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

// cell is a cell that is being read.
type cell struct {
	column      int
	kind, style string
	text        []byte
	formula     []byte
	hasFormula  bool // a formula that is shared with another cell has no text
	hasValue    bool
}

// sheetReader collects the cells of a sheet's rows.
type sheetReader struct {
	book    *xlsx
	merges  []merge // those that begin below
	active  []merge
	row     Row
	next    int // column of the next cell that does not say its own
	cell    cell
	into    string // the element whose text is read: v, t or f
	hasText bool   // of the row
	hidden  []int  // columns
	yield   func(Row) error
}

// rows yields the rows of a sheet that have a text.
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

// begin starts a row. A row without a number of its own is the next one.
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

// hideColumns keeps which columns are hidden, or have no width.
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
}

func (r *sheetReader) set(column int, text string) {
	for len(r.row.Cells) <= column {
		r.row.Cells = append(r.row.Cells, "")
	}
	r.row.Cells[column] = text
}

// end yields the row, with the texts of the merged cells that reach into it.
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
		// A row that has no cell of its own is a part of a title.
		if r.hasText && (m.column >= len(r.row.Cells) || r.row.Cells[m.column] == "") {
			r.set(m.column, m.text)
		}
	}
	if !r.hasText {
		return nil
	}
	return r.yield(r.row)
}

// guarded returns a text of a text cell with an apostrophe before its =, which is no formula's there.
func guarded(text string) string {
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

// failedFormula returns a formula without a result as a cell.
func failedFormula(formula string) string {
	return "=" + cmp.Or(strings.TrimPrefix(formula, "="), "…")
}

// cellText returns a cell as it is shown: a date as a date, a formula that nobody has reckoned
// as it is written.
func (x *xlsx) cellText(c cell) string {
	text := string(c.text)
	if text == "" && c.hasFormula && (c.kind != "str" || !c.hasValue) { // a text of no letters is a result
		return failedFormula(string(c.formula))
	}
	switch c.kind {
	case "s":
		return guarded(x.shared(text))
	case "inlineStr", "str":
		return guarded(unescape(text))
	case "e":
		return unescape(text)
	case "b":
		return boolText(text)
	case "d":
		return writeISO(text)
	}
	style, err := strconv.Atoi(c.style)
	if text == "" {
		return ""
	}
	if err != nil || style < 0 || style >= len(x.formats) {
		return numberFormat{}.write(text, x.base)
	}
	return x.formats[style].write(text, x.base)
}
