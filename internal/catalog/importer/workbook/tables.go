package workbook

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"
)

// table is a table of a text file that is being read.
type table struct {
	row    Row
	number int
	column int           // of the next cell
	down   map[int]merge // cells that reach into later rows, by column
	yield  func(Row) error
}

func newTable(yield func(Row) error) *table {
	return &table{down: map[int]merge{}, yield: yield}
}

func (t *table) begin(number int, hidden bool) error {
	if t.number = number; number > maxRows {
		return ErrUnreadable
	}
	t.row, t.column = Row{Number: number, Hidden: hidden}, 0
	return nil
}

// add puts a cell into the row: as wide and as high as it is merged.
func (t *table) add(text string, wide, high int) {
	t.skipTo(t.column)
	if t.column < maxColumns && text != "" {
		t.set(t.column, text)
		if high > 1 {
			t.down[t.column] = merge{column: t.column, bottom: t.number + high - 1, text: text}
		}
	}
	t.column += max(wide, 1)
}

// skipTo goes on to a column, and behind those that cells of earlier rows reach into.
func (t *table) skipTo(column int) {
	for {
		above, merged := t.down[t.column]
		merged = merged && above.bottom >= t.number
		if merged {
			t.set(t.column, above.text)
		}
		if !merged && t.column >= column {
			return
		}
		t.column++
	}
}

func (t *table) set(column int, text string) {
	for len(t.row.Cells) <= column {
		t.row.Cells = append(t.row.Cells, "")
	}
	t.row.Cells[column] = text
}

func (t *table) end() error {
	t.skipTo(maxColumns)
	if strings.Join(t.row.Cells, "") == "" {
		return nil
	}
	return t.yield(t.row)
}

// tableReader reads one table of a file, or finds all there are.
type tableReader func(m *markup, wanted int, yield func(Row) error) ([]Sheet, error)

// openTables finds the tables of a text file.
func openTables(file *os.File, xml bool, read tableReader) (*Book, error) {
	pass := func(wanted int, yield func(Row) error) ([]Sheet, error) {
		if _, err := file.Seek(0, io.SeekStart); err != nil {
			return nil, fmt.Errorf("read spreadsheet: %w", err)
		}
		text, err := decoded(file)
		if err != nil {
			return nil, err
		}
		return read(newMarkup(text, xml), wanted, yield)
	}
	sheets, err := pass(-1, func(Row) error { return nil })
	switch {
	case err != nil:
		return nil, err
	case len(sheets) == 0:
		return nil, ErrUnreadable
	}
	return &Book{sheets: sheets, rows: func(sheet int, yield func(Row) error) error {
		_, err := pass(sheet, yield)
		return err
	}}, nil
}

var xmlEncoding = regexp.MustCompile(`^\s*<\?xml[^>]*\bencoding=["']([\w-]+)["']`)

// decoded returns a text as UTF-8, by the byte order mark or encoding at its beginning.
func decoded(file io.Reader) (io.Reader, error) {
	head := make([]byte, 1024)
	n, _ := io.ReadFull(file, head)
	whole := io.MultiReader(bytes.NewReader(head[:n]), file)
	label := ""
	if found := xmlEncoding.FindSubmatch(head[:n]); found != nil {
		label = string(found[1])
	}
	contentType := "text/html"
	if label != "" {
		contentType += "; charset=" + label
	}
	text, err := charset.NewReader(whole, contentType)
	if err != nil {
		return nil, ErrUnreadable
	}
	return text, nil
}

func openHTML(file *os.File) (*Book, error) { return openTables(file, false, readHTML) }

// readHTML yields the rows of the wanted table of a web page; a table within a cell is a part of
// the cell's text.
func readHTML(m *markup, wanted int, yield func(Row) error) ([]Sheet, error) {
	h := htmlReader{markup: m, wanted: wanted, yield: yield, wide: 1, high: 1}
	for {
		err := m.next()
		if errors.Is(err, io.EOF) {
			return h.sheets, h.endRow()
		}
		if err == nil {
			err = h.read()
		}
		if err != nil {
			return nil, err
		}
	}
}

// htmlReader reads the outer tables of a page, each as a sheet. A table inside a cell adds to the cell's text.
type htmlReader struct {
	*markup

	wanted int // index of the table whose rows are yielded; -1 for all
	yield  func(Row) error
	sheets []Sheet

	depth, rows int    // open tables, rows begun in the outer one
	table       *table // nil outside of a wanted table
	cell        strings.Builder
	inCell      bool
	wide, high  int  // spans of the open cell
	skip        bool // inside a script or a style
}

// read parses the current token.
func (h *htmlReader) read() error {
	switch {
	case h.name == "script", h.name == "style":
		h.skip = h.kind == html.StartTagToken
	case h.begins("table"):
		return h.beginTable()
	case h.ends("table") && h.depth > 0:
		return h.endTable()
	case h.depth == 1 && h.begins("tr"):
		return h.beginRow()
	case h.depth == 1 && h.ends("tr"):
		return h.endRow()
	case h.depth == 1 && (h.begins("td") || h.begins("th")):
		h.endCell()
		a := h.attributes()
		h.wide, h.high, h.inCell = span(a["colspan"]), span(a["rowspan"]), true
		h.cell.Reset()
	case h.depth == 1 && (h.ends("td") || h.ends("th")):
		h.endCell()
	case h.name != "":
		h.cell.WriteByte(' ')
	case h.inCell && !h.skip && h.cell.Len() < maxToken:
		h.cell.Write(h.text())
	}
	return nil
}

