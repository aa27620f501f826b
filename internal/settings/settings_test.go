package settings_test

import (
	"slices"
	"testing"
	"time"

	"kirana/internal/clock"
	"kirana/internal/fault"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/settings"
)

// at returns a time in the week that begins on Monday, 23 November 2026, in India.
func at(day int, hour, minute int) time.Time {
	return time.Date(2026, time.November, 23+day, hour, minute, 0, 0, clock.India).UTC()
}

func defaultsWith(t *testing.T, patch string) settings.Settings {
	t.Helper()
	s, err := settings.Defaults().Apply([]byte(patch))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

const shopHours = `"hours": [["07:00","22:00"],["07:00","22:00"],["07:00","22:00"],["07:00","22:00"],["07:00","22:00"],["18:00","02:00"],[]]`

func TestPromise_byATimeOfDayGoesToTheNextOpenDayAfterTheCutoff(t *testing.T) {
	t.Parallel()
	s := defaultsWith(t, `{`+shopHours+`, "holidays": ["2026-11-25"], "deliveryMinutes": 90, "deliveryBy": "19:00", "deliveryCutoff": "16:00"}`)
	for name, c := range map[string]struct{ accepted, promised time.Time }{
		"in the morning":                             {at(0, 9, 0), at(0, 19, 0)},
		"before it opens":                            {at(0, 5, 0), at(0, 19, 0)},
		"after the cut-off":                          {at(0, 16, 0), at(1, 19, 0)},
		"before a holiday":                           {at(1, 17, 0), at(3, 19, 0)},
		"when it opens too late":                     {at(5, 17, 0), at(7, 19, 0)},
		"before the cut-off, closely":                {at(3, 15, 59), at(3, 19, 0)},
		"in the night before it is closed for a day": {at(6, 0, 30), at(7, 19, 0)},
	} {
		if got := s.Promise(c.accepted); got == nil || !got.Equal(c.promised) {
			t.Errorf("accepted %s it is promised for %v, want %v", name, got, c.promised)
		}
	}
	for _, patch := range []string{`{"deliveryBy":"7 pm"}`, `{"deliveryCutoff":"16:00"}`, `{"deliveryBy":"15:00","deliveryCutoff":"16:00"}`} {
		if _, err := settings.Defaults().Apply([]byte(patch)); !fault.Is(err, fault.Invalid) {
			t.Errorf("%s: %v, want it invalid", patch, err)
		}
	}
}

func TestAlerts_markOrdersByTheOwnersMinutes(t *testing.T) {
	t.Parallel()
	if a := settings.Defaults().Alerts; a.NewMinutes != 10 || a.PackingMinutes != 15 || a.LateMinutes != 30 {
		t.Errorf("a new shop's alerts are %+v, want 10, 15 and 30 minutes", a)
	}
	s, err := settings.Defaults().Apply([]byte(`{"alerts":{"newMinutes":5,"lateMinutes":20}}`))
	if err != nil || s.Alerts.NewMinutes != 5 || s.Alerts.PackingMinutes != 15 || s.Alerts.LateMinutes != 20 || !s.Alerts.Sound {
		t.Errorf("the changed alerts are %+v, %v, want 5, 15 and 20 minutes with sound", s.Alerts, err)
	}
	for _, patch := range []string{`{"alerts":{"newMinutes":0}}`, `{"alerts":{"packingMinutes":1441}}`, `{"alerts":{"lateMinutes":14}}`, `{"alerts":{"lateMinutes":2.5}}`} {
		if _, err := settings.Defaults().Apply([]byte(patch)); !fault.Is(err, fault.Invalid) {
			t.Errorf("%s: %v, want it invalid", patch, err)
		}
	}
}

func TestOpen_followsHoursHolidaysAndPauses(t *testing.T) {
	t.Parallel()
	s := defaultsWith(t, `{`+shopHours+`, "holidays": ["2026-11-25"]}`)
	until := at(0, 12, 0)
	paused := s
	paused.PausedUntil = &until
	for name, test := range map[string]struct {
		shop  settings.Settings
		now   time.Time
		open  bool
		opens time.Time
	}{
		"a minute before opening":      {s, at(0, 6, 59), false, at(0, 7, 0)},
		"at opening":                   {s, at(0, 7, 0), true, at(0, 7, 0)},
		"a minute before closing":      {s, at(0, 21, 59), true, at(0, 21, 59)},
		"at closing":                   {s, at(0, 22, 0), false, at(1, 7, 0)},
		"the evening before a holiday": {s, at(1, 22, 0), false, at(3, 7, 0)},
		"on a holiday":                 {s, at(2, 12, 0), false, at(3, 7, 0)},
		"after midnight of Saturday":   {s, at(6, 1, 30), true, at(6, 1, 30)},
		"Sunday, closed all day":       {s, at(6, 3, 0), false, at(7, 7, 0)},
		"paused within hours":          {paused, at(0, 9, 0), false, at(0, 12, 0)},
		"paused, past its end":         {paused, at(0, 12, 0), true, at(0, 12, 0)},
		"without any setting":          {settings.Defaults(), at(6, 3, 0), true, at(6, 3, 0)},
	} {
		if open := test.shop.Open(test.now); open != test.open {
			t.Errorf("%s: open %v, want %v", name, open, test.open)
		}
		if opens := test.shop.OpensAt(test.now); opens == nil || !opens.Equal(test.opens) {
			t.Errorf("%s: opens at %v, want %v", name, opens, test.opens)
		}
	}
	if opens := defaultsWith(t, `{"hours": [[],[],[],[],[],[],[]]}`).OpensAt(at(0, 9, 0)); opens != nil {
		t.Errorf("a shop that never opens opens at %v, want nil", opens)
	}
}

func TestRefuse_givesReasonAndAdvice(t *testing.T) {
	t.Parallel()
	s := defaultsWith(t, `{`+shopHours+`, "holidays": ["2026-11-25"], "minOrder": "199", "pincodes": ["411004", " 411001"]}`)
	until := at(0, 16, 30)
	paused := s
	paused.PausedUntil = &until
	preorders, noCash, noOnline := s, s, s
	preorders.Preorders, noCash.Pay.COD, noOnline.Pay.Online = true, false, false
	pausedPreorders := paused
	pausedPreorders.Preorders = true
	night := at(0, 23, 0)
	pausedLate, pausedLatePreorders := paused, pausedPreorders
	pausedLate.PausedUntil, pausedLatePreorders.PausedUntil = &night, &night
	cash := settings.Checkout{Cash: true, Total: money.Rupees(500), Pincode: "411004"}
	with := func(change func(*settings.Checkout)) settings.Checkout {
		c := cash
		change(&c)
		return c
	}
	for name, test := range map[string]struct {
		shop settings.Settings
		c    settings.Checkout
		now  time.Time
		want string
	}{
		"in order":            {s, cash, at(0, 9, 0), ""},
		"a spaced pincode":    {s, with(func(c *settings.Checkout) { c.Pincode = "411 001" }), at(0, 9, 0), ""},
		"a pincode in words":  {s, with(func(c *settings.Checkout) { c.Pincode = "PIN ४११-००१" }), at(0, 9, 0), ""},
		"exactly the minimum": {s, with(func(c *settings.Checkout) { c.Total = money.Rupees(199) }), at(0, 9, 0), ""},
		"below the minimum": {
			s, with(func(c *settings.Checkout) { c.Total = 15050 }), at(0, 9, 0),
			"The smallest order is ₹199. Please add goods for ₹48.50 more.",
		},
		"another pincode": {
			s, with(func(c *settings.Checkout) { c.Pincode = "411099" }), at(0, 9, 0),
			"The shop does not deliver to this pincode. Please choose another address.",
		},
		"before opening":    {s, cash, at(0, 5, 0), "The shop is closed and opens at 7 am. Your cart is kept."},
		"after closing":     {s, cash, at(0, 23, 0), "The shop is closed and opens tomorrow at 7 am. Your cart is kept."},
		"before a holiday":  {s, cash, at(1, 23, 0), "The shop is closed and opens Thursday at 7 am. Your cart is kept."},
		"closed, preorders": {preorders, cash, at(0, 23, 0), ""},
		"paused":            {paused, cash, at(0, 9, 0), "The shop takes no orders now and resumes at 4:30 pm. Your cart is kept."},
		"paused, preorders": {pausedPreorders, cash, at(0, 9, 0), "The shop takes no orders now and resumes at 4:30 pm. Your cart is kept."},
		// If the pause ends after closing time, only shops that take orders while closed resume then.
		"paused past closing":            {pausedLate, cash, at(0, 9, 0), "The shop takes no orders now and resumes tomorrow at 7 am. Your cart is kept."},
		"paused past closing, preorders": {pausedLatePreorders, cash, at(0, 9, 0), "The shop takes no orders now and resumes at 11 pm. Your cart is kept."},
		"cash not offered":               {noCash, cash, at(0, 9, 0), "Cash on delivery is not offered. Please pay online."},
		"online not offered":             {noOnline, with(func(c *settings.Checkout) { c.Cash = false }), at(0, 9, 0), "Online payment is not offered. Please choose cash on delivery."},
		"online without cash":            {noCash, with(func(c *settings.Checkout) { c.Cash = false }), at(0, 9, 0), ""},
		"without any setting":            {settings.Defaults(), settings.Checkout{Cash: true, Pincode: "whatever"}, at(6, 3, 0), ""},
	} {
		expectRefusal(t, name, test.shop.Refuse(test.c, test.now), test.want)
	}
}

func TestRefuseCash_limitsTheOpenOrdersOfACustomer(t *testing.T) {
	t.Parallel()
	s := defaultsWith(t, `{"cashUnverified": 2000}`)
	for name, test := range map[string]struct {
		c    settings.Checkout
		want string
	}{
		"the tenth":     {settings.Checkout{Cash: true, Total: 1, OpenCashOrders: 9}, ""},
		"the eleventh":  {settings.Checkout{Cash: true, Total: 1, OpenCashOrders: 10}, "You have 10 cash orders under way already. Please wait until one is delivered."},
		"exactly 25000": {settings.Checkout{Cash: true, Total: money.Rupees(1), OpenCashTotal: money.Rupees(24_999)}, ""},
		"a paisa more": {
			settings.Checkout{Cash: true, Total: 101, OpenCashTotal: money.Rupees(24_999)},
			"Your cash orders under way would come to more than ₹25,000. Please wait until one is delivered.",
		},
		"unconfirmed, at the limit": {settings.Checkout{Cash: true, Total: money.Rupees(2000)}, ""},
		"unconfirmed, above it": {
			settings.Checkout{Cash: true, Total: money.Rupees(2001)},
			"Cash orders above ₹2,000 need a confirmed email. Please open the link that was mailed to you.",
		},
		"confirmed, above it": {settings.Checkout{Cash: true, Total: money.Rupees(2001), EmailConfirmed: true}, ""},
		"online":              {settings.Checkout{Total: money.Rupees(90_000), OpenCashOrders: 50}, ""},
	} {
		expectRefusal(t, name, s.RefuseCash(test.c), test.want)
	}
}

func expectRefusal(t *testing.T, name string, err error, want string) {
	t.Helper()
	message := ""
	if refusal := fault.Of(err); refusal != nil {
		message = refusal.Message
		if refusal.Kind != fault.Conflict {
			t.Errorf("%s: refused as %v, want a conflict", name, refusal.Kind)
		}
	} else if err != nil {
		t.Errorf("%s: %v", name, err)
	}
	if message != want {
		t.Errorf("%s: %q, want %q", name, message, want)
	}
}

func TestPromise_countsOpenHoursAndRoundsUp(t *testing.T) {
	t.Parallel()
	s := defaultsWith(t, `{`+shopHours+`, "deliveryMinutes": 90}`)
	for name, test := range map[string]struct{ now, want time.Time }{
		"in hours":     {at(0, 9, 1), at(0, 10, 45)},
		"on a quarter": {at(0, 9, 0), at(0, 10, 30)},
		"at night":     {at(0, 23, 0), at(1, 8, 30)},
	} {
		if got := s.Promise(test.now); got == nil || !got.Equal(test.want) {
			t.Errorf("%s: promised %v, want %v", name, got, test.want)
		}
	}
	if got := settings.Defaults().Promise(at(0, 9, 0)); got != nil {
		t.Errorf("a shop without a delivery rule promises %v, want nil", got)
	}
}

func TestReadiness_asksForTheSellersGSTStatus(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		legal settings.Legal
		ok    bool
	}{
		{settings.Legal{}, false},
		{settings.Legal{GST: settings.GSTUnregistered}, false},
		{settings.Legal{GST: settings.GSTUnregistered, State: "Maharashtra"}, true},
		{settings.Legal{GST: settings.GSTRegistered, State: "Maharashtra"}, false},
		{settings.Legal{GST: settings.GSTComposition, GSTIN: "27ABCDE1234F1Z5", State: "Maharashtra"}, true},
	} {
		for _, item := range (settings.Settings{Legal: c.legal}).Readiness(language.English, settings.Counts{}) {
			if item.Key == "gst" && item.OK != c.ok {
				t.Errorf("%+v: the item gst is %+v, want ok: %t", c.legal, item, c.ok)
			}
		}
	}
}

