package csvimport

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// stockNumber matches a number of pieces with the words around it: "50+", "12 pcs".
var stockNumber = regexp.MustCompile(`(?i)^(-?\d+(?:\.\d+)?)\s*(?:\+|(?:pieces?|pcs?|nos?|units?|packets?|packs?|pkts?|pouch(?:es)?|bottles?|jars?|tins?|cans?|bags?|sachets?|bars?|left|in stock|नग|पीस|अदद|पैकेट|पॅकेट|पाकीट)\.?)?$`)

// Words instead of a number of pieces: noneWords for 0, someWords for an unknown number.
var (
	noneWords = slices.Concat([]string{
		"no", "n", "nil", "false", "off", "out", "unavailable", "not available", "none left", "zero", "नहीं", "नाही", "शून्य", "उपलब्ध नहीं", "उपलब्ध नाही", "✗", "✘", "❌",
	}, soldOutWords)
	// soldOutWords also occur as a status; such a product is published.
	soldOutWords = []string{
		"out of stock", "outofstock", "out-of-stock", "oos", "not in stock", "no stock", "stock out", "stockout", "sold out", "soldout", "finished",
		"संपले", "संपला", "खत्म", "ख़त्म", "स्टॉक खत्म", "स्टॉक ख़त्म", "आउट ऑफ स्टॉक", "आउट ऑफ़ स्टॉक",
	}
	someWords = []string{
		"yes", "y", "true", "in stock", "instock", "in-stock", "available", "plenty", "many", "limited", "limited stock", "low", "low stock", "few", "lots", "enough", "unlimited",
		"on", "ok", "onbackorder", "हाँ", "हां", "है", "भरपूर", "होय", "आहे", "उपलब्ध", "✓", "✔", "✅",
	}
)

// totalNames are headings, normalized by plainName, of a column with quantity times price, as in Tally's stock summary.
var totalNames = []string{"value", "amount", "amt", "total", "totalvalue", "totalamount", "stockvalue", "closingvalue", "राशि", "रक्कम", "एकूण"}

// leadingNumber matches the number of "12 Nos" and "1,200.50".
var leadingNumber = regexp.MustCompile(`^\d[\d,]*(?:\.\d+)?`)

// isMultiplied reports whether a column of totalNames holds the column times a price, see multiplies.
func (c *columns) isMultiplied(column int, sample [][]string) bool {
	total := slices.IndexFunc(c.plain, func(name string) bool { return slices.Contains(totalNames, name) })
	if total < 0 {
		return false
	}
	return slices.ContainsFunc([]Field{Price, SalePrice}, func(f Field) bool {
		price, ok := c.at[f]
		return ok && multiplies(sample, column, price, total)
	})
}

// multiplies reports whether quantity times price is the total, to the rupee, in each row with the three numbers. One
// quantity must differ from 1.
func multiplies(sample [][]string, quantity, price, total int) bool {
	found := false
	for _, row := range sample {
		n, first := leading(row[quantity])
		each, second := leading(row[price])
		sum, third := leading(row[total])
		if !first || !second || !third {
			continue
		}
		if math.Abs(n*each-sum) > 1 {
			return false
		}
		found = found || n != 1
	}
	return found
}

// leading returns the number of a cell such as "12 Nos", "₹1,200.50" and "Rs. 40".
func leading(cell string) (float64, bool) {
	text := strings.TrimLeft(number(cellText(cell)), "₹RrSs. ")
	n, err := strconv.ParseFloat(strings.ReplaceAll(leadingNumber.FindString(text), ",", ""), 64)
	return n, err == nil
}

// packHeading matches the heading of a stock in packs of several pieces: "Stock (dozen)", "Qty in cases".
var packHeading = regexp.MustCompile(`(?i)(?:[(\[/]|\bin)\s*(?:in\s+)?(dozens?|doz|dz|cases?|cs|cartons?|ctns?|box|boxes|peti)\b`)

// withPack appends the pack of the heading, or the unit in a column beside, to a number: that of the pieces is not known.
func withPack(cell, heading, unit string) string {
	found, text := packHeading.FindStringSubmatch(hindiUnits.Replace(heading)), number(cell)
	if found != nil {
		unit = strings.ToLower(found[1])
	}
	if unit == "" || !bareSize.MatchString(text) || strings.Trim(text, "0.,") == "" {
		return cell
	}
	return text + " " + unit
}

