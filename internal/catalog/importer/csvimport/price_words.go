package csvimport

import (
	"regexp"
	"slices"
	"strings"

	"kirana/internal/money"
)

// taxExcludedNames are headings of columns in which "yes" means that tax is not in the price.
var taxExcludedNames = []string{"taxexcluded", "taxexclusive", "exclusiveoftax", "excludingtax", "taxexcl", "excltax", "gstexcluded", "gstexclusive", "exclusiveofgst", "withouttax"}

// Words of a column that says whether tax is in the price.
var (
	taxIncludedWords = []string{"yes", "y", "true", "1", "inclusive", "included", "incl", "inc", "with tax", "tax inclusive", "tax included", "including tax", "inclusive of tax", "with gst", "हाँ", "हां", "होय"}
	taxExcludedWords = []string{"no", "n", "false", "0", "exclusive", "excluded", "excl", "exc", "without tax", "tax exclusive", "tax excluded", "excluding tax", "exclusive of tax", "without gst", "नहीं", "नाही"}
)

// settleWords leaves out a column such as "Tax type" whose cells do not say whether tax is in the price.
func (c *columns) settleWords(o Options, sample [][]string) {
	i, ok := c.at[TaxIncluded]
	if _, mapped := o.Map[TaxIncluded]; !ok || mapped || !slices.Contains(taxTypeNames, c.plain[i]) {
		return
	}
	if !slices.ContainsFunc(sample, func(row []string) bool {
		return slices.Contains(slices.Concat(taxIncludedWords, taxExcludedWords), stateWord(row[i]))
	}) {
		delete(c.at, TaxIncluded)
	}
}

// TaxWord reports whether a cell of a column says that tax is in the price; isKnown is false for an empty cell and for other
// words.
func TaxWord(heading, cell string) (isIncluded, isKnown bool) {
	word := stateWord(cell)
	if opposite := notWords[word]; opposite != "" && slices.Contains(taxExcludedNames, shortName(heading)) {
		word = opposite
	}
	isIncluded = slices.Contains(taxIncludedWords, word)
	return isIncluded, isIncluded || slices.Contains(taxExcludedWords, word)
}

// addTax adds the tax to a price that the list gives without it: to the sale price if isSale. An MRP always includes tax.
func (r *Reader) addTax(row *Row, get func(Field) string, isSale bool) {
	column, cell := r.columnOf(TaxIncluded), get(TaxIncluded)
	isIncluded, isKnown := TaxWord(column, cell)
	if value(cell) == "" {
		column, cell = r.taxExcluded(isSale)
		isIncluded, isKnown = cell == "", true
	}
	switch {
	case isIncluded:
		return
	case !isKnown:
		row.remark(NoteTaxWordUnknown, column, cell)
		return
	case row.GSTRate != nil && *row.GSTRate == 0:
		return
	}
	isMRP := value(get(Price)) != "" && mrpHeading.MatchString(r.columnOf(Price))
	if row.GSTRate == nil || isMRP && !isSale {
		row.remark(NoteTaxNotAdded, column, cell)
		return
	}
	row.remark(NoteTaxAdded, column, cell)
	paid := row.Price - row.Discount
	paid += percentOf(paid, money.Paise(*row.GSTRate))
	if !isMRP {
		row.Price += percentOf(row.Price, money.Paise(*row.GSTRate))
	}
	if paid > row.Price {
		row.Price = paid
		row.remark(NoteSaleAboveMRP, r.columnOf(SalePrice), get(SalePrice))
	}
	row.Discount = row.Price - paid
}

// taxExcluded returns the heading of the price, or the title, which says that tax is not in it; "" if none does.
func (r *Reader) taxExcluded(isSale bool) (column, words string) {
	column = r.columnOf(Price)
	if isSale {
		column = r.columnOf(SalePrice)
	}
	if taxExtra.MatchString(column) {
		return column, column
	}
	return "", r.taxTitle
}

// mrpHeading matches the heading of an MRP.
var mrpHeading = regexp.MustCompile(`(?i)\bm\.?\s?r\.?\s?p\b|maximum|एम\.?\s?आर\.?\s?पी`)

// isPercent reports whether the discount is in percent, by its column, its sign or the column of its type. isKnown is
// false for a type that says neither percent nor rupees.
func isPercent(field Field, get func(Field) string) (percent, isKnown bool) {
	kind := stateWord(get(DiscountType))
	switch {
	case field == DiscountPercent || strings.HasSuffix(value(get(field)), "%"):
		return true, true
	case strings.Contains(kind, "percent") || strings.Contains(kind, "%") || kind == "per cent" || kind == "pct" || kind == "प्रतिशत":
		return true, true
	}
	return false, kind == "" || discountAmount.MatchString(kind)
}

// discountAmount matches the type of a discount in rupees.
var discountAmount = regexp.MustCompile(`amount|\bamt\b|\brs\b|₹|rupee|\binr\b|flat|fixed|value|रु`)

// remarkOtherDiscount notes a discount that does not lead from the MRP to the sale price, which counts. Percentages are
// often rounded.
func (r *Reader) remarkOtherDiscount(row *Row, get func(Field) string, mrp, sale money.Paise) {
	field := Discount
	if value(get(Discount)) == "" {
		field = DiscountPercent
	}
	byColumn := Row{Price: mrp}
	if r.setDiscount(&byColumn, get); byColumn.Discount == 0 {
		return
	}
	near := func(discount money.Paise) bool {
		return max(mrp-discount-sale, sale-mrp+discount) <= mrp/100+money.Rupees(1)
	}
	percent, err := percentOff(mrp, get(field))
	if !near(byColumn.Discount) && (err != nil || !near(percent)) {
		row.remark(NoteDiscountOther, r.columnOf(field), get(field))
	}
}