func TestReadiness_listsTheMissingDataOfARegisteredShopsBills(t *testing.T) {
	t.Parallel()
	registered := settings.Legal{GST: settings.GSTRegistered, GSTIN: "27AAAPK0000A1ZX", State: "Maharashtra"}
	with := func(change func(l *settings.Legal)) settings.Legal {
		legal := registered
		change(&legal)
		return legal
	}
	for _, c := range []struct {
		legal   settings.Legal
		untaxed int
		missing string
	}{
		{settings.Legal{GST: settings.GSTUnregistered}, 5, ""},
		{settings.Legal{}, 5, ""},
		{registered, 0, ""},
		{registered, 1, "taxes: Give an HSN, condition or rate to 1 product: bills with them wait."},
		{with(func(l *settings.Legal) { l.GSTIN = "" }), 0, "gstin: Enter the GSTIN: no bill can be made without it."},
		{with(func(l *settings.Legal) { l.State = "Goa" }), 0, "gstin: 27 is Maharashtra, the shop’s address is in Goa."},
		{with(func(l *settings.Legal) { l.State = "Pune" }), 0, "state: Enter the state of the shop: it decides between CGST with SGST and IGST."},
		{with(func(l *settings.Legal) { l.GST, l.GSTIN = settings.GSTComposition, "" }), 7, "gstin: Enter the GSTIN: no bill can be made without it."},
	} {
		missing := ""
		for _, item := range (settings.Settings{Legal: c.legal}).Readiness(language.English, settings.Counts{Untaxed: c.untaxed}) {
			if !item.OK && slices.Contains([]string{"gstin", "state", "taxes"}, item.Key) {
				missing += item.Key + ": " + item.Text
			}
		}
		if missing != c.missing {
			t.Errorf("%+v with %d products lacks %q, want %q", c.legal, c.untaxed, missing, c.missing)
		}
	}
}

