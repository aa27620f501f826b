package csvimport

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"kirana/internal/language"
	"kirana/internal/money"
)

// price sets price and discount. isSale reports that shoppers pay the sale price.
func (r *Reader) price(row *Row, raw cells, get func(Field) string) (isSale bool, err error) {
	if err := r.checkCut(raw); err != nil {
		return false, err
	}
	mrp, hasMRP, err := r.pricing.amount(r.columnOf(Price), get(Price))
	sale, hasSale, saleErr := r.pricing.amount(r.columnOf(SalePrice), get(SalePrice))
	switch {
	case err != nil && hasSale:
		row.remark(NoteAmountUnread, r.columnOf(Price), get(Price))
	case saleErr != nil && hasMRP:
		row.remark(NoteAmountUnread, r.columnOf(SalePrice), get(SalePrice))
	case err != nil || saleErr != nil:
		return false, cmp.Or(err, saleErr)
	}
	onSale := !hasSale && value(get(Discount)+get(DiscountPercent)) == "" || r.saleIsOn(row, get)
	if hasSale && !onSale && !hasMRP {
		return false, refuse("The sale price is not valid today, and there is no MRP.")
	}
	hasSale = hasSale && onSale
	var note Note
	if row.Price, row.Discount, note, err = settle(mrp, sale, hasMRP, hasSale); err != nil {
		return false, err
	}
	// Any other note is omitted without an MRP column, and for shop programs, which leave the MRP empty if it equals
	// the price.
	_, hasColumn := r.columns.at[Price]
	switch {
	case note == NoteSaleAboveMRP:
		row.remark(note, r.columnOf(SalePrice), get(SalePrice))
	case note != "" && hasColumn && r.columns.profile == nil:
		row.Notes = append(row.Notes, note)
	}
	r.remarkRounded(row, get, Price)
	if hasSale {
		r.remarkRounded(row, get, SalePrice)
		if hasMRP {
			r.remarkOtherDiscount(row, get, mrp, sale)
		}
	} else if onSale {
		r.setDiscount(row, get)
	}
	return hasSale, nil
}

// maxCutCells is the maximum number of cells of a price that unquoted commas split: "1,23,45,000".
const maxCutCells = 4

// checkCut refuses a row with too many cells whose price may have been split by commas.
func (r *Reader) checkCut(raw cells) error {
	for _, f := range []Field{Price, SalePrice} {
		i, has := r.columns.at[f]
		if !has || raw.extra == "" {
			continue
		}
		rest := append(slices.Clone(raw.text[i:]), raw.extra)
		for n := 2; n <= min(len(rest), maxCutCells); n++ {
			price := line(strings.Join(rest[:n], ","))
			if amount, _ := bareAmount(price); !thousands.MatchString(amount) {
				continue
			}
			return refuseCell(language.NewPhrase("The line has more cells than the header: if the price is %s, write it without the comma.", quoted(price)).Store(), r.columnOf(f), price)
		}
	}
	return nil
}

// setDiscount sets the discount; an invalid one is ignored with a remark.
func (r *Reader) setDiscount(row *Row, get func(Field) string) {
	field := Discount
	if value(get(Discount)) == "" {
		field = DiscountPercent
	}
	cell, column := get(field), r.columnOf(field)
	percent, isKnown := isPercent(field, get)
	var off money.Paise
	var err error
	switch {
	case value(get(ID)) == "" && belowOnePercent.MatchString(number(cell)): // exports of the shop have rupees
		row.remark(NotePercentUnsure, column, cell)
		return
	case !isKnown && value(cell) != "":
		row.remark(NoteDiscountType, r.columnOf(DiscountType), get(DiscountType))
		return
	case percent:
		off, err = percentOff(row.Price, cell)
	default:
		off, _, err = r.pricing.amount(column, cell)
	}
	switch {
	case err != nil:
		row.remark(NoteAmountUnread, column, cell)
	case off >= row.Price:
		row.remark(NoteDiscountWhole, column, cell)
	default:
		row.Discount = off
		if !percent {
			r.remarkRounded(row, get, Discount)
		}
	}
}

// remarkRounded notes that an amount was rounded to whole paise.
func (r *Reader) remarkRounded(row *Row, get func(Field) string, f Field) {
	if r.pricing.below(r.columnOf(f)).rounds(get(f)) {
		row.remark(NoteAmountRounded, r.columnOf(f), get(f))
	}
}

var brackets = strings.NewReplacer("(", " ", ")", " ", "[", " ", "]", " ")

// checkPerUnit refuses a price per kilogram ("40/kg", "Rate (per kg)") of a product of another size, and sets the unit
// from the price if it is unknown.
func (r *Reader) checkPerUnit(row *Row, get func(Field) string) error {
	for _, f := range []Field{Price, SalePrice} {
		text := get(f)
		_, per := bareAmount(text)
		if per == "" && value(text) != "" {
			_, per = bareAmount(brackets.Replace(r.columnOf(f)))
			text = per
		}
		switch {
		case per == "" || perPacket.MatchString(per):
		case row.Unit == "":
			row.Unit = per
		case squeezedUnit(row.Unit) != squeezedUnit(per):
			reason := language.NewPhrase("The column %s says %s, but the product is sold by %s.", quoted(r.columnOf(f)), quoted(text), quoted(row.Unit)).Store()
			return refuseCell(reason, r.columnOf(f), get(f))
		}
	}
	return nil
}

// perPacket matches the unit of a price that has no size.
var perPacket = regexp.MustCompile(`(?i)^(?:packets?|packs?|pkts?|units?|nos?|each|pcs?|1 pc)$`)
