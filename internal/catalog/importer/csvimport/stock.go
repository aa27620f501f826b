package csvimport

import (
	"regexp"
	"strconv"
	"strings"
)

// stockNumber matches a number of pieces with what people write beside it: "50+", "12 pcs".
var stockNumber = regexp.MustCompile(`(?i)^(-?\d+(?:\.\d+)?)\s*(?:\+|(?:pieces?|pcs?|nos?|units?|packets?|packs?|pkts?|pouch(?:es)?|bottles?|jars?|tins?|cans?|bags?|sachets?|bars?|left|in stock|नग|पीस|अदद|पैकेट|पॅकेट|पाकीट)\.?)?$`)

// grouped matches the thousands of a whole number: "1,200", "1,00,000".
var grouped = regexp.MustCompile(`^-?\d{1,3}(?:,\d{2,3})*,\d{3}(?:[^\d,]|$)`)

// ungrouped removes commas between thousands; another comma, as in "12,5", stays.
func ungrouped(text string) string {
	group := grouped.FindString(text)
	return strings.ReplaceAll(group, ",", "") + text[len(group):]
}

// setStock reads how many pieces there are. A word that says only that there are some is
// taken as no number, as is what cannot be read; one that says that there are none is 0.
func (row *Row) setStock(column, cell string) {
	switch strings.ToLower(strings.TrimSpace(line(cell))) {
	case "no", "n", "nil", "false", "out", "out of stock", "outofstock", "sold out", "unavailable", "not available", "none left", "off", "नहीं", "नाही", "संपले", "खत्म":
		none := 0
		row.Stock = &none
		return
	case "yes", "y", "true", "in stock", "instock", "available", "plenty", "many", "limited", "limited stock", "low stock", "few", "lots", "enough", "unlimited", "on", "हाँ", "हां", "है", "भरपूर", "होय", "आहे":
		row.remark(NoteStockWord, column, cell)
		return
	}
	text := ungrouped(number(cell))
	if text == "" {
		return
	}
	found := stockNumber.FindStringSubmatch(text)
	if found == nil {
		row.remark(NoteStockOdd, column, cell)
		return
	}
	number, err := strconv.ParseFloat(found[1], 64)
	if err != nil || number > maxStock || number < -maxStock {
		row.remark(NoteStockOdd, column, cell)
		return
	}
	n := int(number)
	switch {
	case number < 0:
		n = 0
		row.remark(NoteStockNegative, column, cell)
	case float64(n) != number:
		row.remark(NoteStockRounded, column, cell)
	}
	row.Stock = &n
}
