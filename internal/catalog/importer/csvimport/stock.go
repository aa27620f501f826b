package csvimport

import (
	"regexp"
	"strconv"
	"strings"
)

// stockNumber matches a number of pieces with what people write beside it: "50+", "12 pcs".
var stockNumber = regexp.MustCompile(`(?i)^(-?\d+(?:\.\d+)?)\s*(?:\+|(?:pieces?|pcs?|nos?|units?|packets?|packs?|pkts?|left|in stock)\.?)?$`)

// setStock reads how many pieces there are. A word that says only that there are some is
// taken as no number; one that says that there are none is 0.
func (row *Row) setStock(column, cell string) error {
	switch strings.ToLower(strings.TrimSpace(line(cell))) {
	case "no", "n", "nil", "false", "out", "out of stock", "outofstock", "sold out", "unavailable", "not available", "नहीं":
		none := 0
		row.Stock = &none
		return nil
	case "yes", "y", "true", "in stock", "instock", "available", "plenty", "many", "limited", "limited stock", "low stock", "few", "हाँ", "हां":
		row.Notes = append(row.Notes, NoteStockWord)
		return nil
	}
	text := strings.ReplaceAll(number(cell), ",", "")
	if text == "" {
		return nil
	}
	found := stockNumber.FindStringSubmatch(text)
	if found == nil {
		return refuseCell("The stock is not a number of pieces: "+quoted(cell)+".", column, cell)
	}
	number, err := strconv.ParseFloat(found[1], 64)
	if err != nil || number > maxStock || number < -maxStock {
		return refuseCell("The stock is not a number of pieces: "+quoted(cell)+".", column, cell)
	}
	n := int(number)
	switch {
	case number < 0:
		n = 0
		row.Notes = append(row.Notes, NoteStockNegative)
	case float64(n) != number:
		row.Notes = append(row.Notes, NoteStockRounded)
	}
	row.Stock = &n
	return nil
}
