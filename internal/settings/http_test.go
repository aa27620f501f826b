package settings_test

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/settings"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/contracttest"
)

// newShop returns a handler of the settings' calls and the owner's id, which is the bearer token.
func newShop(t *testing.T, d *db.DB) (http.Handler, string) {
	t.Helper()
	c := shoptest.Clock()
	router := httpapi.New(httpapi.Options{Version: "test", Log: slog.New(slog.DiscardHandler), Identify: shoptest.IdentifyByUserID(d)})
	settings.NewHandler(settings.New(d, c, false), c, confirmedBy("seven mangoes")).Routes(router)
	return contracttest.Handler(router), shoptest.AddStaff(t, d, "OWNER")
}

// confirmedBy returns a confirmation that accepts the right password, and an empty one.
func confirmedBy(right string) func(context.Context, string) error {
	return func(_ context.Context, password string) error {
		if password == right || password == "" {
			return nil
		}
		return fault.InField("password", "This is not your password.")
	}
}

func TestSettings_requireThePasswordForChangesThatMoveMoney(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		router, owner := newShop(t, d)
		put := func(body string) shoptest.Response {
			return shoptest.As(router, owner).Request(t, "PUT", "/settings", body)
		}
		for _, part := range []string{
			`"upiId":"thief@upi"`, `"upiName":"Thief"`, `"pay":{"upi":false}`, `"legal":{"name":"Thief Traders"}`, `"refundLimit":1`,
			`"cashLimit":1`, `"cashOrders":99`, `"cashUnverified":1`, `"khata":{"limit":1}`, `"counter":{"discountLimit":1}`,
		} {
			put(`{"password":"wrong",`+part+`}`).ExpectField(t, "password")
			put(`{"password":"wrong","version":0,`+part+`}`).ExpectField(t, "password")
		}
		put(`{"password":"seven mangoes","upiId":"ganesh@upi"}`).Expect(t, http.StatusOK, "Settings saved.")
		// Unchanged fields, and those that movesMoney does not compare, need no password.
		put(`{"password":"wrong","upiId":"ganesh@upi","tagline":"Fresh"}`).Expect(t, http.StatusOK, "Settings saved.")
	})
}

func TestSettings_areChangedByTheOwnerAndReadByAll(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		router, owner := newShop(t, d)
		const body = `{"name":"Ganesh Stores","pincodes":["411004"," ४११ ००१ "],"minOrder":149.5,"upiId":"ganesh@upi","pages":{"about":"# Us\n\nSince 1987."}}`
		shoptest.As(router, owner).Request(t, "PUT", "/settings", body).Expect(t, http.StatusOK, "Settings saved.")
		public := string(shoptest.As(router, "").Request(t, "GET", "/settings", "").Bytes)
		for _, part := range []string{`"name":"Ganesh Stores"`, `"pincodes":["411001","411004"]`, `"minOrder":149.5`, `"open":true`, `"upi":true`, `"online":false`, `"version":1`} {
			if !strings.Contains(public, part) {
				t.Errorf("the public settings lack %s: %s", part, public)
			}
		}
		for _, secret := range []string{"cashLimit", "alerts", "upiId", "ganesh@upi", "readiness"} {
			if strings.Contains(public, secret) {
				t.Errorf("the public settings hold %s: %s", secret, public)
			}
		}
		all := string(shoptest.As(router, owner).Request(t, "GET", "/settings/all", "").Bytes)
		if !strings.Contains(all, `"upiId":"ganesh@upi"`) || !strings.Contains(all, `{"key":"name","ok":true`) {
			t.Errorf("the owner's settings are %s, want the UPI ID and the readiness", all)
		}
	})
}