func (h *htmlReader) beginTable() error {
	if h.depth++; h.depth > 1 {
		return nil
	}
	at := len(h.sheets)
	if at == maxSheets {
		return ErrUnreadable
	}
	h.sheets = append(h.sheets, Sheet{Name: "Table " + strconv.Itoa(at+1), Empty: true})
	h.rows, h.table = 0, nil
	if h.wanted < 0 || h.wanted == at {
		h.table = newTable(func(row Row) error { h.sheets[at].Empty = false; return h.yield(row) })
	}
	return nil
}

func (h *htmlReader) endTable() error {
	if h.depth--; h.depth > 0 {
		return nil
	}
	err := h.endRow()
	h.table = nil
	return err
}

func (h *htmlReader) beginRow() error {
	if err := h.endRow(); err != nil || h.table == nil {
		return err
	}
	h.rows++
	style := strings.ReplaceAll(strings.ToLower(h.attributes()["style"]), " ", "")
	return h.table.begin(h.rows, strings.Contains(style, "display:none"))
}

// endRow yields the open row, if there is one.
func (h *htmlReader) endRow() error {
	h.endCell()
	if h.table == nil || h.table.number != h.rows || h.rows == 0 {
		return nil
	}
	err := h.table.end()
	h.table.row = Row{}
	return err
}

func (h *htmlReader) endCell() {
	if h.inCell && h.table != nil {
		h.table.add(strings.Join(strings.Fields(h.cell.String()), " "), h.wide, h.high)
	}
	h.inCell = false
}

func span(text string) int {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n < 1 {
		return 1
	}
	return min(n, maxRows)
}

func openXML(file *os.File) (*Book, error) {
	book, err := openTables(file, true, readXML)
	if errors.Is(err, ErrUnreadable) {
		return openHTML(file) // a web page that calls itself XML
	}
	return book, err
}

// xmlTable reads the worksheets of the XML that Excel 2003 wrote.
type xmlTable struct {
	wanted  int
	yield   func(Row) error
	sheets  []Sheet
	formats map[string]numberFormat // by the id of a style
	style   string                  // the style that is being read
	table   *table
	rows    int
	cell    map[string]string
	kind    string
	text    strings.Builder
	into    string // data or visible
}

func readXML(m *markup, wanted int, yield func(Row) error) ([]Sheet, error) {
	x := &xmlTable{wanted: wanted, yield: yield, formats: map[string]numberFormat{}}
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
	case m.begins("style") && len(x.formats) < maxStyles:
		x.style = m.attributes()["id"]
	case m.begins("numberformat"):
		x.formats[x.style] = namedFormat(m.attributes()["format"])
	case m.begins("worksheet"):
		return x.beginSheet(m.attributes()["name"])
	case m.ends("worksheet"):
		x.table = nil
	case m.begins("visible"), m.begins("data"):
		x.text.Reset()
		if x.into = m.name; m.name == "data" {
			x.kind = m.attributes()["type"]
		}
	case m.ends("visible"):
		if x.into = ""; len(x.sheets) > 0 {
			x.sheets[len(x.sheets)-1].Hidden = strings.Contains(x.text.String(), "Hidden")
		}
	case m.ends("data"):
		x.into = ""
	case x.table == nil:
	case m.begins("row"):
		return x.beginRow(m)
	case m.ends("row"):
		return x.table.end()
	case m.name == "cell":
		x.handleCell(m)
	}
	if x.into != "" && x.text.Len() < maxToken {
		x.text.Write(m.text())
	}
	return nil
}

func (x *xmlTable) beginSheet(name string) error {
	if len(x.sheets) == maxSheets {
		return ErrUnreadable
	}
	x.sheets = append(x.sheets, Sheet{Name: name, Empty: true})
	x.table, x.rows = nil, 0
	if at := len(x.sheets) - 1; x.wanted < 0 || x.wanted == at {
		x.table = newTable(func(row Row) error { x.sheets[at].Empty = false; return x.yield(row) })
	}
	return nil
}

func (x *xmlTable) beginRow(m *markup) error {
	a := m.attributes()
	x.rows++
	if index := span(a["index"]); index > x.rows {
		x.rows = index
	}
	if err := x.table.begin(x.rows, a["hidden"] == "1"); err != nil || m.kind != html.SelfClosingTagToken {
		return err
	}
	return x.table.end()
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
		text = x.formats[x.cell["styleid"]].write(text, time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC))
	case "DateTime":
		text = writeISO(text)
	}
	x.table.add(text, wide+1, high+1)
}

// namedFormat returns a format by its code or the name that Excel 2003 has for it.
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
