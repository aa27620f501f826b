package demand_test

import (
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/demand"
	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/limit"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/contracttest"
)

func TestMain(m *testing.M) { shoptest.Main(m) }

func TestAsk_countsEachNetworkOnceADay(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		clock := shoptest.Clock()
		requests := demand.New(d, clock, limit.New(d, clock))
		ask := func(address, text string) {
			t.Helper()
			if err := requests.Ask(t.Context(), address, text); err != nil {
				t.Fatal(err)
			}
		}
		ask("192.0.2.1", "Maggi")
		ask("192.0.2.1", "maggi") // repeated
		ask("192.0.2.1", "Lays")
		ask("198.51.100.1", "MAGGI")
		list, err := requests.List(t.Context())
		if err != nil || len(list) != 2 || list[0].Text != "MAGGI" || list[0].Times != 2 || list[1].Text != "Lays" || list[1].Times != 1 {
			t.Fatalf("the requests are %+v, %v, want MAGGI twice and Lays once", list, err)
		}
		if err := requests.Remove(t.Context(), list[0].ID); err != nil {
			t.Fatal(err)
		}
		if list, _ = requests.List(t.Context()); len(list) != 1 || list[0].Text != "Lays" {
			t.Errorf("the requests without the first are %+v, want Lays alone", list)
		}
	})
}

func TestAsk_countsARequestRefusedByTheLimitWhenItIsRepeatedLater(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		clock := shoptest.Clock()
		requests := demand.New(d, clock, limit.New(d, clock))
		for i := range 30 {
			if err := requests.Ask(t.Context(), "192.0.2.1", fmt.Sprint("Tea ", i)); err != nil {
				t.Fatal(err)
			}
			clock.Advance(time.Minute)
		}
		for range 2 {
			if err := requests.Ask(t.Context(), "192.0.2.1", "Maggi"); !fault.Is(err, fault.TooMany) {
				t.Errorf("a request too many of a day: %v, want it refused", err)
			}
		}
		clock.Advance(24*time.Hour - 20*time.Minute)
		if err := requests.Ask(t.Context(), "192.0.2.1", "Maggi"); err != nil {
			t.Fatal(err)
		}
		if list, err := requests.List(t.Context()); err != nil || len(list) != 31 || list[0].Text != "Maggi" {
			t.Errorf("%d requests, %v: %+v, want 31, the newest Maggi", len(list), err, list)
		}
	})
}

func TestRequests_areCreatedByAnyoneAndNotListedForShoppers(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		router := httpapi.New(httpapi.Options{Version: "test", Log: slog.New(slog.DiscardHandler), Identify: shoptest.IdentifyByUserID(d)})
		(&demand.Handler{Requests: demand.New(d, shoptest.Clock(), limit.New(d, shoptest.Clock()))}).Routes(router)
		shop := contracttest.Handler(router)
		stranger, shopper := shoptest.As(shop, ""), shoptest.As(shop, shoptest.AddShopper(t, d))
		stranger.Request(t, "POST", "/product-requests/create", `{"text":"मैगी"}`).Expect(t, http.StatusOK, "The shop has been asked.")
		for _, text := range []string{"", "?!", strings.Repeat("a", demand.MaxText+1)} {
			stranger.Request(t, "POST", "/product-requests/create", `{"text":"`+text+`"}`).ExpectField(t, "text")
		}
		shopper.Request(t, "GET", "/product-requests", "").Expect(t, http.StatusForbidden, "")
	})
}
