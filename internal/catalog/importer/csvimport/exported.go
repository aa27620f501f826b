package csvimport

import (
	"slices"
	"strings"
	"unicode/utf8"

	"kirana/internal/catalog"
)

// IDKey returns the key of a row with a product id.
func IDKey(id string) string { return "id\t" + id }

// exportedText is a text of an exported row, its field, and its maximum length in characters.
type exportedText struct {
	into      *string
	field     Field
	maxLength int
}

// setExported reports whether the row has the product id of a table exported by the shop. If so, it sets the row's
// texts unchanged, so that reading an export again changes nothing.
func (r *Reader) setExported(row *Row, get func(Field) string) bool {
	row.ID = strings.TrimSpace(get(ID))
	if row.ID == "" {
		return false
	}
	if r.shared[IDKey(row.ID)] {
		row.remark(NoteSharedKey, r.columnOf(ID), row.ID)
		row.ID = ""
		return false
	}
	row.Key = IDKey(row.ID)
	texts := []exportedText{
		{&row.Name, Name, MaxName},
		{&row.Unit, Unit, MaxUnit},
		{&row.Description, Description, MaxDescription},
		{&row.SKU, SKU, maxSKU},
		{&row.Barcode, Barcode, maxBarcode},
		{&row.ItemCode, ItemCode, catalog.MaxItemCode},
	}
	for _, label := range catalog.LabelTexts {
		texts = append(texts, exportedText{label.Of(&row.Facts), Field(label.Name), label.MaxLength})
	}
	for _, taken := range texts {
		text := strings.TrimSpace(get(taken.field))
		if taken.field == SKU && lostCode(text) {
			row.remark(NoteSKULost, r.columnOf(SKU), text)
			text = ""
		}
		if taken.field == Barcode && r.isLost(row, Barcode, text) {
			text, row.Barcode = "", ""
		}
		if taken.field == Unit && isSizeAsDate(text) {
			text = "" // noted by setUnit
		}
		if taken.field == ItemCode && lostCode(text) {
			text = "" // noted by setItemCode
		}
		if (taken.field == SKU || taken.field == Barcode) && codeKey(taken.field, text) == "" {
			text = "" // a placeholder such as "none", or 0
		}
		if taken.field == BestBefore {
			text = dateText(text)
		}
		if text != "" && utf8.RuneCountInString(text) <= taken.maxLength && utf8.ValidString(text) {
			*taken.into = text
		}
	}
	row.MoreBarcodes = nil
	if !r.isLost(row, OtherBarcodes, get(OtherBarcodes)) {
		row.MoreBarcodes = slices.DeleteFunc(strings.Fields(get(OtherBarcodes)), func(code string) bool { return !catalog.IsBarcode(code) })
	}
	if strings.TrimSpace(get(Unit)) == "" {
		row.Unit = "" // drop the unit found in the name
	}
	return true
}

// isLost reports whether a spreadsheet has rounded a cell of barcodes, or may have, and notes it.
func (r *Reader) isLost(row *Row, f Field, cell string) bool {
	note := lostNote(Barcode, cell)
	if note == NoteBarcodeLost {
		note = NoteBarcodeKept
	}
	if note != "" {
		row.remark(note, r.columnOf(f), cell)
	}
	return note != ""
}

// setSoldBy sets how the product is sold: by piece or by weight. Other words are ignored with a remark.
func (r *Reader) setSoldBy(row *Row, text string) {
	switch soldBy := strings.ToUpper(text); soldBy {
	case "":
	case catalog.ByPiece, catalog.ByWeight:
		row.SoldBy = soldBy
	default:
		row.remark(NoteSoldByInvalid, r.columnOf(SoldBy), text)
	}
}