func TestSettings_tellOnlinePaymentSwitchedOffFromNoProvider(t *testing.T) {
	t.Parallel()
	router, owner := newShop(t, shoptest.SQLite(t)) // without a provider
	public := func() (p settings.PublicSettings) {
		t.Helper()
		shoptest.As(router, "").Request(t, "GET", "/settings", "").Expect(t, http.StatusOK, "").Decode(t, &p)
		return p
	}
	if p := public(); p.Pay.Online || p.OnlineOff {
		t.Errorf("without a provider online payment is available %v, switched off %v, want neither", p.Pay.Online, p.OnlineOff)
	}
	shoptest.As(router, owner).Request(t, "PUT", "/settings", `{"pay":{"online":false}}`).Expect(t, http.StatusOK, "")
	if p := public(); p.Pay.Online || !p.OnlineOff {
		t.Errorf("after the owner's switch online payment is available %v, switched off %v, want switched off", p.Pay.Online, p.OnlineOff)
	}
}

func TestSettings_letPackersReadTheAlertSettings(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		router, owner := newShop(t, d)
		packer := shoptest.As(router, shoptest.AddStaff(t, d, "PACKER"))
		alerts := func() (a settings.Alerts) {
			t.Helper()
			packer.Request(t, "GET", "/settings/alerts", "").Expect(t, http.StatusOK, "").Decode(t, &a)
			return a
		}
		if got := alerts(); !got.Sound || !got.Push || !got.Mail {
			t.Errorf("a new shop's alerts are %+v, want sound, push and mail", got)
		}
		shoptest.As(router, owner).Request(t, "PUT", "/settings", `{"alerts":{"sound":false}}`).Expect(t, http.StatusOK, "")
		if got := alerts(); got.Sound || !got.Push || !got.Mail {
			t.Errorf("with the sound off the alerts are %+v, want push and mail", got)
		}
		shoptest.As(router, shoptest.AddShopper(t, d)).Request(t, "GET", "/settings/alerts", "").Expect(t, http.StatusForbidden, "")
	})
}

func TestSettings_refuseInvalidValuesByField(t *testing.T) {
	t.Parallel()
	router, owner := newShop(t, shoptest.SQLite(t))
	for body, want := range map[string]string{
		`{"pincodes":["4110"]}`:              `"field":"pincodes"`,
		`{"legal":{"fssai":"12"}}`:           `"field":"legal.fssai"`,
		`{"accent":"#ffffff"}`:               `"field":"accent"`,
		`{"logo":"https://elsewhere/x.png"}`: `"field":"logo"`,
		`{"name":7}`:                         `"field":"name"`,
		`[]`:                                 "must be a JSON object",
		`{"broken`:                           "not valid JSON",
	} {
		response := shoptest.As(router, owner).Request(t, "PUT", "/settings", body)
		if response.Status != http.StatusBadRequest || !strings.Contains(string(response.Bytes), want) {
			t.Errorf("%s: %d %s, want 400 and %s", body, response.Status, response.Bytes, want)
		}
	}
	if public := string(shoptest.As(router, "").Request(t, "GET", "/settings", "").Bytes); !strings.Contains(public, `"version":0`) {
		t.Errorf("the refused settings are %s, want version 0 still", public)
	}
}

func TestPause_endsByItselfOrAtOnce(t *testing.T) {
	t.Parallel()
	router, owner := newShop(t, shoptest.SQLite(t))
	open := func() bool {
		return strings.Contains(string(shoptest.As(router, "").Request(t, "GET", "/settings", "").Bytes), `"open":true`)
	}
	shoptest.As(router, owner).Request(t, "PUT", "/settings/pause", `{"minutes":30}`)
	if open() {
		t.Error("the paused shop is open")
	}
	shoptest.As(router, owner).Request(t, "PUT", "/settings/pause", `{"until":null}`)
	if !open() {
		t.Error("the shop did not resume")
	}
	shoptest.As(router, owner).Request(t, "PUT", "/settings/pause", `{"until":"2001-01-01T00:00:00Z"}`).ExpectField(t, "until")
}

