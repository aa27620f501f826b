package settings_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"kirana/internal/audit"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/money"
	"kirana/internal/settings"
	"kirana/internal/shoptest"
)

func TestMain(m *testing.M) { shoptest.Main(m) }

func TestUpdate_changesAndRecordsTheSentFields(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := shoptest.Clock()
		service, log := settings.New(d, c, true), audit.New(d, c)
		ctx := audit.WithActor(t.Context(), audit.Actor{UserID: "owner0000001", Name: "Sunita", Address: "192.0.2.7"})
		// given a shop with a name and a minimum order
		if _, err := service.Update(ctx, []byte(`{"name":" Ganesh Stores ","minOrder":"149.50","pages":{"about":"Since 1987."}}`)); err != nil {
			t.Fatal(err)
		}
		// when another field and another page change, and one field is sent unchanged
		c.Advance(time.Minute)
		after, err := service.Update(ctx, []byte(`{"tagline":"Fresh every day","minOrder":149.5,"pages":{"returns":"Within 24 hours."},"unknown":1}`))
		if err != nil {
			t.Fatal(err)
		}
		// then all other fields stay, and another node sees the change
		stored, err := settings.New(d, c, true).Get(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for name, s := range map[string]settings.Settings{"returned": after, "kept": stored} {
			if s.Name != "Ganesh Stores" || s.MinOrder != 14950 || s.Tagline != "Fresh every day" || len(s.Pages) != 2 ||
				s.CashLimit != money.Rupees(25_000) || !s.Pay.COD {
				t.Errorf("the settings %s are %+v, want those of the update", name, s)
			}
		}
		page, err := log.List(t.Context(), audit.Filter{What: "settings.", Page: 1, Limit: 10})
		if err != nil {
			t.Fatal(err)
		}
		var changes []string
		for _, r := range page.Records {
			if r.Who != "Sunita" || r.Address != "192.0.2.7" {
				t.Errorf("recorded %+v, want it by Sunita from 192.0.2.7", r)
			}
			changes = append(changes, r.Object+": "+r.Before+" -> "+r.After)
		}
		want := `tagline: "" -> "Fresh every day"; pages: {"about":"Since 1987."} -> {"about":"Since 1987.","returns":"Within 24 hours."}; ` +
			`pages: {} -> {"about":"Since 1987."}; name: "Kirana" -> "Ganesh Stores"; minOrder: 0 -> 149.5`
		if got := strings.Join(changes, "; "); page.Total != 5 || got != want {
			t.Errorf("%d records: %s, want 5 and %s", page.Total, got, want)
		}
	})
}

func TestUpdate_showsOnAnotherNodeWithinASecond(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := shoptest.Clock()
		here, there := settings.New(d, c, true), settings.New(d, c, true)
		name := func(s *settings.Service) string {
			t.Helper()
			stored, err := s.Get(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return stored.Name
		}
		if name(there) != settings.DefaultName {
			t.Fatal("a new shop has a name")
		}
		if _, err := here.Update(t.Context(), []byte(`{"name":"Lakshmi Stores"}`)); err != nil {
			t.Fatal(err)
		}
		if got := name(here); got != "Lakshmi Stores" {
			t.Errorf("on its own node it shows %q, want %q", got, "Lakshmi Stores")
		}
		c.Advance(time.Second)
		if got := name(there); got != "Lakshmi Stores" {
			t.Errorf("after a second the other node shows %q, want %q", got, "Lakshmi Stores")
		}
	})
}

