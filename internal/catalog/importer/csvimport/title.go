package csvimport

import (
	"bytes"
	"regexp"
	"strings"
)

// maxTitleLines is the maximum number of lines above the header, such as a shop's name or a date.
const maxTitleLines = 9

// maxTableTitleLines is the same for a supplier's bill, which begins with the names and addresses of two parties.
const maxTableTitleLines = 40

// maxTitleCells is the maximum number of cells of a title: "Ganesh Kirana, 14 November" has two.
const maxTitleCells = 2

// skipTitle makes the next line with more cells the header if the first looks like a title. It finds a header of
// unknown headings below a shop's name.
func (r *Reader) skipTitle(o Options) {
	cells := len(r.columns.names)
	if cells <= maxTitleCells {
		r.takeHeader(o, maxTitleLines, func(c columns) bool { return len(c.names) > cells })
	}
}

// findHeaderBelow makes a later line the header if it names the columns of name and price, and reports whether there is
// one.
func (r *Reader) findHeaderBelow(o Options) bool {
	return r.takeHeader(o, maxTitleLines, func(c columns) bool { return c.missing() == nil })
}

// takeHeader makes the first of the next lines accepted by isHeader the header, and reports whether there is one;
// otherwise it unreads them.
func (r *Reader) takeHeader(o Options, lines int, isHeader func(columns) bool) bool {
	var back [][]byte
	first := strings.Join(r.columns.names, " ")
	for range lines {
		line, err := r.lines.next()
		if err != nil {
			break
		}
		back = append(back, line)
		if line == nil || bytes.IndexByte(line, 0) >= 0 {
			continue
		}
		separator := separatorOf(line, o)
		c := lexer{sep: separator}
		if open := c.feed(line); open || c.broken {
			continue
		}
		columns, err := find(r.names(c.cells), o)
		if err == nil && isHeader(columns) {
			r.readTitles(first, back[:len(back)-1])
			r.separator, r.columns = separator, columns
			r.pricing.commas = separator == ';'
			r.joinBelow(o)
			return true
		}
		if separatorBefore, columnsBefore := r.separator, r.columns; err == nil && filled(c.cells) > 1 && r.isHeader == nil {
			r.separator, r.columns = separator, columns
			if r.joinBelow(o) {
				r.readTitles(first, back[:len(back)-1])
				return true
			}
			r.separator, r.columns = separatorBefore, columnsBefore
		}
	}
	r.lines.unread(back)
	return false
}

// taxExtra matches words which say that tax is not in the prices: "GST extra", "exclusive of tax", "+ GST".
var taxExtra = regexp.MustCompile(`(?i)\b(?:gst|tax(?:es)?)\b[^,.;]*\b(?:extra|exclusive|excluded|additional|as applicable|not included)\b|\b(?:excluding|exclusive of|excl\.?(?: of)?|without|plus)\s+(?:all )?(?:gst|tax)|\+\s*(?:gst|tax)|(?:जीएसटी|टैक्स|कर) (?:अलग|वेगळा|अतिरिक्त)`)

// readTitles keeps the words above the header which say that tax is not in the prices.
func (r *Reader) readTitles(first string, lines [][]byte) {
	titles := []string{first}
	for _, text := range lines {
		titles = append(titles, r.charset.text(text))
	}
	for _, title := range titles {
		if taxExtra.MatchString(title) {
			r.taxTitle = strings.Trim(line(title), ",;|\" ")
			return
		}
	}
}
