package purchase

import (
	"regexp"
	"slices"
	"strings"

	"kirana/internal/catalog"
	"kirana/internal/catalog/importer/csvimport"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/tax"
	"kirana/internal/unicodetext"
)

// maxNameLength limits a name in a supplier's file, in characters.
const maxNameLength = 200

// lineReader reads the rows of a supplier's file.
type lineReader struct {
	table   csvimport.Table
	columns billColumns
	today   string // YYYY-MM-DD
	days    dayColumn
	// withTax reports whether every row says that its cost includes tax.
	withTax bool
}

// get returns a row's cell of a field with ASCII digits, "" if the file lacks the field.
func (r lineReader) get(row csvimport.TableRow, field string) string {
	if i, known := r.columns[field]; known && i < len(row.Cells) {
		return unicodetext.Digits(strings.TrimSpace(row.Cells[i]))
	}
	return ""
}

// heading returns the heading of a field's column.
func (r lineReader) heading(field string) string {
	if i, known := r.columns[field]; known {
		return r.table.Columns[i].Name
	}
	return ""
}

// read parses a row. If the row is left out, it returns the reason. For a row that is not a line of the bill, such as a
// total, a title or a comment, it returns neither a line nor a reason.
func (r lineReader) read(row csvimport.TableRow) (l *FileLine, reason language.Phrase) {
	if row.Unreadable != "" {
		return nil, language.Word(row.Unreadable)
	}
	get := func(field string) string { return r.get(row, field) }
	pieces, units := get(fieldPieces), r.unitsOf(row)
	if heading, cases := r.unread(row, caseHeadings); cases != "" && strings.Trim(pieces, "0. ") == "" {
		pieces, units = cases, [2]string{unitByCaseHeading[plainHeading(heading)]}
	}
	l = &FileLine{Number: row.Line, Words: cut(get(fieldName), maxNameLength), SKU: get(fieldSKU), Match: Unknown, Proposals: []Proposal{}, Notes: []string{}}
	l.readCodes(get(fieldBarcode))
	if slices.ContainsFunc([]string{l.Words, l.SKU, get(fieldBarcode)}, csvimport.IsSum) {
		return nil, reason
	}
	if pieces == "" && inclusiveNote.MatchString(strings.Join(row.Cells, " ")) {
		return nil, language.Word("It may say that tax is in the costs: please check them.")
	}
	if failed, isFailed := row.Failed[r.columns[fieldName]]; isFailed {
		return nil, failedCell(r.heading(fieldName), failed)
	}
	if l.Words == "" {
		if l.Words = l.Barcode; l.Words == "" {
			if get(fieldCost) != "" && get(fieldPieces) != "" {
				reason = language.Word("The line has no name.")
			}
			return nil, reason
		}
	}
	if pieces+get(fieldFree) == "" {
		if get(fieldCost)+get(fieldAmount)+get(fieldMRP)+l.Barcode != "" || len(row.Failed) > 0 {
			reason = language.Word("The line has no quantity.")
		}
		return nil, reason
	}
	pieces, isCount := r.table.Count(pieces)
	if !isCount {
		return nil, notAQuantity(pieces)
	}
	if reason = l.readQuantity(pieces, get(fieldFree), units); reason.Format != "" {
		return nil, reason
	}
	if csvimport.IsLegacyFont(l.Words) {
		l.notes = append(l.notes, language.Join(": ", language.Word(r.heading(fieldName)), language.Word(string(csvimport.NoteLegacyFont))))
	}
	if row.Extra != "" {
		l.note("The line has more cells than the header, so its values may stand in the wrong columns: write numbers without commas.")
	}
	for i, cell := range row.Failed {
		l.notes = append(l.notes, failedCell(r.table.Columns[i].Name, cell))
	}
	r.noteUnread(l, row)
	r.readCost(l, row)
	l.MRP = r.amount(l, row, fieldMRP)
	r.readRate(l, row)
	r.takeTaxOut(l, row)
	r.readDay(l, get(fieldBestBefore))
	r.readAmount(l, row)
	return l, reason
}

// note adds a note of a format with arguments.
func (l *FileLine) note(format string, args ...any) {
	l.notes = append(l.notes, language.NewPhrase(format, args...))
}

