package db_test

import (
	"cmp"
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/shoptest"
)

// beforeSqueezedKeys is the last schema in which "1 kg" and "1kg" had different keys.
const beforeSqueezedKeys = 37

func TestMigrate_givesADuplicateKeyToThePublishedProductEditedLast(t *testing.T) {
	t.Parallel()
	eachOlderDB(t, beforeSqueezedKeys, func(t *testing.T, d *db.DB) {
		ctx := t.Context()
		products := []struct {
			id, key string
			publish bool
			edited  int // hours after the epoch
			want    string
		}{
			{"older", "name\t\tdal\t1kg", true, 1, ""},
			{"newer", "name\t\tdal\t1 kg", true, 2, "name\t\tdal\t1kg"},
			{"unsold", "name\t\tdal\t 1kg", false, 3, ""},
			{"alone", "name\t\tblack dal\t1 kg", true, 1, "name\t\tblack dal\t1kg"},
			{"squeezed", "name\t\toil\t1l", true, 1, "name\t\toil\t1l"},
			{"code", "sku\ta 1", true, 1, "sku\ta 1"},
		}
		err := d.Tx(ctx, func(tx *db.Tx) error {
			for _, statement := range []string{
				`INSERT INTO categories (id, name, name_key, position, created_at, updated_at) VALUES ('c', 'C', 'c', 1, $1, $1)`,
				`INSERT INTO sub_categories (id, category_id, name, name_key, created_at, updated_at) VALUES ('s', 'c', 'S', 's', $1, $1)`,
			} {
				if err := db.Exec(ctx, tx, statement, shoptest.Epoch); err != nil {
					return err
				}
			}
			for _, p := range products {
				err := db.Exec(ctx, tx, `
					INSERT INTO products (id, category_id, sub_category_id, name, unit, price, discount, stock, publish, import_key, created_at, edited_at, updated_at)
					VALUES ($1, 'c', 's', 'Dal', '1 kg', 10000, 0, 5, $2, $3, $4, $4, $4)`, p.id, p.publish, p.key, shoptest.Epoch.Add(time.Duration(p.edited)*time.Hour))
				if err != nil {
					return err
				}
			}
			return nil
		})
		if err == nil {
			err = d.Migrate(ctx)
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range products {
			key, err := db.Get[*string](ctx, d, `SELECT import_key FROM products WHERE id = $1`, p.id)
			none := ""
			if err != nil || *cmp.Or(key, &none) != p.want {
				t.Errorf("%s has the key %q, want %q: %v", p.id, *cmp.Or(key, &none), p.want, err)
			}
		}
	})
}
