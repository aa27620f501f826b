package report_test

import (
	"context"
	"testing"
	"time"

	"kirana/internal/copies"
	"kirana/internal/db"
	"kirana/internal/report"
	"kirana/internal/shoptest"
)

func TestToday_saysThatCopiesAreLateOrCannotBeRestored(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		now := s.Clock.Now()
		well := copies.Status{On: true, Since: now.Add(-time.Hour), CopiedAt: now, CheckedAt: now.Add(-time.Hour)}
		var status copies.Status
		s.Reports.WatchCopies(func(context.Context) (copies.Status, error) { return status, nil })
		for _, c := range []struct {
			status copies.Status
			want   report.Need
		}{
			{copies.Status{}, report.Need{}},
			{well, report.Need{}},
			{
				copies.Status{On: true, Since: now.Add(-time.Hour), Failure: "no connection"},
				report.Need{Kind: report.LateCopies, Count: 1, Text: "no connection"},
			},
			{
				copies.Status{On: true, CopiedAt: now, CheckedAt: now, CheckFailure: "a page is damaged"},
				report.Need{Kind: report.BadCopies, Count: 1, Since: &now, Text: "a page is damaged"},
			},
		} {
			status = c.status
			got := need(s.today(t), report.LateCopies)
			if got.Kind == "" {
				got = need(s.today(t), report.BadCopies)
			}
			if got.Kind != c.want.Kind || got.Text != c.want.Text || (got.Since == nil) != (c.want.Since == nil) {
				t.Errorf("%+v: needs %+v, want %+v", c.status, got, c.want)
			}
			packer, err := s.Reports.Today(t.Context(), false)
			if err != nil {
				t.Fatal(err)
			}
			if n := need(packer, report.LateCopies); n.Kind != "" {
				t.Errorf("a packer has the need %+v, want none", n)
			}
		}
	})
}
