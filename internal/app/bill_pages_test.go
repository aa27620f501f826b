package app

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"kirana/internal/bill"
	"kirana/internal/db"
	"kirana/internal/shoptest"
)

func TestBillPages_openOnlyWithTheLink(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, databaseURL string) {
		shop := openWholeShop(t, databaseURL, func(context.Context, *features) error { return nil })
		f := shop.features
		userID := shoptest.AddShopper(t, f.db)
		row := shoptest.AddSale(t, f.db, shoptest.Sale{UserID: userID, ProductID: shoptest.AddProduct(t, f.db, shoptest.Product{}), Pieces: 1, At: f.clock.Now()})
		orderID, err := db.Get[string](t.Context(), f.db, `SELECT checkout_id FROM orders WHERE id = $1`, row)
		if err != nil {
			t.Fatal(err)
		}
		err = f.db.Tx(t.Context(), func(tx *db.Tx) error {
			return db.Exec(t.Context(), tx, `
				INSERT INTO bills (id, number, path_number, prefix, year, serial, kind, checkout_id, user_id, issued_at, place_of_supply, total, round_off, payable, document)
				VALUES ('01m8cjdww1f1jgesffc5f732am', 'GK/1', 'GK-1', 'GK', '25-26', 1, 'CASH_MEMO', $1, $2, $3, '27', 100, 0, 100, '{}')`, orderID, userID, f.clock.Now())
		})
		if err != nil {
			t.Fatal(err)
		}
		bills, err := f.bills.OfOrders(t.Context(), orderID)
		if err != nil || len(bills) != 1 {
			t.Fatalf("%d bills, %v, want 1", len(bills), err)
		}
		address := f.bills.Ref(bills[0]).URL
		if !strings.HasPrefix(address, bill.LinkPath) {
			t.Fatalf("the bill's link is %q, want it below %s", address, bill.LinkPath)
		}
		for range 2 {
			status, header, page := fetchPage(t, shop.url+address)
			if status != http.StatusOK || !strings.Contains(page, `<meta name="robots" content="noindex">`) || strings.Contains(page, "canonical") || strings.Contains(page, address) {
				t.Errorf("the bill's page: %d, want 200, noindex and neither a canonical link nor its address\n%s", status, page)
			}
			if header.Get("Referrer-Policy") != "no-referrer" || header.Get("X-Robots-Tag") == "" {
				t.Errorf("the bill's page has the headers %v, want Referrer-Policy no-referrer and an X-Robots-Tag", header)
			}
		}
		if _, robots := get(t, shop.url+"/robots.txt"); !strings.Contains(robots, "Disallow: /b/\n") {
			t.Errorf("robots.txt does not disallow /b/:\n%s", robots)
		}
		if _, err := f.bills.ReplaceLink(t.Context(), "", "GK-1"); err != nil {
			t.Fatal(err)
		}
		for _, ended := range []string{address, "/b/", "/b", "/b/made-up", address + "/more"} {
			if status, header, page := fetchPage(t, shop.url+ended); status != http.StatusNotFound || header.Get("Referrer-Policy") != "no-referrer" {
				t.Errorf("%s: %d, want 404 with Referrer-Policy no-referrer\n%s", ended, status, page)
			}
		}
	})
}

// fetchPage fetches a page and returns its status, headers and body.
func fetchPage(t *testing.T, url string) (status int, header http.Header, page string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, response.Header, string(text)
}
