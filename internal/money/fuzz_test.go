package money_test

import (
	"encoding/json"
	"strings"
	"testing"

	"kirana/internal/money"
)

// FuzzParse checks that a parsed amount is from 0 to Max, and stays the same when formatted and parsed
// again, as text and as JSON.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"49", "49.5", " 49.50 ", "0.05", "10000000", "10000000.01", "1.005", "1e3", "-1", "٣", "00000000001", "1.", ".5", "1,000"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		amount, err := money.Parse(text)
		if err != nil {
			if amount != 0 {
				t.Errorf("%q is refused with %d, want 0", text, amount)
			}
			return
		}
		if amount < 0 || amount > money.Max {
			t.Errorf("%q is read as %d, want 0 to %d", text, amount, money.Max)
		}
		if again, err := money.Parse(amount.Number()); err != nil || again != amount {
			t.Errorf("%q is written as %s and read as %d, %v, want %d", text, amount.Number(), again, err, amount)
		}
		written, err := json.Marshal(amount)
		if err != nil {
			t.Fatal(err)
		}
		var read money.Paise
		if err := json.Unmarshal(written, &read); err != nil || read != amount {
			t.Errorf("%q is %s in JSON, read as %d: %v, want %d", text, written, read, err, amount)
		}
		if rounded, err := money.ParseRounded(text); err != nil || rounded != amount {
			t.Errorf("%q is rounded to %d: %v, want %d", text, rounded, err, amount)
		}
		if shown := amount.String(); !strings.HasPrefix(shown, "₹") {
			t.Errorf("%q is shown as %s, want it with ₹", text, shown)
		}
	})
}
