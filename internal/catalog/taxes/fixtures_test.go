package taxes_test

import (
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/catalogtest"
)

func TestMain(m *testing.M) { shoptest.Main(m) }

type object = catalogtest.Object

// shop is a catalog whose clock shows 15 January 2026.
type shop struct {
	*catalogtest.Shop
	t *testing.T
}

func newShop(t *testing.T, d *db.DB) shop {
	t.Helper()
	return shop{catalogtest.New(t, d), t}
}

func (s shop) product(name, unit string) string {
	s.t.Helper()
	productID := shoptest.AddProduct(s.t, s.DB, shoptest.Product{Name: name, Stock: 10})
	s.exec(`UPDATE products SET unit = $2 WHERE id = $1`, productID, unit)
	s.Refresh(s.t)
	return productID
}

// set changes columns of a product, as an edit does.
func (s shop) set(productID, assignments string) {
	s.t.Helper()
	s.Clock.Advance(time.Second)
	s.exec(`UPDATE products SET `+assignments+`, edited_at = $2, updated_at = $2 WHERE id = $1`, productID, s.Clock.Now())
	s.Refresh(s.t)
}

func (s shop) exec(statement string, args ...any) {
	s.t.Helper()
	err := s.DB.Tx(s.t.Context(), func(tx *db.Tx) error {
		return db.Exec(s.t.Context(), tx, statement, args...)
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

// call makes a call as the administrator and expects a status and a message.
func (s shop) call(method, path string, body any, status int, message string) shoptest.Response {
	s.t.Helper()
	r := s.Call(s.t, s.Admin, method, path, body)
	r.Expect(s.t, status, message)
	return r
}

// facts returns the columns of a product that decide its tax, separated by spaces.
func (s shop) facts(productID string) string {
	s.t.Helper()
	text, err := db.Get[string](s.t.Context(), s.DB, `SELECT hsn || ' ' || tax_condition || ' ' || COALESCE(CAST(gst_rate AS TEXT), '-') FROM products WHERE id = $1`, productID)
	if err != nil {
		s.t.Fatal(err)
	}
	return text
}
