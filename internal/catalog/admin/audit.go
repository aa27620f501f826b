package admin

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"kirana/internal/audit"
	"kirana/internal/catalog"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/tax"
)

// renaming is a record's name before and after an edit.
type renaming struct {
	before, after string
	at            time.Time
}

// recordNamed records that a category or a sub-category was made (before is "") or
// edited; noun is the first part of the code.
func recordNamed(ctx context.Context, tx *db.Tx, noun string, change renaming) error {
	before, after := change.before, change.after
	entry := audit.Entry{What: noun + ".update", Object: before, Before: before, After: after}
	switch before {
	case "":
		entry = audit.Entry{What: noun + ".create", Object: after}
	case after:
		entry.Before, entry.After = "", ""
	}
	return audit.Write(ctx, tx, change.at, entry)
}

// move names the category that was moved, and when.
type move struct {
	categoryID string
	at         time.Time
}

// recordMove records that a category got another position; a move to the position
// that it has is not recorded.
func recordMove(ctx context.Context, tx *db.Tx, before, after []catalog.Category, m move) error {
	positionIn := func(categories []catalog.Category) int {
		return slices.IndexFunc(categories, func(c catalog.Category) bool { return c.ID == m.categoryID })
	}
	from, to := positionIn(before), positionIn(after)
	if from == to {
		return nil
	}
	return audit.Write(ctx, tx, m.at, audit.Entry{
		What: "category.move", Object: after[to].Name, Before: fmt.Sprint("place ", from+1), After: fmt.Sprint("place ", to+1),
	})
}

// soldOutText returns until when a product is marked as sold out.
func soldOutText(p catalog.Product) string {
	if p.SoldOutUntil == nil {
		return "no"
	}
	return "until " + p.SoldOutUntil.In(clock.India).Format("2 January 2006")
}

// rateText returns a product's own rate in per cent, "by HSN" where it has none.
func rateText(rate *tax.Percent) string {
	if rate == nil {
		return "by HSN"
	}
	return rate.String()
}

// taxTexts are the names and values of what decides the tax, before and after.
func taxTexts(before, after catalog.TaxFacts) [][3]string {
	return [][3]string{
		{"HSN", before.HSN, after.HSN},
		{"tax condition", before.TaxCondition, after.TaxCondition},
		{"GST rate", rateText(before.GSTRate), rateText(after.GSTRate)},
	}
}

// changedTexts returns the values that differ, as the activity log has them.
func changedTexts(values [][3]string) (before, after string) {
	var beforeTexts, afterTexts []string
	for _, value := range values {
		if value[1] != value[2] {
			beforeTexts, afterTexts = append(beforeTexts, value[0]+" "+value[1]), append(afterTexts, value[0]+" "+value[2])
		}
	}
	return strings.Join(beforeTexts, ", "), strings.Join(afterTexts, ", ")
}

// recordCategory records that a category was made (before has no name) or edited, with what changed of its names by language.
func recordCategory(ctx context.Context, tx *db.Tx, before, after catalog.Category) error {
	if before.Name == "" || before.Names.Text() == after.Names.Text() {
		return recordNamed(ctx, tx, "category", renaming{before.Name, after.Name, after.UpdatedAt})
	}
	entry := audit.Entry{What: "category.update", Object: before.Name}
	entry.Before, entry.After = changedTexts([][3]string{{"name", before.Name, after.Name}, {"names", before.Names.Text(), after.Names.Text()}})
	return audit.Write(ctx, tx, after.UpdatedAt, entry)
}

// recordSubCategory records that a sub-category was made (before has no name) or edited, with what changed of its tax and its names by language.
func recordSubCategory(ctx context.Context, tx *db.Tx, before, after catalog.SubCategory) error {
	values := append(taxTexts(before.TaxFacts, after.TaxFacts), [3]string{"names", before.Names.Text(), after.Names.Text()})
	if _, changed := changedTexts(values); changed == "" || before.Name == "" {
		return recordNamed(ctx, tx, "subCategory", renaming{before.Name, after.Name, after.UpdatedAt})
	}
	entry := audit.Entry{What: "subCategory.update", Object: before.Name}
	entry.Before, entry.After = changedTexts(append([][3]string{{"name", before.Name, after.Name}}, values...))
	return audit.Write(ctx, tx, after.UpdatedAt, entry)
}

// costText formats the cost of a piece for the activity log.
func costText(p catalog.Product) string {
	if p.Cost == nil {
		return ""
	}
	return p.Cost.Paise().String()
}

// stockText writes a stock: pieces, or the weight of what is sold by weight.
func stockText(p catalog.Product) string {
	if p.Weighed() {
		return catalog.Kilograms(p.Grams())
	}
	return fmt.Sprint(p.Stock)
}

// RecordChange records the values that an edit of a product changed:
// name, names by language, unit, price, discount, stock, how many pictures there are, SKU, barcode, maker, origin, HSN, tax
// condition, GST rate, cost, pack size, minimum stock and whether it is published. An edit of anything else is recorded without values.
func RecordChange(ctx context.Context, tx *db.Tx, before, after catalog.Product) error {
	values := [][3]string{
		{"name", before.Name, after.Name},
		{"names", before.Names.Text(), after.Names.Text()},
		{"unit", before.Unit, after.Unit},
		{"price", before.Price.String(), after.Price.String()},
		{"discount", before.Discount.String(), after.Discount.String()},
		{"stock", stockText(before), stockText(after)},
		{"sold by", before.Measure(), after.Measure()},
		{"pictures", fmt.Sprint(len(before.Images)), fmt.Sprint(len(after.Images))},
		{"sold out", soldOutText(before), soldOutText(after)},
		{"SKU", before.SKU, after.SKU},
		{"item code", before.ItemCode, after.ItemCode},
		{"barcode", strings.Join(before.AllBarcodes(), " "), strings.Join(after.AllBarcodes(), " ")},
		{"maker", before.Maker, after.Maker},
		{"origin", before.Origin, after.Origin},
		{"published", fmt.Sprint(before.Publish), fmt.Sprint(after.Publish)},
		{"cost", costText(before), costText(after)},
		{"pack size", fmt.Sprint(before.PackSize), fmt.Sprint(after.PackSize)},
		{"minimum stock", fmt.Sprint(before.MinStock), fmt.Sprint(after.MinStock)},
	}
	entry := audit.Entry{What: "product.update", Object: before.Name}
	entry.Before, entry.After = changedTexts(append(values, taxTexts(before.TaxFacts, after.TaxFacts)...))
	return audit.Write(ctx, tx, after.UpdatedAt, entry)
}
