package settings_test

import (
	"net/url"
	"strings"
	"testing"

	"kirana/internal/money"
	"kirana/internal/settings"
)

func TestPayByUPI_carriesTheExactAmount(t *testing.T) {
	t.Parallel()
	s := defaultsWith(t, `{"upiId":"ganesh.kirana@upi","upiName":"Ganesh & Sons"}`)
	for paise, want := range map[int64]string{44350: "443.50", 100: "1.00", 5: "0.05", 120000: "1200.00"} {
		pay := s.PayByUPI(1042, "", money.Paise(paise))
		if pay == nil {
			t.Fatalf("%d paise have no UPI link", paise)
		}
		link, err := url.Parse(pay.Link)
		if err != nil {
			t.Fatal(err)
		}
		q := link.Query()
		if link.Scheme != "upi" || link.Host != "pay" || q.Get("pa") != "ganesh.kirana@upi" || q.Get("pn") != "Ganesh & Sons" ||
			q.Get("am") != want || q.Get("cu") != "INR" || q.Get("tr") != "1042" || q.Get("tn") != "Order 1042" {
			t.Errorf("the link for %d paise is %s, want ₹%s for order 1042 to ganesh.kirana@upi", paise, pay.Link, want)
		}
	}
	if s.PayByUPI(1042, "", 0) != nil || settings.Defaults().PayByUPI(1042, "", 100) != nil {
		t.Error("UPI is offered for nothing, or by a shop without an address")
	}
	if pay := s.PayByUPI(1042, "GK/26-27/00641", 100); pay.Note != "Bill GK/26-27/00641" || !strings.HasSuffix(pay.Link, "&tr=1042&tn=Bill%20GK%2F26-27%2F00641") {
		t.Errorf("with a bill: %+v, want its number in note and link", pay)
	}
	s.Pay.UPI = false
	if s.PayByUPI(1042, "", 100) != nil {
		t.Error("UPI is offered although it is switched off")
	}
}
