package csvimport

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"kirana/internal/language"
)

// joinBelow joins a header of two or three rows ("Closing Balance" above "Quantity", "Rate" and "Value", above "Nos", "Rs."),
// and reports whether it joined rows.
func (r *Reader) joinBelow(o Options) bool {
	if r.inspected && len(r.columns.names) == 0 || len(o.Map) > 0 && !r.mappedByNumber(o) {
		return false
	}
	if !r.joinRow(o) {
		return r.joinTwoRows(o)
	}
	r.joinMeasures(o)
	return true
}

// nextNames returns the next line, and its cells as headings; none if a cell contains a line break. It
// reports false at the end of the file.
func (r *Reader) nextNames() (line []byte, names []string, ok bool) {
	line, err := r.lines.next()
	if err != nil {
		return nil, nil, false
	}
	c := lexer{sep: r.separator}
	names = r.names(nil)
	if line != nil && bytes.IndexByte(line, 0) < 0 && !c.feed(line) && !c.broken {
		names = r.names(c.cells)
	}
	return line, names, true
}

// joinRow joins the next row to the header if that row has no numbers and identifies more columns. Otherwise it unreads
// the row.
func (r *Reader) joinRow(o Options) bool {
	line, below, ok := r.nextNames()
	if !ok {
		return false
	}
	before := r.columns
	names := joinNamesBelow(before.names, below)
	joined, err := find(names, o)
	complete := err == nil && joined.missing() == nil
	known := isKnownHeading(below)
	switch {
	case complete && isMeasures(below) && len(joined.at) >= len(before.at):
		r.columns = joined
		return true
	case !known || slices.ContainsFunc(below, holdsNumber):
	case before.missing() != nil && r.isHeaderAlone(below, o, joined):
		r.readTitles(strings.Join(before.names, " "), nil)
		r.columns, _ = find(below, o)
		r.joinBelow(o)
		return true
	case complete && (before.missing() != nil || len(joined.at) > len(before.at)):
		r.columns, r.joined = joined, true
		return true
	}
	r.lines.unread([][]byte{line})
	return false
}

// joinTwoRows joins the next two rows to the header if they have no numbers and together identify more columns.
// Otherwise it unreads them.
func (r *Reader) joinTwoRows(o Options) bool {
	var lines [][]byte
	names, isHeader := r.columns.names, true
	for range 2 {
		line, below, ok := r.nextNames()
		if !ok {
			break
		}
		lines = append(lines, line)
		isHeader = isHeader && len(below) > 0 && !slices.ContainsFunc(below, holdsNumber) && (len(lines) == 1 || isKnownHeading(below))
		names = joinNamesBelow(names, below)
	}
	joined, err := find(names, o)
	if isHeader && len(lines) == 2 && err == nil && joined.missing() == nil && len(joined.at) > len(r.columns.at) {
		r.columns, r.joined = joined, true
		r.joinMeasures(o)
		return true
	}
	r.lines.unread(lines)
	return false
}

// joinMeasures joins the next row if it has the measures of the headings only.
func (r *Reader) joinMeasures(o Options) {
	line, below, ok := r.nextNames()
	if !ok {
		return
	}
	joined, err := find(joinNamesBelow(r.columns.names, below), o)
	if isMeasures(below) && err == nil && joined.missing() == nil && len(joined.at) >= len(r.columns.at) {
		r.columns = joined
		return
	}
	r.lines.unread([][]byte{line})
}

func isKnownHeading(cells []string) bool {
	known := knownNames(Options{})
	return slices.ContainsFunc(cells, func(name string) bool { return known[plainName(name)] })
}

// isHeaderAlone reports whether a row is a whole header, so that the row above it is a title. A row with a repeated
// heading needs the row above.
func (r *Reader) isHeaderAlone(below []string, o Options, joined columns) bool {
	alone, err := find(below, o)
	if err != nil || alone.missing() != nil || len(alone.at) < len(joined.at) || len(below) < len(r.columns.names) {
		return false
	}
	for i, plain := range alone.plain {
		if plain != "" && slices.Contains(alone.plain[i+1:], plain) {
			return false
		}
	}
	return true
}

