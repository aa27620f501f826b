package importer

import (
	"slices"
	"strings"

	"kirana/internal/catalog"
	"kirana/internal/fault"
	"kirana/internal/money"
)

// StockMode selects how an import changes the stock of existing products. A new product always has its row's stock.
type StockMode string

// The modes.
const (
	KeepStock StockMode = "keep" // pieces may have been sold since the list was written
	SetStock  StockMode = "set"  // the list is a count
	AddStock  StockMode = "add"  // the list is a delivery; it is added again only with AddAgain
)

// Update selects what an import may change of existing products. The zero value keeps the stock, prices that would
// change by more than 50 %, fields that a person edited since the last import, and deleted products.
type Update struct {
	Stock StockMode // "": KeepStock, or SetStock if Only contains the stock
	// Only lists the fields that may change (see OnlyFields); products are then not added. Empty: all fields.
	Only []string
	// KeepCost keeps costs, for staff who may not see them.
	KeepCost bool
	// OverwriteEdited also changes fields that a person edited since the last import.
	OverwriteEdited bool
	// RestoreDeleted adds products again that were deleted in the shop.
	RestoreDeleted bool
	// TakeJumps accepts price changes over 50 %, as by a misplaced decimal point; otherwise they await confirmation.
	// JumpLines accepts those of single lines.
	TakeJumps bool
	JumpLines map[int]bool
}

// needsConfirmation reports whether the price to pay changes by more than half and neither TakeJumps nor JumpLines
// accepts it.
func (u Update) needsConfirmation(row Row, before, after money.Paise) bool {
	moved := after - before
	if moved < 0 {
		moved = -moved
	}
	return 2*moved > before && !u.TakeJumps && !u.JumpLines[row.Line]
}

// stockField is the name of the stock in Update.Only.
const stockField = "stock"

// categoryField is the name of category and sub-category in Update.Only.
const categoryField = "category"

// OnlyFields returns the valid names for Update.Only.
func OnlyFields() []string {
	names := make([]string, 0, len(productFields)+2)
	for _, p := range productFields {
		names = append(names, p.name)
	}
	return append(names, stockField, categoryField)
}

// ParseUpdate parses the settings of an update; only is a list separated by commas. It returns fault.Invalid for an
// unknown name.
func ParseUpdate(mode, only string) (Update, error) {
	var u Update
	switch u.Stock = StockMode(mode); u.Stock {
	case "", KeepStock, SetStock, AddStock:
	default:
		return u, fault.InField("updateStock", "The stock can be kept, set or added to: keep, set or add.")
	}
	for name := range strings.SplitSeq(only, ",") {
		if name = strings.ToLower(strings.TrimSpace(name)); name == "" {
			continue
		}
		if !slices.Contains(OnlyFields(), name) {
			return u, fault.InField("only", "A field to update must be one of %s.", strings.Join(OnlyFields(), ", "))
		}
		u.Only = append(u.Only, name)
	}
	return u, nil
}

// mayChange reports whether a field of an existing product may change.
func (u Update) mayChange(field string) bool {
	return (len(u.Only) == 0 || slices.Contains(u.Only, field)) && (field != costField || !u.KeepCost)
}

// stock returns the new stock of a product that has `before` pieces.
func (u Update) stock(before int, row Row) int {
	if !row.StockKnown || !u.mayChange(stockField) {
		return before
	}
	switch {
	case u.Stock == AddStock:
		return max(before, min(before+row.Stock, catalog.MaxStock)) // released pieces may have raised it above the limit
	case u.Stock == SetStock, u.Stock == "" && slices.Contains(u.Only, stockField):
		return row.Stock
	}
	return before
}
