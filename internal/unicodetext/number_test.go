package unicodetext_test

import (
	"testing"

	"kirana/internal/unicodetext"
)

func TestDigits_convertEveryScript(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"१०० रु": "100 रु", "৪৫০": "450", "௧௨௩": "123", "౯.౫": "9.5", "೧೨": "12", "൩൪": "34", "૭૮": "78", "੫੬": "56", "୮୯": "89",
		"１２．５０": "12.50", "٣٫٥": "3.5", "۱٬۲۳۴": "1,234", "𝟏𝟐": "12", "−५": "-5", "½ kg": "½ kg", "1249": "1249", "＋९१": "+91",
	} {
		if got := unicodetext.Digits(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

func TestPincode_acceptsCommonSpellings(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"400001", "400 001", "400-001", "PIN 400 001", "Pin code: 400001", "४००००१", "४०० ००१", "４００００１", "400\u00a0001\u200b", " 400001. "} {
		if got, ok := unicodetext.Pincode(text); !ok || got != "400001" {
			t.Errorf("%q is read as the pincode %q, %t, want 400001, true", text, got, ok)
		}
	}
	for text, want := range map[string]string{"": "", "40001": "40001", "040001": "040001", "4000011": "4000011", " SW1A 1AA ": "SW1A 1AA", "Mumbai": "Mumbai"} {
		if got, ok := unicodetext.Pincode(text); ok || got != want {
			t.Errorf("%q is %q, %v; want %q", text, got, ok, want)
		}
	}
}

func TestMobile_acceptsCommonSpellings(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"9876543210", "+91 98765 43210", "+919876543210", "91 98765-43210", "0091 9876543210", "09876543210", "(0) 98765.43210", "+91 (0) 98765 43210",
		"९८७६५४३२१०", "+९१ ९८७६५ ४३२१०", "９８７６５４３２１０", "\u202a+91 98765 43210\u202c", "98765\u201343210", "9876543210.0", "919876543210.0",
	} {
		if got, ok := unicodetext.Mobile(text); !ok || got != "9876543210" {
			t.Errorf("%q is read as the mobile %q, %t, want 9876543210, true", text, got, ok)
		}
	}
	if got, ok := unicodetext.Mobile("9198765432"); !ok || got != "9198765432" {
		t.Errorf("a mobile that begins with 91 is read as %q, %t, want 9198765432, true", got, ok)
	}
	for _, text := range []string{"", "987654321", "98765432101", "+1 9876543210", "+44 20 7946 0958", "+9876543210", "98765x43210", "landline", "0019876543210", "987654321.0", "9876543210.5"} {
		if got, ok := unicodetext.Mobile(text); ok {
			t.Errorf("%q is read as the mobile %q, want none", text, got)
		}
	}
}

func TestSearchText_isComposedAsStoredTextsAre(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"E\u0301mile":               "émile",
		"\u0936\u092b\u0940\u0958":  "\u0936\u092b\u0940\u0915\u093c", // one character for क़
		"\u200bMeera ":              "meera",
		"JOSÉ":                      "josé",
		"+91 98220 41873":           "9822041873",
		"\u0909\u0927\u093e\u0930 ": "\u0909\u0927\u093e\u0930",
	} {
		if got := unicodetext.SearchText(typed); got != want {
			t.Errorf("SearchText(%q) = %q, want %q", typed, got, want)
		}
	}
}

func TestRemoveGrouping_removesOnlyCommasBetweenThousands(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"1,200": "1200", "1,00,000 kg": "100000 kg", "-1,450.50": "-1450.50", "+1,000": "+1000", "1,200+12": "1200+12",
		"12,5": "12,5", "12,50": "12,50", "1,200,50": "1,200,50", "12": "12", "": "",
	} {
		if got := unicodetext.RemoveGrouping(text); got != want {
			t.Errorf("Ungrouped(%q) = %q, want %q", text, got, want)
		}
	}
}
