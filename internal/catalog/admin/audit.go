package admin

import (
	"context"
	"fmt"
	"strings"
	"time"

	"kirana/internal/audit"
	"kirana/internal/catalog"
	"kirana/internal/db"
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