// isMeasures reports whether a row below the headings has their measures only: "(kg)", "(Rs.)", "nos".
func isMeasures(cells []string) bool {
	found := false
	for _, cell := range cells {
		word := strings.ToLower(strings.Trim(hindiUnits.Replace(cell), " ()[]./"))
		if word == "" {
			continue
		}
		if spelling[word] == "" && !slices.Contains(currencySigns, word) {
			return false
		}
		found = true
	}
	return found
}

var currencySigns = append([]string{"₹", "%"}, currencyWords...)

// mappedByNumber reports whether --map gives every column by number, which stays valid when header rows are joined.
func (r *Reader) mappedByNumber(o Options) bool {
	for _, column := range o.Map {
		if column != "" && !strings.HasPrefix(column, "#") {
			return false
		}
	}
	return true
}

// joinNamesBelow joins the headings of two rows. An upper heading also covers the following columns without one.
func joinNamesBelow(above, below []string) []string {
	names, last := make([]string, max(len(above), len(below))), ""
	for i := range names {
		var upper, lower string
		if i < len(above) {
			upper = above[i]
		}
		if i < len(below) {
			lower = below[i]
		}
		if upper != "" {
			last = upper
		}
		switch {
		case lower == "" || upper == lower:
			names[i] = upper
		case last == "":
			names[i] = lower
		default:
			names[i] = last + " / " + lower
		}
	}
	return names
}

// findByHalves assigns columns to the missing fields by one half of a heading: "भाव / Rate". A heading that names both
// the MRP and the sale price is skipped.
func (c *columns) findByHalves(o Options, free []bool) {
	for _, f := range append(slices.Clone(fields), plainPrice, amount) {
		_, mapped := o.Map[f]
		if _, found := c.at[f]; found || mapped {
			continue
		}
		for i, name := range c.names {
			halves := halvesOf(name)
			if !free[i] || len(halves) < 2 || anyNames(halves, Price) && anyNames(halves, SalePrice) || isPrice(f) && c.isOtherPrice(i) || f == Unit && packHeading.MatchString(name) {
				continue
			}
			if anyNames(halves, f) {
				if isPrice(f) && slices.Contains(c.plain[i+1:], c.plain[i]) {
					c.twice = name
				}
				c.at[f], free[i] = i, false
				break
			}
		}
	}
}

// halvesOf splits a heading at its signs, else into its Latin words and its others: "वस्तू Name".
func halvesOf(heading string) []string {
	halves := strings.FieldsFunc(heading, func(r rune) bool { return strings.ContainsRune("/|()[]", r) })
	if len(halves) > 1 {
		return halves
	}
	var latin, rest []string
	for _, word := range strings.Fields(heading) {
		if ascii([]byte(word)) {
			latin = append(latin, word)
		} else {
			rest = append(rest, word)
		}
	}
	if len(latin) == 0 || len(rest) == 0 {
		return halves
	}
	return []string{strings.Join(latin, " "), strings.Join(rest, " ")}
}

// isHeading reports whether a row is a group heading: words in one cell only, such as "Dal" above its products. Below a
// two-row header, as in Tally's exports, a group also has sums.
func (r *Reader) isHeading(raw cells) bool {
	if raw.reason != "" || r.columns.profile != nil {
		return false
	}
	if i, has := r.columns.at[Category]; has && r.categoryFilled && value(raw.text[i]) == "" && !r.joined {
		return false
	}
	text := r.onlyText(raw)
	group := groupName(text)
	return group != "" && !isPageNote(text) && !holdsNumber(group) && !isFailed(text)
}

