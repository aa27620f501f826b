package purchase_test

import (
	"fmt"
	"net/http"
	"testing"

	"kirana/internal/catalog/stock"
	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/testshop"
)

func TestMain(m *testing.M) { shoptest.Main(m) }

// shop is a GST-registered shop in Maharashtra.
type shop struct {
	*testshop.Shop
	t     *testing.T
	owner shoptest.Client
}

func newShop(t *testing.T, d *db.DB) shop {
	t.Helper()
	s := shop{testshop.New(t, d), t, shoptest.Client{}}
	s.owner = shoptest.As(s, shoptest.AddAdministrator(t, d))
	s.setGST("REGISTERED")
	return s
}

func (s shop) setGST(gst string) {
	s.t.Helper()
	err := s.DB.Tx(s.t.Context(), func(tx *db.Tx) error {
		return db.Exec(s.t.Context(), tx, `INSERT INTO settings (id, value, version, updated_at) VALUES (1, $1, 1, $2) ON CONFLICT (id) DO UPDATE SET value = excluded.value`,
			`{"legal":{"gst":"`+gst+`","state":"Maharashtra","gstin":"27AAAPK0000A1ZX"}}`, s.Clock.Now())
	})
	if err != nil {
		s.t.Fatal(err)
	}
	s.Settings.Forget()
}

// bought is a purchase as in the API's JSON.
type bought struct {
	ID         string  `json:"_id"`
	State      string  `json:"state"`
	Total      float64 `json:"total"`
	Taxable    float64 `json:"taxable"`
	CGST       float64 `json:"cgst"`
	IGST       float64 `json:"igst"`
	RoundOff   float64 `json:"roundOff"`
	Due        float64 `json:"due"`
	DueAt      string  `json:"dueAt"`
	Pieces     int     `json:"pieces"`
	Returned   float64 `json:"returned"`
	Difference string  `json:"difference"`
	Lines      []struct {
		ID    string  `json:"_id"`
		Value float64 `json:"value"`
	} `json:"lines"`
	Returns []struct {
		Bill  string  `json:"bill"`
		Total float64 `json:"total"`
	} `json:"returns"`
}

func (s shop) supplier(name, gstin string) string {
	s.t.Helper()
	var made struct {
		ID string `json:"_id"`
	}
	s.owner.Request(s.t, "POST", "/suppliers", fmt.Sprintf(`{"name":%q,"gstin":%q,"daysToPay":15}`, name, gstin)).Expect(s.t, http.StatusCreated, "").Decode(s.t, &made)
	return made.ID
}

func (s shop) draft(body string) (p bought) {
	s.t.Helper()
	s.owner.Request(s.t, "POST", "/purchases", body).Expect(s.t, http.StatusCreated, "").Decode(s.t, &p)
	return p
}

func (s shop) book(p bought) (booked bought) {
	s.t.Helper()
	s.owner.Request(s.t, "POST", "/purchases/"+p.ID+"/book", `{}`).Expect(s.t, http.StatusOK, "").Decode(s.t, &booked)
	return booked
}

// product has the columns of a product that booking a purchase changes.
type product struct {
	Stock    int             `db:"stock"`
	Cost     *money.UnitCost `db:"cost"`
	Price    money.Paise     `db:"price"`
	Discount money.Paise     `db:"discount"`
	Expired  int             `db:"expired"`
}

func (s shop) product(productID string) product {
	s.t.Helper()
	p, err := db.Get[product](s.t.Context(), s.DB, `SELECT stock, cost, price, discount, expired FROM products WHERE id = $1`, productID)
	if err != nil {
		s.t.Fatal(err)
	}
	return p
}

func (s shop) add(name string, price money.Paise, pieces int) string {
	s.t.Helper()
	productID := shoptest.AddProduct(s.t, s.DB, shoptest.Product{Name: name, Price: price, Stock: pieces})
	if err := s.View.Refresh(s.t.Context()); err != nil {
		s.t.Fatal(err)
	}
	return productID
}

const maharashtra, gujarat = "27AAPFM2217K1Z1", "24AAPFM2217K1Z7"

// lots returns the remaining pieces of a product's lots by best-before day, or by "" for those without one.
func (s shop) lots(productID string) map[string]int {
	s.t.Helper()
	lots, err := stock.Lots(s.t.Context(), s.DB, productID)
	if err != nil {
		s.t.Fatal(err)
	}
	left := map[string]int{}
	for _, l := range lots[productID] {
		left[l.BestBefore] += l.Remaining
	}
	return left
}
