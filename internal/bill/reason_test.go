package bill

import "testing"

func TestTranslateReason_translatesKnownReasonsOnly(t *testing.T) {
	t.Parallel()
	for stored, want := range map[string]string{
		"Damaged or bad": "टूटा या खराब", "Wrong thing, Not wanted": "गलत सामान, नहीं चाहिए", "Wrong thing, leaks": "गलत सामान, leaks",
		"We are out of stock": "सामान खत्म है", "गलत सामान": "गलत सामान", "50% gone": "50% gone", "": "",
	} {
		if got := translateReason("hi", stored); got != want {
			t.Errorf("translateReason(hi, %q) = %q, want %q", stored, got, want)
		}
		if got := translateReason("en", stored); got != stored {
			t.Errorf("translateReason(en, %q) = %q, want it unchanged", stored, got)
		}
	}
}