func TestUpdate_refusesWithTheFieldAndChangesNothing(t *testing.T) {
	t.Parallel()
	d := shoptest.SQLite(t)
	service := settings.New(d, shoptest.Clock(), true)
	for patch, field := range map[string]string{
		`{"name":"Two\nlines"}`:                                                  "name",
		`{"name":"` + strings.Repeat("x", 201) + `"}`:                            "name",
		`{"accent":"#ffcc00"}`:                                                   "accent",
		`{"accent":"teal"}`:                                                      "accent",
		`{"logo":"https://elsewhere.example/logo.png"}`:                          "logo",
		`{"logo":"http:/media/logo.png"}`:                                        "logo",
		`{"logo":"javascript:/media/logo.png"}`:                                  "logo",
		`{"tagline":"Two\u2028lines"}`:                                           "tagline",
		`{"pausedUntil":"9999-12-31T23:59:59-23:00"}`:                            "pausedUntil",
		`{"phone":"call me"}`:                                                    "phone",
		`{"email":"not an email"}`:                                               "email",
		`{"hours":[["07:00","22:00"]]}`:                                          "hours",
		`{"hours":[["7","22:00"],[],[],[],[],[],[]]}`:                            "hours",
		`{"hours":[["24:01","22:00"],[],[],[],[],[],[]]}`:                        "hours",
		`{"hours":[["07:00","07:00"],[],[],[],[],[],[]]}`:                        "hours",
		`{"holidays":["25 December"]}`:                                           "holidays",
		`{"pincodes":["41100"]}`:                                                 "pincodes",
		`{"pincodes":["411004","011004"]}`:                                       "pincodes",
		`{"minOrder":-1}`:                                                        "minOrder",
		`{"minOrder":"a lot"}`:                                                   "minOrder",
		`{"cashOrders":-1}`:                                                      "cashOrders",
		`{"deliveryMinutes":100000}`:                                             "deliveryMinutes",
		`{"legal":{"fssai":"123"}}`:                                              "legal.fssai",
		`{"legal":{"gstin":"27AAAPK0000A1Z"}}`:                                   "legal.gstin",
		`{"legal":{"gstin":"27AAAPK0000A1ZY"}}`:                                  "legal.gstin",
		`{"legal":{"gst":"REGISTERED","gstin":"27AAAPK0000A1ZX","state":"Goa"}}`: "legal.gstin",
		`{"legal":{"gst":"REGISTERED"}}`:                                         "legal.gstin",
		`{"legal":{"gst":"COMPOSITION","gstin":" ","state":"Goa"}}`:              "legal.gstin",
		`{"legal":{"gst":"UNREGISTERED","state":"Mahrashtra"}}`:                  "legal.state",
		`{"legal":{"gst":"UNREGISTERED","gstin":"27AAAPK0000A1ZX"}}`:             "legal.gstin",
		`{"bill":{"prefix":"A/B"}}`:                                              "bill.prefix",
		`{"bill":{"prefix":""}}`:                                                 "bill.prefix",
		`{"bill":{"start":0}}`:                                                   "bill.start",
		`{"hsnDigits":5}`:                                                        "hsnDigits",
		`{"upiId":"ganesh at upi"}`:                                              "upiId",
		`{"pages":{"careers":"Join us"}}`:                                        "pages",
		`{"preorders":"perhaps"}`:                                                "preorders",
	} {
		_, err := service.Update(t.Context(), []byte(patch))
		refusal := fault.Of(err)
		if refusal == nil || refusal.Kind != fault.Invalid || len(refusal.Fields) == 0 || refusal.Fields[0].Field != field {
			t.Errorf("%s: %v, want the field %s refused", patch, err, field)
		}
	}
	if version, err := service.Version(t.Context()); err != nil || version != 0 {
		t.Errorf("refusals left version %d, %v, want 0", version, err)
	}
}

func TestUpdate_refusesToDisableTheLastPaymentMethod(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		cards, noCards := settings.New(d, shoptest.Clock(), true), settings.New(d, shoptest.Clock(), false)
		for _, step := range []struct {
			service *settings.Service
			patch   string
			field   string
		}{
			{cards, `{"pay":{"cod":false,"online":false}}`, "pay.cod"},
			{cards, `{"pay":{"cod":false,"online":false,"upi":true},"upiId":"ganesh@upi"}`, "pay.cod"},
			{noCards, `{"pay":{"cod":false}}`, "pay.cod"},
			{noCards, `{"pay":{"cod":true,"online":false}}`, ""},
			{cards, `{"pay":{"cod":false,"online":true}}`, ""},
			{cards, `{"pay":{"online":false}}`, "pay.cod"},
			{noCards, `{"name":"Ganesh Stores"}`, ""}, // a shop whose card keys were removed
		} {
			_, err := step.service.Update(t.Context(), []byte(step.patch))
			refusal := fault.Of(err)
			switch {
			case step.field == "" && err != nil:
				t.Errorf("%s: %v", step.patch, err)
			case step.field != "" && (refusal == nil || len(refusal.Fields) != 1 || refusal.Fields[0].Field != step.field):
				t.Errorf("%s: %v, want a refusal of %s", step.patch, err, step.field)
			}
			step.service.Forget()
		}
	})
}