func TestSettings_refuseAStaleVersionAndReturnTheCurrentSettings(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		router, owner := newShop(t, d)
		asOwner := shoptest.As(router, owner)
		// given two people who read version 1, and one of them has saved
		asOwner.Request(t, "PUT", "/settings", `{"phone":"90000 00012"}`).Expect(t, http.StatusOK, "Settings saved.")
		asOwner.Request(t, "PUT", "/settings", `{"version":1,"name":"Ganesh Stores"}`).Expect(t, http.StatusOK, "Settings saved.")
		// when the other person saves
		response := asOwner.Request(t, "PUT", "/settings", `{"version":1,"name":"Lakshmi Stores"}`)
		// then nothing changes, and the response has the current settings
		response.Expect(t, http.StatusConflict, "Somebody else has changed the settings meanwhile. Please compare and save again.")
		var current settings.OwnerSettings
		response.Decode(t, &current)
		if current.Name != "Ganesh Stores" || current.Version != 2 || current.Phone != "90000 00012" {
			t.Errorf("the conflict has %q, phone %q, version %d, want Ganesh Stores, 90000 00012, 2",
				current.Name, current.Phone, current.Version)
		}
		asOwner.Request(t, "PUT", "/settings", `{"version":2,"name":"Lakshmi Stores"}`).Expect(t, http.StatusOK, "Settings saved.")
		asOwner.Request(t, "PUT", "/settings", `{"version":"two"}`).ExpectField(t, "version")
	})
}

func TestSettings_dropEmptyPagesAndNotesWithoutAHoliday(t *testing.T) {
	t.Parallel()
	router, owner := newShop(t, shoptest.SQLite(t))
	asOwner := shoptest.As(router, owner)
	asOwner.Request(t, "PUT", "/settings", `{"holidays":["2026-12-25"],"holidayNotes":{"2026-12-25":"Christmas"},"pages":{"about":"Us","terms":"Ours"}}`)
	var stored settings.OwnerSettings
	asOwner.Request(t, "PUT", "/settings", `{"holidays":[],"pages":{"about":" "}}`).Decode(t, &stored)
	if len(stored.HolidayNotes) != 0 || len(stored.Pages) != 1 || stored.Pages["terms"] != "Ours" {
		t.Errorf("stored the holidays %v and pages %v, want none and the terms", stored.HolidayNotes, stored.Pages)
	}
	for _, item := range stored.Readiness {
		if item.Seen == "" {
			t.Errorf("the item %s of the readiness does not say where it is seen", item.Key)
		}
	}
}

func TestReadiness_asksForTheLabelsOfPublishedProducts(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		router, owner := newShop(t, d)
		read := func() settings.Readiness {
			t.Helper()
			var all settings.OwnerSettings
			shoptest.As(router, owner).Request(t, "GET", "/settings/all", "").Expect(t, http.StatusOK, "").Decode(t, &all)
			return all.Readiness[len(all.Readiness)-1]
		}
		if item := read(); item.Key != "products" || !item.OK {
			t.Errorf("a shop without products: %+v, want products ready", item)
		}
		product := shoptest.AddProduct(t, d, shoptest.Product{Stock: 1})
		if item := read(); item.OK || item.Text != "Name the maker or packer and the country of origin of 1 product." {
			t.Errorf("a product without its label: %+v, want requests for the maker and origin of one product", item)
		}
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			return db.Exec(t.Context(), tx, `UPDATE products SET maker = 'Amul', origin = 'India' WHERE id = $1`, product)
		})
		if err != nil {
			t.Fatal(err)
		}
		if item := read(); !item.OK {
			t.Errorf("a product with its label: %+v, want it ready", item)
		}
	})
}

