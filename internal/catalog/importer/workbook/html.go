package workbook

import (
	"cmp"
	"errors"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
)

func openHTML(file *os.File) (*Book, error) { return openTables(file, false, readHTML) }

// readHTML yields the rows of the wanted table of a web page.
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

	wanted int // index of the table to yield; -1 for all
	yield  func(Row) error
	sheets []Sheet

	depth, rows int    // open tables; rows begun in the outer table
	table       *table // nil outside a wanted table
	cell        strings.Builder
	inCell      bool
	wide, high  int    // spans of the open cell
	stored      string // stored value of the cell; its text may be rounded
	hides       bool   // the cell is hidden
	styled      bool   // an inline tag precedes the next text
	skip        bool   // inside a script or a style
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
		h.stored, h.hides, h.styled = cmp.Or(a["num"], a["sdval"]), isHidden(a), false
		h.cell.Reset()
	case h.depth == 1 && (h.ends("td") || h.ends("th")):
		h.endCell()
	case slices.Contains(inlineTags, h.name):
		h.styled = true
	case h.name != "":
		h.cell.WriteByte(' ')
	case h.inCell && !h.skip && h.cell.Len() < maxToken:
		h.write(h.text())
	}
	return nil
}

// inlineTags may occur within a word.
var inlineTags = []string{"b", "strong", "i", "em", "u", "font", "span", "a", "mark"}

// write appends text to the cell. Letters after an inline tag continue the word; digits are separated by a space,
// because "99" and "50" may be rupees and paise.
func (h *htmlReader) write(text []byte) {
	if len(text) == 0 {
		return
	}
	last, _ := utf8.DecodeLastRuneInString(h.cell.String())
	if first, _ := utf8.DecodeRune(text); h.styled && !(isWordRune(last) && isWordRune(first)) {
		h.cell.WriteByte(' ')
	}
	h.styled = false
	h.cell.Write(text)
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsMark(r) }

// isHidden reports whether the attributes hide an element.
func isHidden(attributes map[string]string) bool {
	_, hidden := attributes["hidden"]
	return hidden || strings.Contains(strings.ReplaceAll(strings.ToLower(attributes["style"]), " ", ""), "display:none")
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
	return h.table.begin(h.rows, isHidden(h.attributes()))
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
		h.table.skipTo(h.table.column)
		if h.hides && h.table.column < maxColumns && !slices.Contains(h.table.hidden, h.table.column) {
			h.table.hidden = append(h.table.hidden, h.table.column)
		}
		h.table.add(exact(strings.Join(strings.Fields(h.cell.String()), " "), h.stored), h.wide, h.high)
	}
	h.inCell = false
}

// exact returns the stored number if the text shows it rounded (8.9E+12) or not at all (####), else the text.
func exact(text, stored string) string {
	number, err := strconv.ParseFloat(stored, 64)
	if err != nil || !(strings.Contains(text, "E+") || strings.HasPrefix(text, "##")) {
		return text
	}
	return plainNumber(number)
}

func span(text string) int {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n < 1 {
		return 1
	}
	return min(n, maxRows)
}
