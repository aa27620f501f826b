package order_test

import (
	"testing"

	"kirana/internal/language"
	"kirana/internal/order"
)

func TestReasonPhrase_translatesTheReasonsThatStaffChooses(t *testing.T) {
	t.Parallel()
	for stored, want := range map[string][2]string{
		"We are out of stock":                   {"We are out of stock", "सामान खत्म है"},
		"We are out of stock. कल आएगा":          {"We are out of stock. कल आएगा", "सामान खत्म है। कल आएगा"},
		"We are out of stockings":               {"We are out of stockings", "We are out of stockings"},
		"Canceled by the shop.":                 {"Canceled by the shop.", "दुकान ने रद्द किया।"},
		"The road is closed. We cannot get out": {"The road is closed. We cannot get out", "The road is closed. We cannot get out"},
	} {
		reason := order.ReasonPhrase(stored)
		if got := [2]string{reason.In(language.English), reason.In("hi")}; got != want {
			t.Errorf("the reason %q is %q, want %q", stored, got, want)
		}
	}
}
