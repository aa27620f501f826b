package importer

import (
	"slices"
	"strings"

	"kirana/internal/catalog"
	"kirana/internal/fault"
	"kirana/internal/money"
)

// StockMode selects how an import changes the stock of existing products. A new product always
// has the stock of its row.
type StockMode string

// The modes.
const (
	KeepStock StockMode = "keep" // pieces were sold since the list was written
	SetStock  StockMode = "set"  // the list is a count
	AddStock  StockMode = "add"  // the list is a delivery; the same list again only with AddAgain
)

// Update says what an import may change of products that the shop has already. The zero
// Update changes all but the stock, what a person edited since the last import, and what was
// deleted.
type Update struct {
	Stock StockMode // "": KeepStock, or SetStock where Only names the stock
	// Only are the fields that may change, of OnlyFields; then no product is added. Empty: all.
	Only []string
	// KeepCost leaves costs as they are: those who may not see them do not set them.
	KeepCost bool
	// OverwriteEdited overwrites what a person edited since the last import.
	OverwriteEdited bool
	// RestoreDeleted adds anew what was deleted in the shop.
	RestoreDeleted bool
	// TakeJumps takes price jumps, prices that move by more than half, which await
	// confirmation else: a point at the wrong place makes one. JumpLines takes those of some
	// lines of the list.
	TakeJumps bool
	JumpLines map[int]bool
}

// needsConfirmation reports whether a price to pay moves by more than half and nobody has
// confirmed it.
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

// OnlyFields returns the names that Update.Only takes.
func OnlyFields() []string {
	names := make([]string, 0, len(productFields)+2)
	for _, p := range productFields {
		names = append(names, p.name)
	}
	return append(names, stockField, categoryField)
}

// ParseUpdate reads the settings of an update as a command or a form has them: only is a list
// with commas. What is unknown is fault.Invalid.
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
			return u, fault.InField("only", "The fields to update are among %s.", strings.Join(OnlyFields(), ", "))
		}
		u.Only = append(u.Only, name)
	}
	return u, nil
}

// mayChange reports whether a field of a product in the shop may change.
func (u Update) mayChange(field string) bool {
	return (len(u.Only) == 0 || slices.Contains(u.Only, field)) && (field != costField || !u.KeepCost)
}

// stock returns what becomes of a stock of before pieces.
func (u Update) stock(before int, row Row) int {
	if !row.StockKnown || !u.mayChange(stockField) {
		return before
	}
	switch {
	case u.Stock == AddStock:
		return min(before+row.Stock, catalog.MaxStock)
	case u.Stock == SetStock, u.Stock == "" && slices.Contains(u.Only, stockField):
		return row.Stock
	}
	return before
}