// stockUnit returns the cell of a column of stockUnitNames without a field.
func (r *Reader) stockUnit(raw cells) string {
	i := slices.IndexFunc(r.columns.plain, func(plain string) bool { return slices.Contains(stockUnitNames, plain) })
	if i < 0 || r.columns.isMapped(i) {
		return ""
	}
	return value(raw.text[i])
}

// stockOf returns the cell of the only stock among the columns of one name; "" with a remark if they differ.
func (r *Reader) stockOf(row *Row, raw cells) string {
	var different []string
	for _, i := range r.columns.stocks {
		if text := value(cellText(raw.text[i])); text != "" && !slices.Contains(different, text) {
			different = append(different, text)
		}
	}
	if len(different) > 1 {
		row.remark(NoteStockTwice, r.columnOf(Stock), strings.Join(different, ", "))
		return ""
	}
	return strings.Join(different, "")
}

// setStock sets the number of pieces: 0 for words such as "sold out", nil for words such as "in stock" and for unreadable
// cells.
func (r *Reader) setStock(row *Row, get func(Field) string) {
	column, cell, word := r.columnOf(Stock), get(Stock), fold(line(get(Stock)))
	source := Availability
	if status := stateWord(get(Published)); value(get(source)) == "" && (slices.Contains(soldOutWords, status) || status == "in stock" || status == "instock") {
		source = Published
	}
	available := stateWord(get(source))
	if opposite := notWords[available]; opposite != "" && source == Availability && r.isCalled(Availability, []string{"outofstock", "soldout"}) {
		available = opposite
	}
	if number(cell) == "" && !slices.Contains(noneWords, word) {
		column, cell, word = r.columnOf(source), get(source), available
		if word == "1" {
			word = "yes"
		}
	}
	none := available == "0" || slices.Contains(noneWords, available)
	switch {
	case none || slices.Contains(noneWords, word):
		row.Stock = new(int)
		if strings.Trim(number(get(Stock)), "0.") != "" && none {
			row.remark(NoteStockNone, r.columnOf(source), get(source))
		}
		return
	case slices.Contains(someWords, word):
		row.remark(NoteStockWord, column, cell)
		return
	}
	text, isCount := r.pricing.count(number(cell))
	if text == "" {
		return
	}
	found := stockNumber.FindStringSubmatch(text)
	if found == nil || !isCount {
		row.remark(NoteStockInvalid, column, cell)
		return
	}
	number, err := strconv.ParseFloat(found[1], 64)
	if err != nil || number > maxStock || number < -maxStock {
		row.remark(NoteStockInvalid, column, cell)
		return
	}
	n := int(number)
	switch {
	case number < 0:
		n = 0
		row.remark(NoteStockNegative, column, cell)
	case float64(n) != number:
		row.remark(NoteStockRounded, column, cell)
	case n == 0 && column == r.columnOf(Stock) && (available == "1" || slices.Contains(someWords, available)):
		row.remark(NoteStockZero, r.columnOf(source), get(source))
	}
	row.Stock = &n
}

// settleStock takes the columns of the stock, by these rules:
//   - "Available" with numbers, beside another stock, is the stock: the difference is reserved
//   - several columns may share the heading of the stock
//   - a column such as "In stock?" is the availability if no sample cell has a number above 1
func (c *columns) settleStock(o Options, sample [][]string) {
	i, ok := c.at[Stock]
	_, mapped := o.Map[Stock]
	_, availabilityMapped := o.Map[Availability]
	free, has := c.at[Availability]
	if ok && has && !mapped && !availabilityMapped && slices.Contains(usualNames[Stock], c.plain[free]) && holdCounts(sample, free) {
		i, has = free, false
		c.at[Stock] = i
		delete(c.at, Availability)
	}
	if ok && !mapped {
		for j, short := range c.short {
			if short == c.short[i] && !(j != i && c.isMapped(j)) {
				c.stocks = append(c.stocks, j)
			}
		}
	}
	if !ok || has || !slices.Contains(usualNames[Availability], c.plain[i]) || holdCounts(sample, i) {
		return
	}
	delete(c.at, Stock)
	c.at[Availability] = i
}

// holdCounts reports whether any cell of the column has a number above 1.
func holdCounts(sample [][]string, column int) bool {
	return slices.ContainsFunc(sample, func(row []string) bool {
		cell := number(cellText(row[column]))
		return strings.Trim(cell, "01") != "" && stockNumber.MatchString(cell)
	})
}