func TestUpdate_removesInvisibleCharacters(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		service := settings.New(d, shoptest.Clock(), true)
		stored, err := service.Update(t.Context(), []byte(`{"name":"\u0000\u202eGanesh\u0007 Kirana\u200b","address":"Main Road\n\u0001Pune"}`))
		if err != nil || stored.Name != "Ganesh Kirana" || stored.Address != "Main Road\nPune" {
			t.Errorf("the stored name is %q, the address %q, %v, want %q and %q",
				stored.Name, stored.Address, err, "Ganesh Kirana", "Main Road\nPune")
		}
	})
}

func TestPause_endsByItself(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := shoptest.Clock()
		service := settings.New(d, c, true)
		until := c.Now().Add(30 * time.Minute)
		paused, _, err := service.Pause(t.Context(), &until)
		if err != nil || paused.Open(c.Now()) {
			t.Fatalf("after a pause the shop is open: %t, %v, want false", paused.Open(c.Now()), err)
		}
		c.Advance(30 * time.Minute)
		if stored, err := service.Get(t.Context()); err != nil || !stored.Open(c.Now()) {
			t.Errorf("after the pause's end the shop is open: %t, %v, want true", stored.Open(c.Now()), err)
		}
	})
}

func TestPublicHash_changesWithThePublicSettings(t *testing.T) {
	t.Parallel()
	c := shoptest.Clock()
	service := settings.New(shoptest.SQLite(t), c, true)
	update := func(body string) {
		t.Helper()
		if _, err := service.Update(t.Context(), []byte(body)); err != nil {
			t.Fatal(err)
		}
	}
	// given a shop that closes in half an hour
	now := c.Now().In(clock.India)
	closes := now.Add(30 * time.Minute)
	update(fmt.Sprintf(`{"hours":[%s]}`, strings.TrimSuffix(strings.Repeat(fmt.Sprintf(`["%s","%s"],`, now.Format("15:04"), closes.Format("15:04")), 7), ",")))
	open := service.PublicHash(t.Context())

	// when time passes, then the hash changes only in the minute of closing
	c.Advance(29 * time.Minute)
	if later := service.PublicHash(t.Context()); later != open {
		t.Errorf("the hash is %x after 29 minutes, want it unchanged, %x", later, open)
	}
	c.Advance(time.Minute)
	closed := service.PublicHash(t.Context())
	if closed == open {
		t.Error("the same hash when the shop has closed")
	}
	// and a change is visible at once
	update(`{"tagline":"Fresh every day"}`)
	if changed := service.PublicHash(t.Context()); changed == closed {
		t.Error("the same hash after a change")
	}
}

func TestUpdate_requiresAGSTINIfBillsShowOne(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		service := settings.New(d, shoptest.Clock(), true)
		update := func(patch string) string {
			_, err := service.Update(t.Context(), []byte(patch))
			if refusal := fault.Of(err); refusal != nil && len(refusal.Fields) == 1 {
				return refusal.Fields[0].Field + ": " + refusal.Fields[0].Message
			}
			if err != nil {
				t.Fatal(err)
			}
			return ""
		}
		const missing = "legal.gstin: Enter the GSTIN: no bill can be made without it."
		for _, step := range [][2]string{
			{`{"legal":{"gst":"REGISTERED"}}`, missing},
			{`{"legal":{"gst":"REGISTERED","gstin":"27AAAPK0000A1ZX"}}`, ""},
			{`{"legal":{"gstin":""}}`, missing},
			{`{"legal":{"gst":"COMPOSITION"}}`, ""},
			{`{"legal":{"gst":"UNREGISTERED","gstin":""}}`, ""},
			{`{"legal":{"gst":"COMPOSITION"}}`, missing},
		} {
			if got := update(step[0]); got != step[1] {
				t.Errorf("%s: %q, want %q", step[0], got, step[1])
			}
		}
		// Settings stored without a GSTIN can still be changed; only the readiness list reports it.
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			return db.Exec(t.Context(), tx, `UPDATE settings SET value = REPLACE(value, '"UNREGISTERED"', '"REGISTERED"')`)
		})
		if err != nil {
			t.Fatal(err)
		}
		service = settings.New(d, shoptest.Clock(), true)
		if got := update(`{"tagline":"Fresh every day","legal":{"name":"Asha Kirana"}}`); got != "" {
			t.Errorf("the tagline and the legal name were refused: %s", got)
		}
		if s, err := service.Get(t.Context()); err != nil || s.Legal.GST != settings.GSTRegistered || s.Legal.GSTIN != "" {
			t.Errorf("the legal settings are %+v, %v, want REGISTERED and no GSTIN", s.Legal, err)
		}
	})
}
