package importer

import (
	"context"
	"encoding/json"
	"fmt"

	"kirana/internal/catalog"
	"kirana/internal/db"
)

// baseline holds a digest of each product field as the last import wrote it, and the category that the list named. A
// field whose digest differs now was edited by a person.
type baseline map[string]string

// The keys of a baseline for the category: the names in the list, and the id of the sub-category that the product was
// imported into.
const (
	baselineCategory    = "list_category"
	baselineSubCategory = "list_sub_category"
	baselinePlace       = "sub_category_id"
)

// listedCategory is a product's category as a list names it, with the sub-category that it was imported into.
type listedCategory struct {
	key           subCategoryKey
	text          string
	subCategoryID string
}

func (b baseline) category() (listedCategory, bool) {
	place, known := b[baselinePlace]
	listed := Row{Category: b[baselineCategory], SubCategory: b[baselineSubCategory]}
	return listedCategory{subCategoryKeyOf(listed), categoryText(listed), place}, known
}

func (b baseline) setCategory(listed Row, subCategoryID string) {
	b[baselineCategory], b[baselineSubCategory], b[baselinePlace] = listed.Category, listed.SubCategory, subCategoryID
}

// baselineRow is a row of the table import_baselines.
type baselineRow struct {
	ProductID string `db:"product_id"`
	Fields    string `db:"fields"`
}

// baselineOf returns the baseline of a product that was created from a row.
func baselineOf(row Row, p catalog.Product) baseline {
	b := baseline{}
	for _, field := range productFields {
		if field.hasValue(row) {
			b[field.name] = digest(field.get(p))
		}
	}
	if row.HasCategory {
		b.setCategory(row, p.SubCategoryID)
	}
	return b
}

// loadBaselines reads the baselines of products by id.
func loadBaselines(ctx context.Context, q db.Querier, ids []string) (map[string]baseline, error) {
	found := map[string]baseline{}
	if len(ids) == 0 {
		return found, nil
	}
	rows, err := db.All[baselineRow](ctx, q, `
		SELECT product_id, fields
		FROM import_baselines
		WHERE product_id IN (`+db.Placeholders(1, len(ids))+`)`, db.Args(ids)...)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		b := baseline{}
		if err := json.Unmarshal([]byte(row.Fields), &b); err != nil {
			return nil, fmt.Errorf("read import baseline: %w", err)
		}
		found[row.ProductID] = b
	}
	return found, nil
}

// saveBaselines inserts or replaces baselines by the id of their product.
func saveBaselines(ctx context.Context, tx *db.Tx, baselines map[string]baseline) error {
	rows := make([]baselineRow, 0, len(baselines))
	for productID, b := range baselines {
		fields, err := json.Marshal(b)
		if err != nil {
			return fmt.Errorf("write import baseline: %w", err)
		}
		rows = append(rows, baselineRow{productID, string(fields)})
	}
	return db.Insert(ctx, tx, `
		INSERT INTO import_baselines (product_id, fields)
		VALUES (:product_id, :fields)
		ON CONFLICT (product_id) DO UPDATE SET fields = excluded.fields`, rows...)
}
