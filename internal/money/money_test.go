package money

import (
	"encoding/json"
	"testing"
)

func TestParse_acceptsRupeesAndRefusesOtherTexts(t *testing.T) {
	t.Parallel()
	good := map[string]Paise{"0": 0, "49": 4900, "49.5": 4950, "49.50": 4950, " 1249.05 ": 124905, "49.500": 4950, "10000000": Max}
	for text, want := range good {
		if got, err := Parse(text); err != nil || got != want {
			t.Errorf("Parse(%q) = %d, %v; want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", ".5", "5.", "-1", "+1", "1e3", "49.505", "1,000", "₹5", "10000000.01", "99999999999", "0x10", "NaN"} {
		if got, err := Parse(text); err == nil {
			t.Errorf("Parse(%q) = %d, want a refusal", text, got)
		}
	}
}

func TestParseRounded_roundsFractionsOfAPaisaHalfUp(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Paise{"12.344": 1234, "12.345": 1235, "12.999": 1300, "12.3": 1230, "7": 700} {
		if got, err := ParseRounded(text); err != nil || got != want {
			t.Errorf("ParseRounded(%q) = %d, %v; want %d", text, got, err, want)
		}
	}
}

func TestString_groupsDigitsInTheIndianStyle(t *testing.T) {
	t.Parallel()
	for amount, want := range map[Paise]string{
		0: "₹0", 4950: "₹49.50", 4905: "₹49.05", 124900: "₹1,249", 10000000: "₹1,00,000",
		Max: "₹1,00,00,000", -4950: "−₹49.50",
	} {
		if got := amount.String(); got != want {
			t.Errorf("%d paise = %s, want %s", int64(amount), got, want)
		}
	}
}

func TestJSON_isRupeesAndRoundTripsEveryPaisa(t *testing.T) {
	t.Parallel()
	for p := Paise(0); p < 20_000; p++ {
		text, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		var back Paise
		if err := json.Unmarshal(text, &back); err != nil || back != p {
			t.Fatalf("%d paise are encoded as %s, read as %d, %v, want them back", p, text, back, err)
		}
		var f float64
		if err := json.Unmarshal(text, &f); err != nil {
			t.Fatal(err)
		}
		if again, err := FromFloat(f); err != nil || again != p {
			t.Fatalf("%s as a float became %d (%v), want %d", text, again, err, p)
		}
	}
}
