package audit_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"kirana/internal/audit"
	"kirana/internal/db"
	"kirana/internal/language"
	"kirana/internal/shoptest"
)

func TestMain(m *testing.M) { shoptest.Main(m) }

func TestWrite_isPartOfTheActionsTransaction(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := shoptest.Clock()
		failure := errors.New("the action fails")
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			if err := audit.Write(t.Context(), tx, c.Now(), audit.Entry{What: "stock.set"}); err != nil {
				return err
			}
			return failure
		})
		page, listErr := audit.New(d, c).List(t.Context(), audit.Filter{Page: 1, Limit: 10})
		if !errors.Is(err, failure) || listErr != nil || page.Total != 0 || page.Records == nil {
			t.Errorf("a failed transaction: %v; list %v: %+v, want its error and no record", err, listErr, page)
		}
	})
}

func TestList_translatesForItsReader(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		log := audit.New(d, shoptest.Clock())
		pieces := language.Count(3, "1 piece", "%d pieces")
		paid := language.Join(", ", language.Word("₹500"), audit.PaidBy("CASH"), language.Word(""))
		err := log.Record(audit.WithActor(t.Context(), audit.Actor{Name: "Setup"}),
			audit.Entry{What: "khata.payment", Object: string(pieces.Store()), Before: "old text", After: string(paid.Store())})
		page, listErr := log.List(language.In(t.Context(), "hi"), audit.Filter{Page: 1, Limit: 10})
		if err != nil || listErr != nil {
			t.Fatal(err, listErr)
		}
		r := page.Records[0]
		if got, want := strings.Join([]string{r.Who, r.Object, r.Before, r.After}, "|"), "पहली सेटिंग|3 पीस|old text|₹500, कैश"; got != want {
			t.Errorf("the record in Hindi is %q, want %q", got, want)
		}
	})
}

func TestList_filtersAndPages(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := shoptest.Clock()
		log := audit.New(d, c)
		record := func(actor audit.Actor, e audit.Entry) {
			t.Helper()
			if err := log.Record(audit.WithActor(t.Context(), actor), e); err != nil {
				t.Fatal(err)
			}
			c.Advance(time.Hour)
		}
		sunita := audit.Actor{UserID: "sunita000001", Name: "Sunita"}
		ravi := audit.Actor{UserID: "ravi00000001", Name: "Ravi"}
		record(sunita, audit.Entry{What: "checkout.stage", Object: "#1042", Before: "NEW", After: "PACKING"})
		record(ravi, audit.Entry{What: "checkout.lines", Object: "#1042", Before: "2", After: "1"})
		record(ravi, audit.Entry{What: "stock.set", Object: "Onion 100%", Before: "50", After: "60"})
		record(audit.Actor{}, audit.Entry{What: "login.failed", Object: strings.Repeat("क", 400)})
		record(audit.Actor{UserID: "asha00000001", Name: "asha12345678"}, audit.Entry{What: "refund", Object: "#1043"})
		for name, test := range map[string]struct {
			filter audit.Filter
			want   string
		}{
			"everything":           {audit.Filter{}, "refund login.failed stock.set checkout.lines checkout.stage"},
			"of one person":        {audit.Filter{Who: ravi.UserID}, "stock.set checkout.lines"},
			"of a name":            {audit.Filter{Who: strings.ToUpper(ravi.Name[:3])}, "stock.set checkout.lines"},
			"of a name like an id": {audit.Filter{Who: "asha12345678"}, "refund"},
			"of one kind":          {audit.Filter{What: "stock.set"}, "stock.set"},
			"of one noun":          {audit.Filter{What: "checkout."}, "checkout.lines checkout.stage"},
			"with a word":          {audit.Filter{Words: "onion"}, "stock.set"},
			"with a sign":          {audit.Filter{Words: "100%"}, "stock.set"},
			"from a time":          {audit.Filter{From: shoptest.Epoch.Add(2 * time.Hour)}, "refund login.failed stock.set"},
			"before a time":        {audit.Filter{To: shoptest.Epoch.Add(2 * time.Hour)}, "checkout.lines checkout.stage"},
		} {
			test.filter.Page, test.filter.Limit = 1, 10
			page, err := log.List(t.Context(), test.filter)
			if err != nil {
				t.Fatal(err)
			}
			var whats []string
			for _, r := range page.Records {
				whats = append(whats, r.What)
			}
			if got := strings.Join(whats, " "); got != test.want || page.Total != len(whats) {
				t.Errorf("%s: %s, total %d, want %s and as many", name, got, page.Total, test.want)
			}
		}
		second, err := log.List(t.Context(), audit.Filter{Page: 2, Limit: 4})
		if err != nil || len(second.Records) != 1 || second.Total != 5 || second.Records[0].What != "checkout.stage" {
			t.Errorf("the second page is %+v, %v, want checkout.stage alone of 5", second, err)
		}
	})
}

