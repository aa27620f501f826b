package order_test

import (
	"strings"
	"testing"

	"kirana/internal/db"
	"kirana/internal/shoptest"
)

func TestCalls_refuseInvalidSearchTextsAndNumbers(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		asha := shoptest.AddAdministrator(t, d)
		for path, field := range map[string]string{
			"?q=" + strings.Repeat("a", 201):                  "q",
			"?q=" + strings.Repeat("%25", 60_000) + "&page=1": "q",
			"?q=%00":        "q",
			"?q=a%ff":       "q",
			"?status=%00":   "status",
			"?page=%00":     "page",
			"?limit=1%0011": "limit",
		} {
			shoptest.As(s, asha).Request(t, "GET", "/order/getAllOrderDetails"+path, "").ExpectField(t, field)
		}
		shoptest.As(s, asha).Request(t, "GET", "/order/getAllOrderDetails?q="+strings.Repeat("%E0%A4%A6", 200), "").Expect(t, 200, "")
		for _, name := range []string{"ORD-%00", "ORD-%ff", "ORD-", "ORD-'%20OR%201=1", "ORD-2222%202222", "ORD-" + strings.Repeat("2", 4000), "%00"} {
			shoptest.As(s, asha).Request(t, "PUT", "/order/update-status/"+name, `{"delivery_status":"PENDING"}`).ExpectField(t, "orderId")
			shoptest.As(s, asha).Request(t, "GET", "/order/payments/"+name, "").ExpectField(t, "orderId")
		}
	})
}