func TestApply_takesAnEmptyStateFromTheGSTIN(t *testing.T) {
	t.Parallel()
	for patch, want := range map[string]string{
		`{"legal":{"gst":"REGISTERED","gstin":"27 aaapk 0000a1zx"}}`:              "Maharashtra",
		`{"legal":{"gst":"REGISTERED","gstin":"27AAAPK0000A1ZX","state":" MH "}}`: "MH",
		`{"legal":{"gst":"UNREGISTERED"}}`:                                        "",
	} {
		next, err := settings.Defaults().Apply([]byte(patch))
		if err != nil || next.Legal.State != want {
			t.Errorf("%s: state %q, %v, want %q", patch, next.Legal.State, err, want)
		}
	}
}

func TestApply_leavesAStoredGSTINAlone(t *testing.T) {
	t.Parallel()
	stored := settings.Defaults()
	stored.Legal = settings.Legal{GST: settings.GSTRegistered, GSTIN: "27ABCDE1234F1Z5", State: "Goa"} // stored before GSTINs were checked
	next, err := stored.Apply([]byte(`{"name":"Ganesh","bill":{"prefix":" gk "}}`))
	if err != nil || next.Name != "Ganesh" || next.Bill != (settings.BillSeries{Prefix: "GK", Start: 1}) {
		t.Errorf("the settings are %+v, %v, want the name Ganesh and the series GK from 1", next, err)
	}
	if _, err := stored.Apply([]byte(`{"legal":{"state":"Maharashtra"}}`)); err == nil {
		t.Error("a shop that moves keeps a GSTIN whose last sign does not fit")
	}
	if _, err := stored.Apply([]byte(`{"legal":{"gstin":"27 aaapk 0000a1zx","state":"Maharashtra"}}`)); err != nil {
		t.Errorf("apply a right GSTIN in groups: %v", err)
	}
}