func failedCell(heading, cell string) language.Phrase {
	return language.NewPhrase("The column %s holds an error of the spreadsheet: %s.", quoted(heading), quoted(cell))
}

func quoted(text string) string { return "“" + text + "”" }

// cut returns at most limit characters of a text.
func cut(text string, limit int) string {
	if runes := []rune(text); len(runes) > limit {
		return string(runes[:limit])
	}
	return text
}

// readCodes sets the barcode of a line from its cell or, without one, from the column of codes if that has a GTIN.
func (l *FileLine) readCodes(cell string) {
	codes, lost := csvimport.BarcodesOf(cell)
	switch {
	case lost:
		l.note("The barcode %s was shortened by a spreadsheet, so it tells no product.", quoted(cell))
	case catalog.IsBarcode(codes[0]):
		l.Barcode = codes[0]
		l.barcodes = slices.DeleteFunc(codes, func(code string) bool { return code == "" })
	}
	if skus, lost := csvimport.BarcodesOf(l.SKU); l.Barcode == "" && !lost && catalog.IsGTIN(skus[0]) {
		l.Barcode, l.barcodes = skus[0], skus[:1]
	}
}

// amount returns the amount of money in a field's cell, nil for 0 or an empty cell. It notes other texts.
func (r lineReader) amount(l *FileLine, row csvimport.TableRow, field string) *money.Paise {
	cell := r.get(row, field)
	amount, _, ok := r.table.Amount(r.heading(field), cell)
	switch {
	case !ok && cell != "":
		l.note("The column %s does not hold an amount of money: %s.", quoted(r.heading(field)), quoted(cell))
		return nil
	case !ok || amount == 0:
		return nil
	}
	return &amount
}

// inclusiveHeading matches the heading of a cost that includes tax, unless exclusiveHeading matches it too.
var (
	inclusiveHeading = regexp.MustCompile(`(?i)\bincl|\bwith\b.*(?:tax|gst)|(?:tax|gst)[^/]*\bincl|कर सहित|टैक्स सहित|करासह`)
	exclusiveHeading = regexp.MustCompile(`(?i)\bexcl|\bwithout\b|\bbefore\b|\bw/o\b`)
)

// inclusiveNote matches a note below the lines that their costs include tax.
var inclusiveNote = regexp.MustCompile(`(?i)\b(?:rates?|prices?|costs?)\b.*\bincl.*\b(?:gst|tax)|(?:दर|भाव|रेट).*(?:कर|टैक्स|gst) सहित`)

// readCost sets the cost of one unit of the line, and whether it includes tax.
func (r lineReader) readCost(l *FileLine, row csvimport.TableRow) {
	cell := r.get(row, fieldCost)
	if cell == "" {
		return
	}
	amount, per, ok := r.table.Amount(r.heading(fieldCost), cell)
	if !ok {
		l.note("The column %s does not hold an amount of money: %s.", quoted(r.heading(fieldCost)), quoted(cell))
		return
	}
	if per == "" && plainHeading(r.heading(fieldUnit)) == "per" && l.ownUnit {
		per = r.get(row, fieldUnit)
	}
	heading := r.heading(fieldCost)
	if found := costPer.FindStringSubmatch(heading); per == "" && found != nil && isUnit(plainUnit(found[2])) {
		per = found[2]
	}
	l.WithTax = r.withTax || inclusiveHeading.MatchString(heading) && !exclusiveHeading.MatchString(heading)
	if l.Cost = l.costOfUnit(amount, per); l.Cost == nil {
		l.note("The cost %s is for another unit than the quantity, so it was left out.", amount)
	}
}

// costOfUnit converts a cost of another unit ("kg", "1 pc") to the cost of the line's unit; nil if the units cannot be
// compared.
func (l *FileLine) costOfUnit(amount money.Paise, per string) *money.Paise {
	per = plainUnit(strings.TrimPrefix(per, "1 "))
	grams, unit := weightUnits[per], weightUnits[l.Unit]
	switch {
	case per == "" || unitKey(per) == unitKey(l.Unit) || isPack(per) && isPack(l.Unit):
	case grams > 0 && unit > 0:
		amount = money.Paise(float64(amount)*unit/grams + 0.5)
	case isPiece(per) && l.Grams == nil:
		l.perPiece = true // converted by checkAmount
	case packSizes[unitKey(per)] > 0 && l.Unit == "":
		amount = money.CostOf(amount, packSizes[unitKey(per)]).Paise()
	default:
		return nil
	}
	return &amount
}