var (
	// groupNumber matches the numbering of a group: "1.", "(A) ", "IV) ", "Section 2: ".
	groupNumber = regexp.MustCompile(`(?i)^(?:(?:section|group|part|category|department)\s*[:-]\s*)?(?:(?:section|group|part)\s+)?(?:\(?(?:[\d०-९]{1,3}(?:[.)]+\s*|\s*[:-]\s+)|(?:[a-z]|[ivx]{1,5}|[अ-ह])[.):-]+\s+))?`)
	// groupCount matches the number of products of a group: "(12 items)".
	groupCount = regexp.MustCompile(`\s*[(\[]\d+(?:\s+\pL+)?[)\]]$`)
	// groupLetter matches a group's letter in the column that numbers the products.
	groupLetter = regexp.MustCompile(`^\(?(?:[A-Z]|[IVX]{1,5})[.)]?$`)
)

// groupName returns a heading without its numbering, product count and ornaments.
func groupName(heading string) string {
	name := strings.Trim(heading, " *-=_#•~:>")
	if strings.HasPrefix(name, "[") {
		name = strings.Trim(name, "[]")
	}
	name = groupCount.ReplaceAllString(groupNumber.ReplaceAllString(name, ""), "")
	return strings.Trim(name, " *-=_#•~:>")
}

// onlyText returns the only text of a row, not counting a group's letter; "" if there are several texts or none. Below
// a two-row header it returns the name of a row without size, price, category and codes: such a row is a group, which
// may have sums.
func (r *Reader) onlyText(raw cells) string {
	name, hasName := r.columns.at[Name]
	if r.joined && hasName && value(raw.text[name]) != "" && UnitOfName(raw.text[name]) == "" {
		priced := false
		for _, f := range []Field{Price, SalePrice, Category, SKU, Barcode} {
			i, ok := r.columns.at[f]
			priced = priced || ok && value(raw.text[i]) != ""
		}
		if !priced {
			return value(cellText(raw.text[name]))
		}
	}
	only := ""
	for i, cell := range raw.text {
		if text := value(cellText(cell)); text != "" && !(groupLetter.MatchString(text) && !r.columns.isMapped(i)) {
			if only != "" {
				return ""
			}
			only = text
		}
	}
	return only
}

// checkHeader returns a refusal for a row that repeats the header or follows the header of other columns, else "".
func (r *Reader) checkHeader(raw cells) language.Stored {
	if r.known == nil {
		r.known = knownNames(Options{})
	}
	name, hasName := r.columns.at[Name]
	if !hasName || r.columns.profile != nil || !r.known[r.columns.short[name]] && !r.joined {
		return "" // the header's words are not usual ones
	}
	filled, isHeader := 0, true
	for _, cell := range raw.text {
		if text := value(cell); text != "" {
			filled++
			isHeader = r.known[plainName(text)] || r.known[shortName(text)]
		}
		if !isHeader {
			break
		}
	}
	isHeader = isHeader && filled > 1
	if isHeader {
		r.foreign = slices.ContainsFunc([]Field{Name, Price, SalePrice, Stock}, func(f Field) bool { return r.isForeign(f, raw) })
	}
	switch {
	case isHeader && !r.foreign:
		return "This is the header again, not a product."
	case r.foreign:
		return "A list of other columns begins in the middle; give it a sheet or file of its own."
	}
	return ""
}

// isForeign reports whether the row has, in the field's column, the heading of another field.
func (r *Reader) isForeign(f Field, raw cells) bool {
	i, has := r.columns.at[f]
	if !has || strings.Contains(r.columns.plain[i], plainName(raw.text[i])) {
		return false
	}
	name := []string{value(raw.text[i])}
	return !anyNames(name, f) && !(isPrice(f) && (anyNames(name, plainPrice) || anyNames(name, Price) || anyNames(name, SalePrice)))
}

// headingProblem returns the refusal of a group heading without products.
func (r *Reader) headingProblem(raw cells) *Problem {
	name := cutAtWord(r.onlyText(raw), MaxName)
	return &Problem{Line: raw.line, Reason: "The product has no price.", Name: name}
}
