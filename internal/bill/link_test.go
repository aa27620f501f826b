package bill_test

import (
	"strings"
	"testing"
	"time"

	"kirana/internal/bill"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/shoptest"
)

func TestLinks_openOneBillUntilTheyEndOrAreReplaced(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := newBillShop(t, d)
		soap := c.product("Soap", "3402", "")
		sale := c.sale(pieces(soap, 1, 118_00))
		sale.Buyer.Name = "Asha Vijay Deshmukh"
		b := c.leaves(sale)[0]
		tokenOf := func(b bill.Bill) string {
			token, found := strings.CutPrefix(c.bills.Ref(b).URL, "https://shop.example.in/b/")
			if !found || len(token) < 40 {
				t.Fatalf("the link is %q, want one of shop.example.in with a token", c.bills.Ref(b).URL)
			}
			return token
		}
		opens := func(token string) bool {
			linked, err := c.bills.ByLink(t.Context(), token)
			if err != nil && !fault.Is(err, fault.NotFound) {
				t.Fatal(err)
			}
			return err == nil && linked.Bill.Number == b.Number
		}
		first := tokenOf(b)
		linked, err := c.bills.ByLink(t.Context(), first+").")
		if err != nil {
			t.Fatal(err)
		}
		if buyer := linked.Bill.Buyer; buyer.Name != "Asha D." || buyer.Address != "" || linked.EndsAt != b.IssuedAt.Add(90*24*time.Hour) {
			t.Errorf("the page of the link shows the buyer %+v until %v, want Asha D. without address for 90 days", buyer, linked.EndsAt)
		}
		other := bill.New(d, c.clock, bill.NewLinks([]byte("the key of another shop"), "https://shop.example.in"))
		if _, err := other.ByLink(t.Context(), first); !fault.Is(err, fault.NotFound) {
			t.Errorf("a token made with another key: %v, want not found", err)
		}
		if unsigned := bill.New(d, c.clock, bill.Links{}); unsigned.Ref(b).URL != "" {
			t.Error("a link was made without a key")
		}
		flipped := strings.Replace(first, first[:1], string(first[0]^1), 1)
		for _, wrong := range []string{"", "x", b.ID, flipped, first + "-1", first[:22] + "'; DROP TABLE bills", first + strings.Repeat("x", 5000)} {
			if opens(wrong) {
				t.Errorf("%.60q opens the bill", wrong)
			}
		}
		if _, err := c.bills.ReplaceLink(t.Context(), "somebody", b.PathNumber); !fault.Is(err, fault.NotFound) {
			t.Errorf("replace the link of a bill as somebody else: %v, want not found", err)
		}
		c.clock.Advance(89 * 24 * time.Hour)
		again, err := c.bills.ReplaceLink(t.Context(), c.buyer, b.PathNumber)
		if err != nil {
			t.Fatal(err)
		}
		second := tokenOf(c.documents(sale)[0])
		if !strings.HasSuffix(again.URL, second) || opens(first) || !opens(second) {
			t.Errorf("after replacing with %s, the first link opens: %t, the second: %t, want the second alone",
				again.URL, opens(first), opens(second))
		}
		c.clock.Advance(2 * 24 * time.Hour)
		if !opens(second) {
			t.Error("the new link ends with the old one")
		}
		c.clock.Advance(88 * 24 * time.Hour)
		if opens(second) || c.bills.Ref(c.documents(sale)[0]).URL != "" {
			t.Error("the link does not end after 90 days")
		}
		if tables := c.allText(); strings.Contains(tables, first[:22]) || strings.Contains(tables, second[:22]) {
			t.Error("a table contains the link's secret")
		}
	})
}

func TestEndLinks_endsAllLinksOfAUser(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := newBillShop(t, d)
		soap := c.product("Soap", "3402", "")
		b := c.leaves(c.sale(pieces(soap, 1, 118_00)))[0]
		token := strings.TrimPrefix(c.bills.Ref(b).URL, "https://shop.example.in/b/")
		for range 2 {
			err := d.Tx(t.Context(), func(tx *db.Tx) error { return bill.EndLinks(t.Context(), tx, c.buyer, c.clock.Now()) })
			if err != nil {
				t.Fatal(err)
			}
		}
		if _, err := c.bills.ByLink(t.Context(), token); !fault.Is(err, fault.NotFound) {
			t.Errorf("open the ended link: %v, want not found", err)
		}
	})
}
