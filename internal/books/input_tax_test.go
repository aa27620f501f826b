package books_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"testing"
	"time"

	"kirana/internal/audit"
	"kirana/internal/books"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/httpapi"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/contracttest"
	"kirana/internal/shoptest/testshop"
)

// inputCredit is a row of GSTR-3B's table 4, in rupees.
type inputCredit struct{ IAmt, CAmt, SAmt, CSAmt float64 }

// buyer is a registered shop in Maharashtra that books purchases, returns goods to suppliers and reads its tax returns.
type buyer struct {
	*testshop.Shop
	t      *testing.T
	owner  shoptest.Client
	books  *shop
	tea    string
	number int
}

func newBuyer(t *testing.T, d *db.DB) *buyer {
	t.Helper()
	s := &buyer{Shop: testshop.New(t, d), t: t}
	s.registerAs("REGISTERED")
	userID := shoptest.AddAdministrator(t, d)
	router := httpapi.New(httpapi.Options{Version: "test", Log: slog.New(slog.DiscardHandler), Identify: shoptest.IdentifyByUserID(d)})
	(&books.Handler{Books: books.New(d, s.Clock, s.Settings, audit.New(d, s.Clock))}).Routes(router)
	s.owner = shoptest.As(s, userID)
	s.books = &shop{t: t, owner: userID, handler: httpapi.Middleware{Log: slog.New(slog.DiscardHandler)}.Wrap(contracttest.Handler(router))}
	s.tea = shoptest.AddProduct(t, d, shoptest.Product{Name: "Tea", Stock: 0})
	if err := s.View.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s
}

func (b *buyer) registerAs(gst string) {
	b.t.Helper()
	if _, err := b.Settings.Update(b.t.Context(), []byte(`{"legal":{"gst":"`+gst+`","gstin":"27AAAPK0000A1ZX","state":"Maharashtra","name":"Asha Kirana","address":"Pune"},"bill":{"prefix":"GK"}}`)); err != nil {
		b.t.Fatal(err)
	}
}

// at advances the clock to a time in India.
func (b *buyer) at(month time.Month, day, hour, minute int) {
	b.Clock.Advance(time.Date(2026, month, day, hour, minute, 0, 0, clock.India).Sub(b.Clock.Now()))
}

func (b *buyer) supplier(name, gstin string) string {
	b.t.Helper()
	var made struct {
		ID string `json:"_id"`
	}
	b.owner.Request(b.t, "POST", "/suppliers", fmt.Sprintf(`{"name":%q,"gstin":%q,"daysToPay":15}`, name, gstin)).Expect(b.t, http.StatusCreated, "").Decode(b.t, &made)
	return made.ID
}

// purchaseIDs has the ids of a purchase and its lines.
type purchaseIDs struct {
	ID    string `json:"_id"`
	Lines []struct {
		ID string `json:"_id"`
	} `json:"lines"`
}

// draft saves a purchase of tea; each line is pieces, cost without tax, rate.
func (b *buyer) draft(supplier, day string, lines ...[3]int) (p purchaseIDs) {
	b.t.Helper()
	b.number++
	body := fmt.Sprintf(`{"supplier":%q,"bill":"%d","date":%q,"lines":[`, supplier, b.number, day)
	for i, l := range lines {
		if i > 0 {
			body += ","
		}
		body += fmt.Sprintf(`{"productId":%q,"pieces":%d,"cost":%d,"rate":%d}`, b.tea, l[0], l[1], l[2])
	}
	b.owner.Request(b.t, "POST", "/purchases", body+"]}").Expect(b.t, http.StatusCreated, "").Decode(b.t, &p)
	return p
}

func (b *buyer) book(p purchaseIDs) purchaseIDs {
	b.t.Helper()
	b.owner.Request(b.t, "POST", "/purchases/"+p.ID+"/book", `{}`).Expect(b.t, http.StatusOK, "")
	return p
}

func (b *buyer) sendBack(p purchaseIDs, line, pieces int) {
	b.t.Helper()
	b.owner.Request(b.t, "POST", "/purchases/"+p.ID+"/return", fmt.Sprintf(`{"reason":"torn","lines":[{"_id":%q,"pieces":%d}]}`, p.Lines[line].ID, pieces)).Expect(b.t, http.StatusOK, "")
}

// expectCredit compares the tax credit of a month with want: in table 4, in its net row, and on the page of the books.
func (b *buyer) expectCredit(month string, want inputCredit) {
	b.t.Helper()
	var file struct {
		InputTax struct {
			Available []struct {
				Type string `json:"ty"`
				inputCredit
			} `json:"itc_avl"`
			Net inputCredit `json:"itc_net"`
		} `json:"itc_elg"`
	}
	if err := json.Unmarshal(b.books.get("gstr3b", month, "json"), &file); err != nil {
		b.t.Fatal(err)
	}
	got := file.InputTax
	if len(got.Available) != 1 || got.Available[0].Type != "OTH" || got.Available[0].inputCredit != want || got.Net != want {
		b.t.Errorf("table 4 of %s is %+v, want %+v", month, got, want)
	}
	var page struct {
		InputTax struct{ IGST, CGST, SGST, Cess float64 }
	}
	b.books.as().Request(b.t, "GET", "/books?from="+month+"-01&to="+lastDay(month), "").Expect(b.t, http.StatusOK, "").Decode(b.t, &page)
	if i := page.InputTax; (inputCredit{i.IGST, i.CGST, i.SGST, i.Cess}) != want {
		b.t.Errorf("the page shows %+v for %s, want %+v", page.InputTax, month, want)
	}
}

func TestGSTR3B_creditsTheTaxOnPurchasesLessReturns(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newBuyer(t, d)
		s.at(time.October, 31, 20, 0)
		here, gujarat, unregistered := s.supplier("Mahalaxmi", "27AAPFM2217K1Z1"), s.supplier("Surat Tea", "24AAPFM2217K1Z7"), s.supplier("Village mill", "")
		// 10 x 100 at 5 %: 25 of each; 10 x 20 at 18 %: 18 of each.
		local := s.book(s.draft(here, "2026-10-31", [3]int{10, 100, 5}, [3]int{10, 20, 18}))
		// 4 x 250 at 18 % from another state: 180.
		distant := s.book(s.draft(gujarat, "2026-10-05", [3]int{4, 250, 18}))
		s.book(s.draft(unregistered, "2026-10-10", [3]int{3, 50, 18}))
		s.draft(here, "2026-10-12", [3]int{100, 100, 18})
		s.expectCredit("2026-10", inputCredit{IAmt: 180, CAmt: 43, SAmt: 43})

		// The last quarter hour of October in India, 18:15 UTC: 5 x 20 at 18 %, 9 of each.
		s.at(time.October, 31, 23, 45)
		s.sendBack(local, 1, 5)
		// The first quarter hour of November in India, still 31 October in UTC: 250 at 18 %, 45.
		s.at(time.November, 1, 0, 15)
		s.sendBack(distant, 0, 1)
		// 2 x 100 at 5 %: 5 of each.
		s.book(s.draft(here, "2026-11-01", [3]int{2, 100, 5}))
		s.expectCredit("2026-10", inputCredit{IAmt: 180, CAmt: 34, SAmt: 34})
		s.expectCredit("2026-11", inputCredit{IAmt: -45, CAmt: 5, SAmt: 5})

		s.at(time.December, 1, 9, 0)
		s.registerAs("COMPOSITION")
		s.book(s.draft(here, "2026-12-01", [3]int{10, 100, 5}))
		s.registerAs("REGISTERED")
		s.expectCredit("2026-12", inputCredit{})
	})
}
