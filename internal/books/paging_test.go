package books_test

import (
	"fmt"
	"net/http"
	"testing"

	"kirana/internal/db"
	"kirana/internal/settings"
	"kirana/internal/shoptest"
)

func TestLists_pageBeyondTheCountedRows(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := open(t, d, settings.GSTRegistered)
		s.addBills(0, 10_120, s.clock.Now())
		for _, list := range []struct {
			path                string
			number, first, rows int // the page, the serial of its first row, and how many it has
			total               int
		}{
			{"/books/sales", 1, 1, 50, 10_000},
			{"/books/sales", 201, 10_001, 50, 10_100},
			{"/books/sales", 203, 10_101, 20, 10_120},
			{"/books/sales", 204, 0, 0, 10_000},
			{"/bills", 1, 10_120, 50, 10_000},
			{"/bills", 201, 120, 50, 10_100},
			{"/bills", 203, 20, 20, 10_120},
			{"/bills", 204, 0, 0, 10_000},
		} {
			path := fmt.Sprintf("%s?from=2026-10-01&to=2026-10-31&page=%d", list.path, list.number)
			reply := s.as().Request(t, "GET", path, "").Expect(t, http.StatusOK, "")
			var rows []struct{ Number string }
			reply.Decode(t, &rows)
			if len(rows) != list.rows || *reply.TotalCount != list.total {
				t.Errorf("%s: %d rows of %d, want %d of %d", path, len(rows), *reply.TotalCount, list.rows, list.total)
			}
			if want := fmt.Sprintf("GK/26-27/%d", list.first); len(rows) > 0 && rows[0].Number != want {
				t.Errorf("%s begins with %s, want %s", path, rows[0].Number, want)
			}
		}
	})
}
