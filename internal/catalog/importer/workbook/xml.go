package workbook

import (
	"cmp"
	"errors"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/html"
)

func openXML(file *os.File) (*Book, error) {
	book, err := openTables(file, true, readXML)
	if !errors.Is(err, ErrUnreadable) {
		return book, err
	}
	book, err = openHTML(file) // HTML that is declared as XML
	if err == nil && !slices.ContainsFunc(book.sheets, func(s Sheet) bool { return !s.Empty }) {
		return nil, ErrUnreadable // unknown XML
	}
	return book, err
}

// xmlTable reads the XML spreadsheets of Excel 2003.
type xmlTable struct {
	wanted   int
	yield    func(Row) error
	sheets   []Sheet
	formats  map[string]numberFormat // by style id
	style    string                  // id of the style being read
	base     time.Time               // day 0 of dates
	columns  map[int]string          // style ids by column
	column   int                     // number of the last column read, from 1
	rowStyle string                  // style id of the row
	comment  bool                    // inside a comment
	table    *table
	row      int               // number of the last row read, from 1
	cell     map[string]string // attributes of the cell being read
	kind     string            // type of its data: "Number", "String", …
	text     strings.Builder
	target   string // element whose text is read: "data", "visible" or ""
}

func readXML(m *markup, wanted int, yield func(Row) error) ([]Sheet, error) {
	x := &xmlTable{wanted: wanted, yield: yield, formats: map[string]numberFormat{}, base: day0(1899, 12, 30)}
	for {
		err := m.next()
		if errors.Is(err, io.EOF) {
			return x.sheets, nil
		}
		if err == nil {
			err = x.handle(m)
		}
		if err != nil {
			return nil, err
		}
	}
}

func (x *xmlTable) handle(m *markup) error {
	switch {
	case m.name == "comment":
		x.comment = m.kind == html.StartTagToken
	case x.comment:
		return nil
	case m.begins("date1904"):
		x.base = day0(1904, 1, 1)
	case m.begins("style") && len(x.formats) < maxStyles:
		a := m.attributes()
		if x.style = a["id"]; a["parent"] != "" {
			x.formats[x.style] = x.formats[a["parent"]]
		}
	case m.begins("numberformat"):
		x.formats[x.style] = namedFormat(m.attributes()["format"])
	case m.begins("worksheet"):
		return x.beginSheet(m.attributes()["name"])
	case m.ends("worksheet"):
		x.table = nil
	case m.begins("visible"), m.begins("data"):
		x.text.Reset()
		if x.target = m.name; m.name == "data" {
			x.kind = m.attributes()["type"]
		}
	case m.ends("visible"):
		if x.target = ""; len(x.sheets) > 0 {
			x.sheets[len(x.sheets)-1].Hidden = strings.Contains(x.text.String(), "Hidden")
		}
	case m.ends("data"):
		x.target = ""
	case x.table == nil:
	case m.begins("column"):
		x.readColumn(m.attributes())
	case m.begins("row"):
		return x.beginRow(m)
	case m.ends("row"):
		return x.table.end()
	case m.name == "cell":
		x.handleCell(m)
	}
	if x.target != "" && x.text.Len() < maxToken {
		x.text.Write(m.text())
	}
	return nil
}

func (x *xmlTable) beginSheet(name string) error {
	if len(x.sheets) == maxSheets {
		return ErrUnreadable
	}
	x.sheets = append(x.sheets, Sheet{Name: name, Empty: true, Date1904: x.base.Year() == 1904})
	x.table, x.row, x.column, x.columns = nil, 0, 0, map[int]string{}
	if at := len(x.sheets) - 1; x.wanted < 0 || x.wanted == at {
		x.table = newTable(func(row Row) error { x.sheets[at].Empty = false; return x.yield(row) })
	}
	return nil
}

func (x *xmlTable) beginRow(m *markup) error {
	a := m.attributes()
	x.rowStyle = a["styleid"]
	x.row++
	if index := span(a["index"]); index > x.row {
		x.row = index
	}
	if err := x.table.begin(x.row, a["hidden"] == "1"); err != nil || m.kind != html.SelfClosingTagToken {
		return err
	}
	return x.table.end()
}

// readColumn reads the style and visibility of columns.
func (x *xmlTable) readColumn(a map[string]string) {
	x.column++
	if index := span(a["index"]); index > x.column {
		x.column = index
	}
	more, _ := strconv.Atoi(a["span"])
	for last := min(x.column+max(more, 0), maxColumns); ; x.column++ {
		if x.column <= maxColumns {
			x.columns[x.column-1] = a["styleid"]
			if a["hidden"] == "1" {
				x.table.hidden = append(x.table.hidden, x.column-1)
			}
		}
		if x.column >= last {
			return
		}
	}
}

func (x *xmlTable) handleCell(m *markup) {
	if m.kind != html.EndTagToken {
		x.cell, x.kind = m.attributes(), ""
		x.text.Reset()
	}
	if !m.ends("cell") {
		return
	}
	if index := span(x.cell["index"]); x.cell["index"] != "" && index-1 > x.table.column {
		x.table.skipTo(min(index-1, maxColumns))
	}
	wide, _ := strconv.Atoi(x.cell["mergeacross"])
	high, _ := strconv.Atoi(x.cell["mergedown"])
	text := strings.TrimSpace(x.text.String())
	switch x.kind {
	case "Number":
		x.table.skipTo(x.table.column)
		style := cmp.Or(x.cell["styleid"], x.rowStyle, x.columns[x.table.column])
		text = x.formats[style].write(text, x.base)
	case "DateTime":
		text = writeISO(text)
	case "Boolean":
		text = boolText(text)
	case "String":
		text = guardText(text)
	case "":
		if formula := x.cell["formula"]; formula != "" && text == "" {
			text = failedFormula(formula)
		}
	}
	x.table.add(text, wide+1, high+1)
}

// day0 returns a date in UTC: day 0 of a workbook's dates.
func day0(year int, month time.Month, day int) time.Time {
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

// namedFormat returns a format by its code or its name in Excel 2003.
func namedFormat(code string) numberFormat {
	switch code {
	case "Percent":
		code = "0.00%"
	case "Standard", "Fixed", "Currency", "Euro Currency":
		code = "0.00"
	case "General Number", "Scientific", "Yes/No", "True/False", "On/Off":
		code = ""
	}
	if strings.HasSuffix(code, "Date") {
		code = "d/m/yyyy"
	}
	return parseFormat(code)
}