func TestSweep_keepsFourHundredDays(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := shoptest.Clock()
		log := audit.New(d, c)
		count := func() int {
			t.Helper()
			if err := log.Sweep(t.Context()); err != nil {
				t.Fatal(err)
			}
			page, err := log.List(t.Context(), audit.Filter{Page: 1, Limit: 1})
			if err != nil {
				t.Fatal(err)
			}
			return page.Total
		}
		if err := log.Record(t.Context(), audit.Entry{What: "login.ok"}); err != nil {
			t.Fatal(err)
		}
		c.Advance(400 * 24 * time.Hour)
		if n := count(); n != 1 {
			t.Errorf("after 400 days %d records are kept, want 1", n)
		}
		c.Advance(time.Second)
		if n := count(); n != 0 {
			t.Errorf("after more than 400 days %d records are kept, want 0", n)
		}
	})
}

func TestList_findsOldOrdersByNumberAndOtherTextsAmongTheNewest(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := shoptest.Clock()
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			return db.Exec(t.Context(), tx, `
				WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20002)
				INSERT INTO audit_log (id, actor_id, what, object, created_at)
				SELECT 'entry' || (100000 + i), 'sunita', CASE i WHEN 1 THEN 'refund' ELSE 'checkout.stage' END, '#' || (1000 + i), $1 FROM n`, c.Now())
		})
		if err != nil {
			t.Fatal(err)
		}
		log := audit.New(d, c)
		for name, test := range map[string]struct {
			filter audit.Filter
			want   int
		}{
			"an old order":                 {audit.Filter{Words: "#1001"}, 11}, // and #10010 to #10019
			"its number alone":             {audit.Filter{Words: "1001"}, 13},  // and #11001 and #21001
			"a part of an old order":       {audit.Filter{Words: "#100"}, 107}, // #1003 to #1009, #10000 to #10099
			"a part of a new order":        {audit.Filter{Words: "#2100"}, 4},
			"an old order of another kind": {audit.Filter{Words: "#1001", What: "checkout."}, 10},
			"an old order of its kind":     {audit.Filter{Words: "#1001", What: "refund"}, 1},
			"everything, up to the bound":  {audit.Filter{Who: "sunita"}, 10_000},
			"everything, far down":         {audit.Filter{Page: 1500}, 15_010},
			"everything, behind the end":   {audit.Filter{Page: 3000}, 10_000},
			"one noun, with all its verbs": {audit.Filter{What: "checkout."}, 10_000},
			"a code without a noun":        {audit.Filter{What: "refund", Who: "sunita"}, 1},
			"a noun that no code has":      {audit.Filter{What: "check."}, 0},
		} {
			test.filter.Page, test.filter.Limit = max(test.filter.Page, 1), 10
			page, err := log.List(t.Context(), test.filter)
			if err != nil || page.Total != test.want {
				t.Errorf("%s: %d, %v, want %d", name, page.Total, err, test.want)
			}
		}
	})
}
