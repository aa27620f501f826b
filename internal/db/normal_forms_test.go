package db_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/shoptest"
)

// beforeNormalForms is a schema in which two Unicode forms of a text were different texts.
const beforeNormalForms = 57

func TestMigrate_writesNormalFormsUnlessAnotherRowHasThem(t *testing.T) {
	t.Parallel()
	eachOlderDB(t, beforeNormalForms, func(t *testing.T, d *db.DB) {
		ctx := t.Context()
		upgrade(t, d,
			`INSERT INTO categories (id, name, name_key, position, created_at, updated_at) VALUES
				('c1', 'Cafe`+"\u0301"+`', 'cafe`+"\u0301"+`', 1, $1, $1), ('c2', 'Café', 'café', 2, $1, $1), ('c3', 'Pure`+"\u0301e"+`', 'pure`+"\u0301e"+`', 3, $1, $1)`,
			`INSERT INTO sub_categories (id, category_id, name, name_key, created_at, updated_at) VALUES
				('s1', 'c1', 'Ge`+"\u0301"+`', 'ge`+"\u0301"+`', $1, $1), ('s2', 'c2', 'Gé', 'gé', $1, $1), ('s3', 'c2', 'Tea`+"\u200d"+`', 'tea`+"\u200d"+`', $1, $1)`,
			`INSERT INTO products (id, category_id, sub_category_id, name, unit, price, discount, stock, publish, import_key, created_at, edited_at, updated_at) VALUES
				('p1', 'c1', 's1', 'A', '', 100, 0, 0, TRUE, 'name`+"\t\te\u0301\t"+`', $1, $1, $1), ('p2', 'c1', 's1', 'B', '', 100, 0, 0, TRUE, 'name`+"\t\to\u0301\u200b\t"+`', $1, $1, $1),
				('p3', 'c1', 's1', 'C', '', 100, 0, 0, TRUE, 'name`+"\t\té\t"+`', $1, $1, $1), ('p4', 'c1', 's1', 'D', '', 100, 0, 0, TRUE, NULL, $1, $1, $1)`,
			`INSERT INTO users (id, name, email, password_hash, role, status, created_at, updated_at) VALUES
				('u1', 'A', 'a@xn--mnchen-3ya.example', '', 'USER', 'Active', $1, $1), ('u2', 'B', 'b@münchen.example', '', 'USER', 'Active', $1, $1),
				('u3', 'B', 'b@xn--mnchen-3ya.example', '', 'USER', 'Active', $1, $1), ('u4', 'D', 'd@127.0.0.1', '', 'USER', 'Active', $1, $1)`,
		)
		for _, c := range []struct{ query, want string }{
			{`SELECT name_key FROM categories WHERE id = 'c1'`, "cafe\u0301"},
			{`SELECT name_key FROM categories WHERE id = 'c2'`, "café"},
			{`SELECT name_key FROM categories WHERE id = 'c3'`, "purée"},
			{`SELECT name_key FROM sub_categories WHERE id = 's1'`, "gé"},
			{`SELECT name_key FROM sub_categories WHERE id = 's3'`, "tea"},
			{`SELECT import_key FROM products WHERE id = 'p1'`, "name\t\te\u0301\t"},
			{`SELECT import_key FROM products WHERE id = 'p2'`, "name\t\tó\t"},
			{`SELECT email FROM users WHERE id = 'u1'`, "a@münchen.example"},
			{`SELECT email FROM users WHERE id = 'u2'`, "b@münchen.example"},
			{`SELECT email FROM users WHERE id = 'u3'`, "b@xn--mnchen-3ya.example"},
			{`SELECT email FROM users WHERE id = 'u4'`, "d@127.0.0.1"},
		} {
			if got, err := db.Get[string](ctx, d, c.query); err != nil || got != c.want {
				t.Errorf("%s: %+q, want %+q: %v", c.query, got, c.want, err)
			}
		}
	})
}

// beforePunctuation is the last schema in which Baker’s and Baker's were different names.
const beforePunctuation = 85

