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
	"kirana/internal/language"
	"kirana/internal/tax"
)

// renaming holds a record's name before and after an edit, and the time of the edit.
type renaming struct {
	before, after string
	at            time.Time
}

// recordNamed records that a category or a sub-category was created (change.before is "") or edited. noun is the first
// part of the entry's code.
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

// move holds the ID of a moved category, and the time.
type move struct {
	categoryID string
	at         time.Time
}

// recordMove records a category's new position, unless it is unchanged.
func recordMove(ctx context.Context, tx *db.Tx, before, after []catalog.Category, m move) error {
	positionIn := func(categories []catalog.Category) int {
		return slices.IndexFunc(categories, func(c catalog.Category) bool { return c.ID == m.categoryID })
	}
	from, to := positionIn(before), positionIn(after)
	if from == to {
		return nil
	}
	return audit.Write(ctx, tx, m.at, audit.Entry{
		What: "category.move", Object: after[to].Name, Before: string(language.NewPhrase("place %d", from+1).Store()), After: string(language.NewPhrase("place %d", to+1).Store()),
	})
}

// soldOutText formats until when a product is marked as sold out.
func soldOutText(p catalog.Product) string {
	if p.SoldOutUntil == nil {
		return string(language.Word("no").Store())
	}
	until := p.SoldOutUntil.In(clock.India)
	return string(language.NewPhrase("until %s %d", language.DayOfYear(until), until.Year()).Store())
}

// rateText formats an own rate in percent; nil is "by HSN".
func rateText(rate *tax.Percent) string {
	if rate == nil {
		return string(language.Word("by HSN").Store())
	}
	return rate.String()
}

// taxTexts returns the tax fields before and after an edit.
func taxTexts(before, after catalog.TaxFacts) []changedValue {
	return []changedValue{
		{language.Word("HSN"), before.HSN, after.HSN},
		{language.Word("tax condition"), before.TaxCondition, after.TaxCondition},
		{language.Word("GST rate"), rateText(before.GSTRate), rateText(after.GSTRate)},
	}
}

// changedValue is a named value before and after an edit: a text or a stored phrase.
type changedValue struct {
	name          language.Phrase
	before, after string
}

// changedTexts formats the values that differ for the activity log.
func changedTexts(values []changedValue) (before, after string) {
	var beforeTexts, afterTexts []language.Phrase
	for _, value := range values {
		if value.before != value.after {
			beforeTexts = append(beforeTexts, language.NewPhrase("%s %s", value.name, language.Stored(value.before).Phrase()))
			afterTexts = append(afterTexts, language.NewPhrase("%s %s", value.name, language.Stored(value.after).Phrase()))
		}
	}
	return string(language.Join(", ", beforeTexts...).Store()), string(language.Join(", ", afterTexts...).Store())
}

// recordCategory records that a category was created (before has no name) or edited, with its translations if they
// changed.
func recordCategory(ctx context.Context, tx *db.Tx, before, after catalog.Category) error {
	if before.Name == "" || before.Names.Text() == after.Names.Text() {
		return recordNamed(ctx, tx, "category", renaming{before.Name, after.Name, after.UpdatedAt})
	}
	entry := audit.Entry{What: "category.update", Object: before.Name}
	entry.Before, entry.After = changedTexts([]changedValue{{language.Word("name"), before.Name, after.Name}, {language.Word("names"), before.Names.Text(), after.Names.Text()}})
	return audit.Write(ctx, tx, after.UpdatedAt, entry)
}

// recordSubCategory records that a sub-category was created (before has no name) or edited, with the tax fields and
// translations that changed.
func recordSubCategory(ctx context.Context, tx *db.Tx, before, after catalog.SubCategory) error {
	values := append(taxTexts(before.TaxFacts, after.TaxFacts), changedValue{language.Word("names"), before.Names.Text(), after.Names.Text()})
	if _, changed := changedTexts(values); changed == "" || before.Name == "" {
		return recordNamed(ctx, tx, "subCategory", renaming{before.Name, after.Name, after.UpdatedAt})
	}
	entry := audit.Entry{What: "subCategory.update", Object: before.Name}
	entry.Before, entry.After = changedTexts(append([]changedValue{{language.Word("name"), before.Name, after.Name}}, values...))
	return audit.Write(ctx, tx, after.UpdatedAt, entry)
}

func publishText(published bool) string {
	if published {
		return string(language.Word("true").Store())
	}
	return string(language.Word("false").Store())
}

// measureText returns how a product is sold, to follow "sold by".
func measureText(p catalog.Product) language.Phrase {
	if p.IsSoldByWeight() {
		return language.Word("weight")
	}
	return language.Word("piece")
}

// costText formats the cost of a piece or step, rounded to paise, for the activity log; "" if unknown.
func costText(p catalog.Product) string {
	if p.Cost == nil {
		return ""
	}
	return p.Cost.Paise().String()
}

// stockText formats a stock: in pieces, or as a weight for products sold by weight.
func stockText(p catalog.Product) string {
	if p.IsSoldByWeight() {
		return catalog.Kilograms(p.Grams())
	}
	return fmt.Sprint(p.Stock)
}

// RecordChange records an edit of a product in the activity log, with the changed values. Of pictures it records the
// number. Changes of categories, description, details and supplier are recorded without values.
func RecordChange(ctx context.Context, tx *db.Tx, before, after catalog.Product) error {
	values := []changedValue{
		{language.Word("name"), before.Name, after.Name},
		{language.Word("names"), before.Names.Text(), after.Names.Text()},
		{language.Word("unit"), before.Unit, after.Unit},
		{language.Word("price"), before.Price.String(), after.Price.String()},
		{language.Word("discount"), before.Discount.String(), after.Discount.String()},
		{language.Word("stock"), stockText(before), stockText(after)},
		{language.Word("sold by"), string(measureText(before).Store()), string(measureText(after).Store())},
		{language.Word("pictures"), fmt.Sprint(len(before.Images)), fmt.Sprint(len(after.Images))},
		{language.Word("sold out"), soldOutText(before), soldOutText(after)},
		{language.Word("SKU"), before.SKU, after.SKU},
		{language.Word("item code"), before.ItemCode, after.ItemCode},
		{language.Word("barcode"), strings.Join(before.AllBarcodes(), " "), strings.Join(after.AllBarcodes(), " ")},
		{language.Word("veg mark"), before.Diet, after.Diet},
		{language.Word("published"), publishText(before.Publish), publishText(after.Publish)},
		{language.Word("cost"), costText(before), costText(after)},
		{language.Word("pack size"), fmt.Sprint(before.PackSize), fmt.Sprint(after.PackSize)},
		{language.Word("minimum stock"), fmt.Sprint(before.MinStock), fmt.Sprint(after.MinStock)},
	}
	for _, label := range catalog.LabelTexts {
		values = append(values, changedValue{language.Word(label.Heading), *label.Of(&before.Facts), *label.Of(&after.Facts)})
	}
	entry := audit.Entry{What: "product.update", Object: before.Name}
	entry.Before, entry.After = changedTexts(append(values, taxTexts(before.TaxFacts, after.TaxFacts)...))
	return audit.Write(ctx, tx, after.UpdatedAt, entry)
}
