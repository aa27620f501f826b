package purchase

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"kirana/internal/catalog/importer/csvimport"
	"kirana/internal/unicodetext"
)

// lossHeadings are headings of goods that were billed but not received.
var lossHeadings = []string{
	"short", "shortqty", "shortage", "damaged", "damage", "damagedqty", "damageqty", "breakage", "returned", "returnedqty", "returnqty",
	"rejected", "rejectedqty",
}

// arrivedHeadings are headings of goods that came, free ones included.
var arrivedHeadings = []string{"actualqty", "actualquantity", "shippedqty", "dispatchedqty", "despatchedqty", "deliveredqty", "receivedqty", "recdqty"}

// furtherDiscountHeadings are headings of a discount beside that of fieldDiscount.
var furtherDiscountHeadings = []string{
	"schdisc", "schdiscount", "schemedisc", "schemediscount", "schamt", "schemeamt", "schemeamount", "schemevalue", "cashdisc", "cashdiscount", "spldisc",
	"specialdisc", "specialdiscount", "addldisc", "additionaldiscount", "billdisc", "qtydisc", "disc1", "disc2", "disc3", "discount1", "discount2",
}

// packHeadings are headings of the pieces in a case.
var packHeadings = []string{
	"packsize", "casesize", "boxsize", "pcscase", "pcspercase", "pcsincase", "pcsbox", "pcsperbox", "unitspercase", "qtypercase", "casepack",
}

// unread returns heading and cell of the first column that has one of the usual headings, is not mapped to a field, and is
// neither empty nor 0 in the row.
func (r lineReader) unread(row csvimport.TableRow, usual []string) (heading, cell string) {
	taken := slices.Collect(maps.Values(r.columns))
	for i, column := range r.table.Columns {
		if i >= len(row.Cells) || slices.Contains(taken, i) || !slices.Contains(usual, plainHeading(column.Name)) {
			continue
		}
		if cell = unicodetext.Digits(strings.TrimSpace(row.Cells[i])); strings.Trim(cell, "0. -%") != "" {
			return column.Name, cell
		}
	}
	return "", ""
}

// noteUnread notes further quantities and discounts in the row that were not read, and sets the pieces of a case. The amount
// of a line shows whether further discounts count.
func (r lineReader) noteUnread(l *FileLine, row csvimport.TableRow) {
	for _, usual := range [][]string{caseHeadings, lossHeadings, arrivedHeadings} {
		if heading, cell := r.unread(row, usual); cell != "" && cell != l.quantityCell {
			l.note("The column %s says %s and was not read: please check the quantity.", quoted(heading), quoted(cell))
		}
	}
	if heading, cell := r.unread(row, furtherDiscountHeadings); cell != "" && r.get(row, fieldCost) != "" && r.get(row, fieldAmount) == "" {
		l.note("The column %s says %s and was not read: please check the cost.", quoted(heading), quoted(cell))
	}
	if _, cell := r.unread(row, packHeadings); isPack(l.Unit) && l.Pack == 0 {
		if pack, err := strconv.Atoi(cell); err == nil && pack > 0 && pack <= maxPieces {
			l.Pack = pack
		}
	}
}
