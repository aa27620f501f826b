package view_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/catalog/view"
	"kirana/internal/db"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/catalogtest"
)

func TestRunningOut_listsByDaysUntilSoldOut(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		made := map[string]catalog.Product{}
		for name, left := range map[string]int{"Milk": 10, "Bread": 0, "Salt": 90, "Candles": 1} {
			made[name] = s.Product(t, catalogtest.Product{Name: name, Stock: left})
		}
		s.Clock.Advance(40 * 24 * time.Hour)
		for name, sold := range map[string]int{"Milk": 56, "Bread": 28, "Salt": 28} {
			shoptest.AddSale(t, d, shoptest.Sale{UserID: s.Shopper, ProductID: made[name].ID, Pieces: sold, At: s.Clock.Now().Add(-24 * time.Hour)})
		}
		shoptest.AddSale(t, d, shoptest.Sale{UserID: s.Shopper, ProductID: made["Candles"].ID, Pieces: 28, At: s.Clock.Now().Add(-30 * 24 * time.Hour)})
		var lines []string
		for _, r := range catalogtest.Read[[]view.RunningOut](t, s.Call(t, s.Admin, "GET", "/product/running-out?days=7", nil).Expect(t, http.StatusOK, "")) {
			lines = append(lines, fmt.Sprintf("%s %.1f", r.Product.Name, r.DaysLeft))
		}
		if got := strings.Join(lines, ", "); got != "Bread 0.0, Milk 5.0" {
			t.Errorf("running out are %s, want Bread 0.0, Milk 5.0", got)
		}
	})
}
