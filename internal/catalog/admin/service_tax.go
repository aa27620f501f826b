package admin

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"kirana/internal/audit"
	"kirana/internal/catalog"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/language"
)

// TaxChange sets the tax of a product. Field identifies the change in an error, such as "products[3]"; without Field,
// an unknown or deleted product is skipped.
type TaxChange struct {
	ProductID string
	Tax       TaxForm
	Field     string
}

// AssignTax sets the tax of products in one transaction, all or none, with one entry in the activity log. It returns how many
// products changed.
func (s *Service) AssignTax(ctx context.Context, changes []TaxChange) (int, error) {
	ids := make([]string, len(changes))
	for i, change := range changes {
		ids[i] = change.ProductID
	}
	if len(ids) > MaxBulk {
		return 0, fault.New(fault.Invalid, "too_many_products", "At most %d products can be changed at once. Please narrow the list.", MaxBulk)
	}
	var changed []catalog.Product
	err := s.edit(db.WithTimeout(ctx, bulkTimeout), func(tx *db.Tx) error {
		changed = nil
		rows, err := catalog.LockProductList(ctx, tx, slices.Compact(slices.Sorted(slices.Values(ids))))
		if err != nil {
			return err
		}
		before := map[string]catalog.Product{}
		for _, row := range rows {
			before[row.ID] = row
		}
		if changed, err = s.withTax(before, changes); err != nil || len(changed) == 0 {
			return err
		}
		if err := catalog.SaveProducts(ctx, tx, changed...); err != nil {
			return err
		}
		if len(changed) == 1 {
			return RecordChange(ctx, tx, before[changed[0].ID], changed[0])
		}
		return audit.Write(ctx, tx, s.clock.Now(), audit.Entry{What: "products.tax", Object: string(productCount(len(changed)).Store()), After: string(codesText(changed).Store())})
	})
	if err != nil {
		return 0, err
	}
	if len(changed) > 0 {
		s.view.ShowCommitted(ctx)
	}
	return len(changed), nil
}

// withTax returns the products whose tax changes, with their new tax, sorted by id.
func (s *Service) withTax(before map[string]catalog.Product, changes []TaxChange) ([]catalog.Product, error) {
	after := map[string]catalog.Product{}
	var wrong []fault.Field
	for _, change := range changes {
		product, known := before[change.ProductID]
		if earlier, again := after[change.ProductID]; again {
			product = earlier
		}
		if !known || product.DeletedAt != nil {
			if change.Field != "" {
				wrong = append(wrong, fault.Field{Field: change.Field + "._id", Message: "This product does not exist."})
			}
			continue
		}
		change.Tax.fill(&product.TaxFacts)
		for _, field := range change.Tax.check(s.view.Snapshot(), product.TaxFacts, product.SubCategoryID) {
			wrong = append(wrong, fault.Field{Field: change.Field + "." + field.Field, Message: field.Message, Phrase: field.Phrase})
		}
		after[product.ID] = product
	}
	if err := fault.Form(wrong); err != nil {
		return nil, err
	}
	var changed []catalog.Product
	for _, id := range slices.Sorted(maps.Keys(after)) {
		product := after[id]
		previous := before[id]
		if _, changes := changedTexts(taxTexts(previous.TaxFacts, product.TaxFacts)); changes == "" {
			continue
		}
		product.EditedAt = catalog.NextVersion(s.clock.Now(), previous.UpdatedAt)
		product.UpdatedAt = product.EditedAt
		changed = append(changed, product)
	}
	return changed, nil
}

// maxCodesLogged limits the codes in an entry of the activity log.
const maxCodesLogged = 10

// codesText lists the HSN and conditions of products with the number of products of each, most frequent first.
func codesText(products []catalog.Product) language.Phrase {
	n := map[string]int{}
	for _, p := range products {
		n[strings.TrimSpace("HSN "+p.HSN+" "+p.TaxCondition)]++
	}
	codes := slices.SortedFunc(maps.Keys(n), func(a, b string) int {
		return cmp.Or(cmp.Compare(n[b], n[a]), strings.Compare(a, b))
	})
	var texts []language.Phrase
	for _, code := range codes[:min(len(codes), maxCodesLogged)] {
		texts = append(texts, language.NewPhrase("%s (%d)", code, n[code]))
	}
	if more := len(codes) - len(texts); more > 0 {
		texts = append(texts, language.Count(more, "1 other", "%d others"))
	}
	return language.Join(", ", texts...)
}
