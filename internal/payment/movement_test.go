package payment

import (
	"strings"
	"testing"

	"kirana/internal/language"
	"kirana/internal/money"
)

func TestMovement_flagsUnknownRefundsAndDisputes(t *testing.T) {
	t.Parallel()
	back := func(sum money.Paise) *money.Paise { return &sum }
	for name, c := range map[string]struct {
		known    knownMoney
		movement Movement
		polled   bool
		flag     string // a text that it contains; "" for no flag
		next     knownMoney
	}{
		"a refund of the shop's own":                     {knownMoney{Requested: 500, Done: 500}, Movement{GivenBack: back(500)}, false, "", knownMoney{GivenBack: 500, Requested: 500, Done: 500}},
		"a refund at the dashboard":                      {knownMoney{}, Movement{GivenBack: back(500)}, false, "₹5 went back", knownMoney{GivenBack: 500}},
		"the same refund again":                          {knownMoney{GivenBack: 500}, Movement{GivenBack: back(500)}, false, "", knownMoney{GivenBack: 500}},
		"an event that is older than another":            {knownMoney{GivenBack: 500}, Movement{GivenBack: back(300)}, false, "", knownMoney{GivenBack: 500}},
		"less than the shop gave back":                   {knownMoney{GivenBack: 500, Requested: 500, Done: 500}, Movement{GivenBack: back(300)}, true, "₹3 arrived", knownMoney{GivenBack: 300, Requested: 500, Done: 500}},
		"a refund that did not arrive":                   {knownMoney{}, Movement{RefundFailed: 500}, false, "did not arrive", knownMoney{}},
		"a dispute":                                      {knownMoney{}, Movement{Dispute: DisputeOpen, Disputed: 700}, false, "disputes ₹7", knownMoney{Dispute: DisputeOpen}},
		"the same dispute":                               {knownMoney{Dispute: DisputeOpen}, Movement{Dispute: DisputeOpen, Disputed: 700}, false, "", knownMoney{Dispute: DisputeOpen}},
		"a dispute's opening after its withdrawal":       {knownMoney{Dispute: DisputeWithdrawn}, Movement{Dispute: DisputeOpen, Disputed: 700}, false, "", knownMoney{Dispute: DisputeWithdrawn}},
		"a dispute that is won after money was returned": {knownMoney{Dispute: DisputeReinstated}, Movement{Dispute: DisputeWon, Disputed: 700}, false, "", knownMoney{Dispute: DisputeReinstated}},
		"a lost dispute":                                 {knownMoney{Dispute: DisputeWithdrawn}, Movement{Dispute: DisputeLost, Disputed: 700}, false, "the money is gone", knownMoney{Dispute: DisputeLost}},
	} {
		flag, next := c.movement.flag(c.known, c.polled)
		if (flag == "") != (c.flag == "") || !strings.Contains(flag.In(language.English), c.flag) || next != c.next {
			t.Errorf("%s: %q and %+v, want %q and %+v", name, flag, next, c.flag, c.next)
		}
	}
}
