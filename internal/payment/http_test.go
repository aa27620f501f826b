package payment_test

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"kirana/internal/httpapi"
	"kirana/internal/payment"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/contracttest"
	"kirana/internal/shoptest/paymenttest"
)

func TestCalls_serveTheOrdersShopperAndSignedEventsOnly(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *shop) {
		router := httpapi.New(httpapi.Options{Version: "test", Log: slog.New(slog.DiscardHandler), Identify: shoptest.IdentifyByUserID(s.db)})
		(&payment.Handler[string]{Payments: s.Service, Rows: func(_ context.Context, orderID string) ([]string, error) {
			return []string{"a row of " + orderID}, nil
		}}).Routes(router)
		contract := contracttest.Handler(router)
		a, ref := s.start(t)
		body := `{"checkoutId":"` + a.OrderID + `"}`
		shopper := shoptest.As(contract, s.shopper)

		var options payment.Options
		shoptest.As(contract, "").Request(t, "GET", "/payment/options", "").Expect(t, http.StatusOK, "").Decode(t, &options)
		if !options.Online || options.Provider != "bank" {
			t.Errorf("the payment options are %+v, want online by bank", options)
		}
		returned := string(shopper.Request(t, "POST", "/payment/landed", body).Expect(t, http.StatusOK, "").Data)
		if !strings.Contains(returned, `"url":"`+a.URL+`"`) || !strings.Contains(returned, "a row of "+a.OrderID) {
			t.Errorf("the landing returned %s, want the URL %s and the order's rows", returned, a.URL)
		}
		for _, path := range []string{"/payment/landed", "/payment/cancel"} {
			shoptest.As(contract, "").Request(t, "POST", path, body).Expect(t, http.StatusUnauthorized, "")
			shoptest.As(contract, shoptest.AddShopper(t, s.db)).Request(t, "POST", path, body).Expect(t, http.StatusNotFound, "")
		}
		s.bank.Break(paymenttest.ServerError)
		shopper.Request(t, "POST", "/payment/cancel", body).Expect(t, http.StatusBadGateway, "")
		s.bank.Heal()
		s.expectOutcomes(t)
		shopper.Request(t, "POST", "/payment/cancel", body).Expect(t, http.StatusOK, "")
		s.expectOutcomes(t, payment.Expired)

		event := s.bank.SignEvent(ref, payment.SessionPaid)
		deliver := func(sign http.Header) shoptest.Response {
			var headers []string
			for name, values := range sign {
				headers = append(headers, name, values[0])
			}
			return shoptest.As(contract, "").Request(t, "POST", "/payment/bank/webhook", string(event.Raw), headers...)
		}
		deliver(s.bank.Forge(event.Raw, s.clock.Now())).Expect(t, http.StatusBadRequest, "")
		deliver(event.Sign(s.clock.Now())).Expect(t, http.StatusOK, "")
		s.expectOutcomes(t, payment.Expired, payment.Paid)
	})
}
