package admin

import (
	"reflect"
	"strconv"

	"kirana/internal/catalog"
	"kirana/internal/catalog/view"
	"kirana/internal/language"
	"kirana/internal/money"
)

// BulkField is the field that a bulk change sets.
type BulkField string

// The fields that a bulk change can set.
const (
	BulkPrice       BulkField = "price" // the MRP
	BulkSelling     BulkField = "sellingPrice"
	BulkDiscount    BulkField = "discount"
	BulkSubCategory BulkField = "subCategory" // and its category
	BulkPublish     BulkField = "publish"
	BulkUnit        BulkField = "unit"
	BulkStock       BulkField = "stock"
	BulkTax         BulkField = "tax" // HSN, condition, own rate
)

// BulkOperation is the operation of a bulk change on an amount.
type BulkOperation string

// The operations on an amount.
const (
	BulkSet   BulkOperation = "set"
	BulkRaise BulkOperation = "raise"
	BulkLower BulkOperation = "lower"
)

// BulkEdit is one change of many products.
type BulkEdit struct {
	Field     BulkField
	Operation BulkOperation
	// Amount is in paise, or with Percent in hundredths of a percent: of the current amount when raising or lowering,
	// of the MRP when setting a discount.
	Amount      money.Paise
	Percent     bool
	Round       money.Paise         // rounding step in paise; 0: none
	RaiseMRP    bool                `json:",omitempty"` // a selling price above the MRP raises the MRP as well
	SubCategory catalog.SubCategory // including the name of its category
	Publish     bool
	Unit        string
	Pieces      int     `json:",omitempty"` // of a stock: the new number, or the difference
	Tax         TaxForm // for BulkTax
}

// hundredPercent is 100 % as an Amount.
const hundredPercent = 100_00

// apply returns the product after the change, or the reason that it cannot be changed. Tax conditions are checked
// against the snapshot.
func (c BulkEdit) apply(p catalog.Product, s *view.Snapshot) (after catalog.Product, refusal language.Stored) {
	after = p
	switch c.Field {
	case BulkStock:
		return c.applyToStock(p)
	case BulkPrice:
		after.Price = c.amount(p.Price, p.Price)
	case BulkSelling:
		return c.applyToSelling(p)
	case BulkDiscount:
		after.Discount = c.amount(p.Discount, p.Price)
	case BulkSubCategory:
		after.CategoryID, after.SubCategoryID = c.SubCategory.CategoryID, c.SubCategory.ID
	case BulkPublish:
		after.Publish = c.Publish
	case BulkUnit:
		if after.Unit = c.Unit; p.IsSoldByWeight() && after.Unit != p.Unit {
			return p, language.Word("It is sold by weight: please change its unit in its own form.").Store()
		}
	case BulkTax:
		c.Tax.fill(&after.TaxFacts)
		for _, wrong := range c.Tax.check(s, after.TaxFacts, p.SubCategoryID) {
			return p, wrong.Sentence().Store()
		}
	}
	return after, refusePrice(after)
}

// refusePrice returns the reason that price or discount are invalid, or "".
func refusePrice(p catalog.Product) language.Stored {
	switch {
	case p.Price <= 0:
		return language.Word("The price would be ₹0.").Store()
	case p.Price > money.Max:
		return language.NewPhrase("The price would be more than %s.", money.Max).Store()
	case p.Discount >= p.Price:
		return language.NewPhrase("The discount of %s would not be less than the price of %s.", p.Discount, p.Price).Store()
	}
	return ""
}

// applyToSelling changes the payable price. The MRP stays, and the discount becomes the difference. A price above the
// MRP is refused, or raises the MRP if RaiseMRP is set.
func (c BulkEdit) applyToSelling(p catalog.Product) (after catalog.Product, refusal language.Stored) {
	after = p
	selling := c.amount(p.Payable(), p.Payable())
	switch {
	case selling <= 0:
		return p, language.Word("The price would be ₹0.").Store()
	case selling > p.Price && !c.RaiseMRP:
		return p, language.NewPhrase("%s would be above the MRP of %s.", selling, p.Price).Store()
	}
	after.Price = max(p.Price, selling)
	after.Discount = after.Price - selling
	return after, refusePrice(after)
}

// applyToStock changes the stock, which does not count the pieces reserved for orders. More pieces end a sold-out mark.
func (c BulkEdit) applyToStock(p catalog.Product) (after catalog.Product, refusal language.Stored) {
	after = p
	switch c.Operation {
	case BulkSet:
		after.Stock = c.Pieces
	case BulkRaise:
		after.Stock += c.Pieces
	case BulkLower:
		after.Stock -= c.Pieces
	}
	switch {
	case after.Stock < 0:
		return p, language.NewPhrase("Only %d are for sale.", p.Stock).Store()
	case after.Stock > max(catalog.MaxStock, p.Stock):
		return p, language.NewPhrase("Stock can be at most %d.", catalog.MaxStock).Store()
	case after.Stock > p.Stock:
		after.SoldOutUntil = nil
	}
	return after, ""
}

// amount returns the new value of a price or discount, at least 0 if lowered, and rounded to a multiple of Round if
// changed. price is the MRP.
func (c BulkEdit) amount(current, price money.Paise) money.Paise {
	delta := c.Amount
	if c.Percent {
		base := current
		if c.Operation == BulkSet {
			base = price
		}
		delta = (base*c.Amount + hundredPercent/2) / hundredPercent
	}
	result := delta
	switch c.Operation {
	case BulkSet:
	case BulkRaise:
		result = current + delta
	case BulkLower:
		result = max(current-delta, 0)
	}
	if c.Round > 0 && result != current {
		result = (result + c.Round/2) / c.Round * c.Round
	}
	return result
}

// bulkFields holds the names of the fields with an amount.
var bulkFields = map[BulkField]language.Phrase{
	BulkPrice: language.Word("MRP"), BulkSelling: language.Word("selling price"), BulkDiscount: language.Word("discount"), BulkStock: language.Word("stock"),
}

// title returns the description of the change for people.
func (c BulkEdit) title() language.Phrase {
	switch c.Field {
	case BulkSubCategory:
		return language.NewPhrase("moved to %s, %s", c.SubCategory.Category.Name, c.SubCategory.Name)
	case BulkPublish:
		if c.Publish {
			return language.Word("published")
		}
		return language.Word("not published")
	case BulkUnit:
		return language.NewPhrase("%s %s", language.Word("unit"), c.Unit)
	case BulkTax:
		return c.Tax.title()
	case BulkPrice, BulkSelling, BulkDiscount, BulkStock:
	}
	amount := c.Amount.String()
	switch {
	case c.Field == BulkStock:
		amount = strconv.Itoa(c.Pieces)
	case c.Percent:
		amount = c.Amount.Number() + " %"
	}
	switch c.Operation {
	case BulkRaise:
		return language.NewPhrase("%s raised by %s", bulkFields[c.Field], amount)
	case BulkLower:
		return language.NewPhrase("%s lowered by %s", bulkFields[c.Field], amount)
	case BulkSet:
	}
	return language.NewPhrase("%s set to %s", bulkFields[c.Field], amount)
}

// differsInBulkFields reports whether two versions of a product differ in a field that a bulk change can set.
func differsInBulkFields(before, after catalog.Product) bool {
	return before.Stock != after.Stock || before.Price != after.Price || before.Discount != after.Discount || before.Unit != after.Unit ||
		before.Publish != after.Publish || before.CategoryID != after.CategoryID || before.SubCategoryID != after.SubCategoryID ||
		!reflect.DeepEqual(before.TaxFacts, after.TaxFacts)
}
