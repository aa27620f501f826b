package books_test

import (
	"net/http"
	"sync"
	"testing"
	"time"

	"kirana/internal/bill"
	"kirana/internal/db"
	"kirana/internal/settings"
	"kirana/internal/shoptest"
)

func TestClose_isAtomicBesideConcurrentCancellations(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := open(t, d, settings.GSTRegistered)
		var printed []bill.Sale
		for range 12 {
			sale := s.sale("411004", "", s.good("0902", 2, 10000))
			s.print(sale)
			printed = append(printed, sale)
		}
		s.clock.Advance(31 * 24 * time.Hour)
		var work sync.WaitGroup
		for i, sale := range printed {
			work.Go(func() {
				if i == len(printed)/2 {
					s.as().Request(t, "PUT", "/books/close", `{"month":"2026-10"}`).Expect(t, http.StatusOK, "The month is closed.")
				}
				if err := s.tryCancel(sale); err != nil {
					t.Error(err)
				}
			})
		}
		work.Wait()
		// Each bill was either canceled before the closing, or credited in November after it.
		canceled, err := db.Get[int](t.Context(), d, `SELECT COUNT(*) FROM bills WHERE canceled_at IS NOT NULL`)
		if err != nil {
			t.Fatal(err)
		}
		want := ledger{boxes: int64(len(printed)-canceled) * 10000, documents: int64(len(printed)), canceled: int64(canceled)}
		if got := s.ledgerOf("2026-10"); got.boxes != want.boxes || got.documents != want.documents || got.canceled != want.canceled {
			t.Errorf("October has %+v, want %+v", got, want)
		}
		if got := s.ledgerOf("2026-11"); got.credited != want.boxes || got.boxes != -want.boxes {
			t.Errorf("November has %+v for October's %+v, want %v in the credit notes, and as much less in the boxes", got, want, want.boxes)
		}
	})
}