// readRate sets the GST rate from its column, or from the columns of CGST and SGST.
func (r lineReader) readRate(l *FileLine, row csvimport.TableRow) {
	cell := r.get(row, fieldGSTRate)
	rate, ok := csvimport.Rate(cell)
	both, halves := csvimport.BothRates(r.get(row, fieldCGST), r.get(row, fieldSGST))
	switch {
	case halves && both > 0 && ok && rate > 0 && rate != both:
		l.note("The columns of GST say %s and %s per cent, so the rate was left out.", rate, both)
		return
	case halves && (both > 0 || !ok):
		rate, ok = both, true
	case ok && rate == 0 && !halves && strings.Contains(csvimport.PlainHeading(r.heading(fieldGSTRate)), "igst"):
		return // no IGST within a state
	}
	if ok {
		l.Rate = &rate
	} else if cell += r.get(row, fieldCGST); cell != "" {
		l.note("%s is not a rate of GST, so the rate is the product's.", quoted(cell))
	}
}

// saysWithTax reports whether every row with a cost says that the cost includes tax.
func (r lineReader) saysWithTax() bool {
	says := false
	for _, row := range r.table.Rows {
		if r.get(row, fieldCost) == "" {
			continue
		}
		if says, _ = csvimport.TaxWord(r.heading(fieldTaxIncluded), r.get(row, fieldTaxIncluded)); !says {
			return false
		}
	}
	return says
}

// takeTaxOut subtracts the tax from a cost that includes it by its row alone, not by the heading or every row: either all
// costs of a draft include tax, or none does.
func (r lineReader) takeTaxOut(l *FileLine, row csvimport.TableRow) {
	cell := r.get(row, fieldTaxIncluded)
	if cell == "" || l.Cost == nil || l.WithTax {
		return
	}
	switch isIncluded, isKnown := csvimport.TaxWord(r.heading(fieldTaxIncluded), cell); {
	case !isKnown:
		l.note("%s does not say whether tax is in the cost: please check it.", quoted(cell))
	case !isIncluded:
	case l.Rate == nil:
		l.note("The cost %s has tax inside, and the line has no rate of GST, so it was left out.", *l.Cost)
		l.Cost = nil
	default:
		withTax := 100_00 + money.Paise(*l.Rate)
		cost := (*l.Cost*100_00 + withTax/2) / withTax
		l.note("The cost %s has tax inside; without it is %s.", *l.Cost, cost)
		l.Cost = &cost
	}
}

// headingUnits matches the units in a heading: "(CS)", "(CS+PC)".
var headingUnits = regexp.MustCompile(`\(\s*([\pL\pM.]+)\s*(?:[+/&-]\s*([\pL\pM.]+)\s*)?\)`)

// unitsOf returns the unit of a row's quantity if it is not in the same cell, but in its own column or in the heading.
// If the heading has two units, as "Qty (CS+PC)", the second is that of the second number.
func (r lineReader) unitsOf(row csvimport.TableRow) (units [2]string) {
	if found := headingUnits.FindStringSubmatch(r.heading(fieldPieces)); found != nil {
		units = [2]string{found[1], found[2]}
		if isPiece(plainUnit(found[1])) || !isPiece(plainUnit(found[2])) {
			units[1] = ""
		}
	}
	if unit := r.get(row, fieldUnit); unit != "" {
		return [2]string{unit}
	}
	if units[0] == "" {
		units[0] = unitByCaseHeading[plainHeading(r.heading(fieldPieces))]
	}
	return units
}

// percentOf returns a percentage of an amount, rounded half up.
func percentOf(amount money.Paise, percent tax.Percent) money.Paise {
	return (amount*money.Paise(percent) + 5000) / 100_00
}