func TestOwnerSettings_nameMissingBillDataAndTheNextNumber(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		router, owner := newShop(t, d)
		asOwner := shoptest.As(router, owner)
		exec := func(statement string) {
			t.Helper()
			err := d.Tx(t.Context(), func(tx *db.Tx) error {
				return db.Exec(t.Context(), tx, statement)
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		read := func() (next int64, taxes string) {
			t.Helper()
			var all settings.OwnerSettings
			asOwner.Request(t, "GET", "/settings/all", "").Expect(t, http.StatusOK, "").Decode(t, &all)
			for _, item := range all.Readiness {
				if item.Key == "taxes" && !item.OK {
					taxes = item.Text
				}
			}
			return all.NextBill, taxes
		}
		for range 3 {
			shoptest.AddProduct(t, d, shoptest.Product{Stock: 1})
		}
		if next, taxes := read(); next != 0 || taxes != "" {
			t.Errorf("a shop without a tax standing: next %d, %q, want 0 and nothing", next, taxes)
		}
		asOwner.Request(t, "PUT", "/settings", `{"legal":{"gst":"REGISTERED","gstin":"27AAAPK0000A1ZX","state":"Maharashtra"},"bill":{"prefix":"GK","start":500}}`).Expect(t, http.StatusOK, "")
		if _, taxes := read(); taxes != "Give an HSN, condition or rate to 3 products: bills with them wait." {
			t.Errorf("three products without an HSN: %q, want them counted", taxes)
		}
		exec(`UPDATE sub_categories SET hsn = '0713'`) // an HSN whose tax depends on a condition
		exec(`UPDATE products SET tax_condition = 'PREPACKED' WHERE id = (SELECT MIN(id) FROM products)`)
		if _, taxes := read(); taxes != "Give an HSN, condition or rate to 2 products: bills with them wait." {
			t.Errorf("two products without a condition: %q, want them counted", taxes)
		}
		exec(`INSERT INTO tax_rates (id, hsn, condition, rate, cess, treatment, base, from_day, created_at) VALUES ('r1', '071390', '', 900, 0, 'TAXABLE', 'PRICE', '2025-11-27', '2025-11-26 00:00:00')`)
		exec(`UPDATE products SET hsn = '071390' WHERE tax_condition = ''`)
		if _, taxes := read(); taxes != "" {
			t.Errorf("products with a row of the owner's: %q, want nothing", taxes)
		}
		exec(`INSERT INTO bill_series (prefix, year, next) VALUES ('GK', '24-25', 900)`)
		if next, _ := read(); next != 1 {
			t.Errorf("in a new year the next number is %d, want 1", next)
		}
		exec(`INSERT INTO bill_series (prefix, year, next) VALUES ('GK', '25-26', 743)`)
		if next, _ := read(); next != 743 {
			t.Errorf("the next number is %d, want 743", next)
		}
	})
}

func TestSettings_sayTheDayOfADeliveryThatIsAWeekAway(t *testing.T) {
	t.Parallel()
	d := shoptest.SQLite(t)
	router, owner := newShop(t, d) // on Thursday, 15 January
	for holidays, want := range map[string]string{
		``: "Delivery by 7 pm, Friday",
		`"2026-01-16","2026-01-17","2026-01-18","2026-01-19","2026-01-20"`:              "Delivery by 7 pm, Wednesday",
		`"2026-01-16","2026-01-17","2026-01-18","2026-01-19","2026-01-20","2026-01-21"`: "Delivery by 7 pm, 22 January",
	} {
		body := `{"deliveryBy":"19:00","deliveryCutoff":"14:00","holidays":[` + holidays + `]}`
		shoptest.As(router, owner).Request(t, "PUT", "/settings", body).Expect(t, http.StatusOK, "")
		var public settings.PublicSettings
		shoptest.As(router, "").Request(t, "GET", "/settings", "").Expect(t, http.StatusOK, "").Decode(t, &public)
		if public.DeliveryNote != want {
			t.Errorf("with the holidays %s it says %q, want %q", holidays, public.DeliveryNote, want)
		}
	}
}