func TestMigrate_writesPunctuationOfNamesAsOnAKeyboard(t *testing.T) {
	t.Parallel()
	eachOlderDB(t, beforePunctuation, func(t *testing.T, d *db.DB) {
		ctx := t.Context()
		upgrade(t, d,
			`INSERT INTO categories (id, name, name_key, position, created_at, updated_at) VALUES
				('c1', 'Baker’s', 'baker’s', 1, $1, $1), ('c2', 'Baker''s', 'baker''s', 2, $1, $1), ('c3', 'Dry–fruit', 'dry–fruit', 3, $1, $1)`,
			`INSERT INTO sub_categories (id, category_id, name, name_key, created_at, updated_at) VALUES ('s1', 'c1', '“A”', '“a”', $1, $1)`,
			`INSERT INTO products (id, category_id, sub_category_id, name, unit, price, discount, stock, publish, import_key, created_at, edited_at, updated_at) VALUES
				('p1', 'c1', 's1', 'A', '', 100, 0, 0, TRUE, 'name`+"\tlay’s\tchips\t50g"+`', $1, $1, $1), ('p2', 'c1', 's1', 'B', '', 100, 0, 0, TRUE, 'sku`+"\ta–1"+`', $1, $1, $1)`,
		)
		for query, want := range map[string]string{
			`SELECT name_key FROM categories WHERE id = 'c1'`:     "baker’s",
			`SELECT name_key FROM categories WHERE id = 'c2'`:     "baker's",
			`SELECT name_key FROM categories WHERE id = 'c3'`:     "dry-fruit",
			`SELECT name_key FROM sub_categories WHERE id = 's1'`: `"a"`,
			`SELECT import_key FROM products WHERE id = 'p1'`:     "name\tlay's\tchips\t50g",
			`SELECT import_key FROM products WHERE id = 'p2'`:     "sku\ta–1",
		} {
			if got, err := db.Get[string](ctx, d, query); err != nil || got != want {
				t.Errorf("%s: %+q, want %+q: %v", query, got, want, err)
			}
		}
	})
}

// beforeWordKeys is the last schema in which “Lay’s” and "Lay's" were different texts of a supplier
// or of shoppers.
const beforeWordKeys = 86

