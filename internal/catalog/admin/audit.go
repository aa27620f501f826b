package admin

import (
	"context"
	"fmt"
	"strings"

	"kirana/internal/audit"
	"kirana/internal/catalog"
	"kirana/internal/db"
)

// recordChange records what an edit changed of a product that staff answers for:
// name, price, discount, stock and whether it is published. An edit of anything
// else is recorded without values.
func recordChange(ctx context.Context, tx *db.Tx, before, after catalog.Product) error {
	var was, is []string
	for _, value := range [][3]string{
		{"name", before.Name, after.Name},
		{"price", before.Price.String(), after.Price.String()},
		{"discount", before.Discount.String(), after.Discount.String()},
		{"stock", fmt.Sprint(before.Stock), fmt.Sprint(after.Stock)},
		{"published", fmt.Sprint(before.Publish), fmt.Sprint(after.Publish)},
	} {
		if value[1] != value[2] {
			was, is = append(was, value[0]+" "+value[1]), append(is, value[0]+" "+value[2])
		}
	}
	return audit.Write(ctx, tx, after.UpdatedAt, audit.Entry{
		What: "product.update", Object: before.Name, Before: strings.Join(was, ", "), After: strings.Join(is, ", "),
	})
}
