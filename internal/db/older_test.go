package db_test

import (
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/shoptest"
)

// beforeTheDesk is the last schema whose orders (table checkouts) have no number, stage or sums.
const beforeTheDesk = 7

func eachOlderDB(t *testing.T, version int64, test func(t *testing.T, d *db.DB)) {
	t.Helper()
	open := func(t *testing.T, url, dir string) {
		t.Helper()
		d, err := db.OpenAt(t.Context(), url, dir, version)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = d.Close() })
		test(t, d)
	}
	shoptest.EachURL(t, shoptest.PostgresURL, func(t *testing.T, url string) { open(t, url, t.TempDir()) })
}

// upgrade executes statements, with shoptest.Epoch as $1, and migrates the database.
func upgrade(t *testing.T, d *db.DB, statements ...string) {
	t.Helper()
	err := d.Tx(t.Context(), func(tx *db.Tx) error {
		for _, statement := range statements {
			if err := db.Exec(t.Context(), tx, statement, shoptest.Epoch); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		err = d.Migrate(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestMigrate_givesOlderOrdersTheirNumberStageAndSums(t *testing.T) {
	t.Parallel()
	eachOlderDB(t, beforeTheDesk, func(t *testing.T, d *db.DB) {
		ctx := t.Context()
		exec := func(statement string, args ...any) {
			t.Helper()
			err := d.Tx(ctx, func(tx *db.Tx) error {
				return db.Exec(ctx, tx, statement, args...)
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		exec(`INSERT INTO users (id, name, email, password_hash, role, status, created_at, updated_at)
			VALUES ('ravi', 'Ravi', 'ravi@example.in', '', 'USER', 'Active', $1, $1)`, shoptest.Epoch)
		exec(`INSERT INTO categories (id, name, name_key, position, created_at, updated_at) VALUES ('c', 'C', 'c', 1, $1, $1)`, shoptest.Epoch)
		exec(`INSERT INTO sub_categories (id, category_id, name, name_key, created_at, updated_at) VALUES ('s', 'c', 'S', 's', $1, $1)`, shoptest.Epoch)
		exec(`INSERT INTO products (id, category_id, sub_category_id, name, unit, price, discount, stock, created_at, edited_at, updated_at)
			VALUES ('dal', 'c', 's', 'Dal', '1 kg', 10000, 0, 5, $1, $1, $1)`, shoptest.Epoch)
		orders := []struct {
			id, method string
			rows       [][2]string // payment and delivery status
			// expected results
			number                int64
			stage                 string
			items                 int
			due, collect          int64
			problem, unpaid, paid bool
			sold                  int64 // 0 if not sold
		}{
			{"a", "COD", [][2]string{{"PAID", "DELIVERED"}, {"COD", "CANCELED"}}, 1001, "DONE", 2, 20000, 0, false, false, true, 20000},
			{"b", "COD", [][2]string{{"COD", "PENDING"}, {"COD", "PENDING"}}, 1002, "NEW", 4, 40000, 40000, false, false, false, 40000},
			{"c", "ONLINE", [][2]string{{"REFUND DUE", "CANCELED"}, {"PAID", "PENDING"}}, 1003, "NEW", 2, 20000, 0, true, false, true, 20000},
			{"d", "ONLINE", [][2]string{{"PENDING", "PENDING"}}, 1004, "NEW", 2, 20000, 0, false, true, false, 0},
			{"e", "ONLINE", [][2]string{{"EXPIRED", "CANCELED"}}, 1005, "DONE", 0, 0, 0, false, true, false, 0},
		}
		for i, c := range orders {
			at := shoptest.Epoch.Add(time.Duration(i) * time.Hour)
			exec(`INSERT INTO checkouts (id, user_id, payment_method, total, created_at) VALUES ($1, 'ravi', $2, 40000, $3)`, c.id, c.method, at)
			for n, row := range c.rows {
				exec(`INSERT INTO orders (id, number, checkout_id, user_id, product_id, name, unit, images, price, discount, quantity, total, address,
					payment_method, payment_status, delivery_status, attention, created_at, updated_at)
					VALUES ($1, $1, $2, 'ravi', 'dal', 'Dal', '1 kg', '[]', 10000, 0, 2, 20000, '{}', $3, $4, $5, $6, $7, $7)`,
					c.id+string(rune('0'+n)), c.id, c.method, row[0], row[1], row[0] == "REFUND DUE", at)
			}
		}

		if err := d.Migrate(ctx); err != nil {
			t.Fatal(err)
		}
		for i, want := range orders {
			got, err := db.Get[struct {
				Number     int64      `db:"number"`
				Stage      string     `db:"stage"`
				Items      int        `db:"item_count"`
				Due        int64      `db:"due_total"`
				Collect    int64      `db:"collect"`
				Problem    bool       `db:"problem"`
				Unpaid     bool       `db:"unpaid"`
				Searchable bool       `db:"searchable"`
				StageAt    *time.Time `db:"stage_at"`
				PaidAt     *time.Time `db:"paid_at"`
				Sold       *int64     `db:"sold"`
			}](ctx, d, `SELECT number, stage, item_count, due_total, collect, problem, unpaid, searchable, stage_at, paid_at, sold FROM checkouts WHERE id = $1`, want.id)
			if err != nil {
				t.Fatal(err)
			}
			at := shoptest.Epoch.Add(time.Duration(i) * time.Hour)
			if got.Number != want.number || got.Stage != want.stage || got.Items != want.items || got.Due != want.due || got.Collect != want.collect ||
				got.Problem != want.problem || got.Unpaid != want.unpaid || got.Searchable || got.StageAt == nil || !got.StageAt.Equal(at) ||
				(got.PaidAt != nil) != want.paid || (got.Sold != nil) != (want.sold > 0) || got.Sold != nil && *got.Sold != want.sold {
				t.Errorf("checkout %s became %+v, want %+v", want.id, got, want)
			}
		}
		var next int64
		err := d.Tx(ctx, func(tx *db.Tx) (err error) {
			next, err = db.NextNumber(ctx, tx, "checkout_number")
			return err
		})
		if err != nil || next != 1006 {
			t.Errorf("the next order is #%d, %v, want 1006", next, err)
		}
	})
}