func TestMigrate_mergesWordsOfSuppliersAndRequestsWithOneKey(t *testing.T) {
	t.Parallel()
	eachOlderDB(t, beforeWordKeys, func(t *testing.T, d *db.DB) {
		ctx := t.Context()
		later := shoptest.Epoch.Add(time.Hour)
		err := d.Tx(ctx, func(tx *db.Tx) error {
			for _, statement := range []string{
				`INSERT INTO categories (id, name, name_key, position, created_at, updated_at) VALUES ('c1', 'A', 'a', 1, $1, $1)`,
				`INSERT INTO sub_categories (id, category_id, name, name_key, created_at, updated_at) VALUES ('s1', 'c1', 'A', 'a', $1, $1)`,
				`INSERT INTO products (id, category_id, sub_category_id, name, unit, price, discount, stock, publish, created_at, edited_at, updated_at) VALUES
					('p1', 'c1', 's1', 'A', '', 100, 0, 0, TRUE, $1, $1, $2), ('p2', 'c1', 's1', 'B', '', 100, 0, 0, TRUE, $1, $1, $2)`,
				`INSERT INTO suppliers (id, name, created_at, updated_at) VALUES ('x', 'X', $1, $2), ('y', 'Y', $1, $2)`,
				`INSERT INTO supplier_words (supplier_id, words, product_id, pack, updated_at) VALUES
					('x', 'lay''s', 'p1', 1, $1), ('x', 'lay’s', 'p2', 6, $2), ('x', '7–up', 'p1', 12, $1), ('y', 'lay’s', 'p1', 3, $1), ('y', 'lay‘s', 'p2', 4, $2)`,
				`INSERT INTO product_requests (id, key, text, times, last_at) VALUES
					('r1', 'lay''s', 'Lay''s', 2, $1), ('r2', 'lay’s', 'Lay’s', 3, $2), ('r3', '“7up”', '“7UP”', 1, $1), ('r4', 'soap', 'Soap', 4, $2)`,
			} {
				arguments := []any{shoptest.Epoch, later}
				if !strings.Contains(statement, "$2") {
					arguments = arguments[:1]
				}
				if err := db.Exec(ctx, tx, statement, arguments...); err != nil {
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
		words, err := db.All[string](ctx, d, `SELECT supplier_id || ' ' || words || ' ' || product_id || ' ' || pack FROM supplier_words ORDER BY 1`)
		if want := []string{"x 7-up p1 12", "x lay's p2 6", "y lay's p2 4"}; err != nil || !slices.Equal(words, want) {
			t.Errorf("words %q, want %q: %v", words, want, err)
		}
		requests, err := db.All[string](ctx, d, `SELECT key || ' ' || text || ' ' || times FROM product_requests ORDER BY 1`)
		if want := []string{`"7up" “7UP” 1`, "lay's Lay’s 5", "soap Soap 4"}; err != nil || !slices.Equal(requests, want) {
			t.Errorf("requests %q, want %q: %v", requests, want, err)
		}
	})
}

// beforeBillKeys is a schema in which the keys of bill numbers had capitals.
const beforeBillKeys = 88

func TestMigrate_writesTheKeysOfBillsThatWereBooked(t *testing.T) {
	t.Parallel()
	eachOlderDB(t, beforeBillKeys, func(t *testing.T, d *db.DB) {
		ctx := t.Context()
		upgrade(t, d,
			`INSERT INTO suppliers (id, name, created_at, updated_at) VALUES ('s1', 'Mehta', $1, $1), ('s2', 'Rao', $1, $1)`,
			`INSERT INTO purchases (id, kind, supplier_id, bill, bill_key, year, bill_day, booked_at, created_at, updated_at) VALUES
				('p1', 'PURCHASE', 's1', 'MT/1', 'MT/1', '25-26', '2026-01-15', $1, $1, $1), ('p2', 'PURCHASE', 's1', 'ＭＴ／２', 'ＭＴ／２', '25-26', '2026-01-15', NULL, $1, $1),
				('p3', 'PURCHASE', 's1', 'MT 3', 'MT3', '25-26', '2026-01-15', $1, $1, $1), ('p4', 'PURCHASE', 's1', 'mt 3', 'mt3', '25-26', '2026-01-15', $1, $1, $1),
				('p5', 'PURCHASE', 's2', 'MT/१', 'MT/१', '25-26', '2026-01-15', $1, $1, $1), ('p6', 'RETURN', 's1', 'R-1', 'R-1', '25-26', '2026-01-15', $1, $1, $1),
				('p7', 'PURCHASE', 's2', '', '', '25-26', '2026-01-15', NULL, $1, $1), ('p8', 'PURCHASE', 's2', '', '', '25-26', '2026-01-15', NULL, $1, $1)`,
		)
		for id, want := range map[string]string{
			"p1": "mt/1", "p2": "mt/2", "p3": "MT3" /* booked twice meanwhile */, "p4": "mt3", "p5": "mt/1", "p6": "r-1", "p7": "", "p8": "",
		} {
			if got, err := db.Get[string](ctx, d, `SELECT bill_key FROM purchases WHERE id = $1`, id); err != nil || got != want {
				t.Errorf("%s: %+q, want %+q: %v", id, got, want, err)
			}
		}
		if err := d.Tx(ctx, func(tx *db.Tx) error { return db.Exec(ctx, tx, `UPDATE purchases SET bill = 'X' WHERE id = 'p1'`) }); err == nil {
			t.Error("the number of a booked bill was changed")
		}
	})
}

// beforeCounterNames is the last schema in which categories added at the counter had no key.
const beforeCounterNames = 91

func TestMigrate_writesTheKeysOfCategoriesAddedAtTheCounter(t *testing.T) {
	t.Parallel()
	eachOlderDB(t, beforeCounterNames, func(t *testing.T, d *db.DB) {
		ctx := t.Context()
		upgrade(t, d,
			`INSERT INTO categories (id, name, name_key, position, created_at, updated_at) VALUES ('c1', 'From the counter', '', 1, $1, $1), ('c2', 'Tea', 'tea', 2, $1, $1)`,
			`INSERT INTO sub_categories (id, category_id, name, name_key, created_at, updated_at) VALUES
				('s1', 'c1', 'New', '', $1, $1), ('s2', 'c2', 'New', '', $1, $1), ('s3', 'c2', 'new', 'new', $1, $1)`,
		)
		for query, want := range map[string]string{
			`SELECT name_key FROM categories WHERE id = 'c1'`:     "from the counter",
			`SELECT name_key FROM categories WHERE id = 'c2'`:     "tea",
			`SELECT name_key FROM sub_categories WHERE id = 's1'`: "new",
			`SELECT name_key FROM sub_categories WHERE id = 's2'`: "",
			`SELECT name_key FROM sub_categories WHERE id = 's3'`: "new",
		} {
			if got, err := db.Get[string](ctx, d, query); err != nil || got != want {
				t.Errorf("%s: %+q, want %+q: %v", query, got, want, err)
			}
		}
	})
}
