package catalog_test

import (
	"testing"

	"kirana/internal/catalog"
)

func TestBarcodeOf_removesSeparatorsFromGTINs(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"8 901234 567890":           "8901234567890",
		"890-1234-567890":           "8901234567890",
		" 8901234567890\t":          "8901234567890",
		"8\u00a0901234\u2009567890": "8901234567890",
		"८९०१२३४५६७८९०":             "8901234567890",
		"0 36000 29145 2":           "036000291452",
		"9638-5074":                 "96385074",
		"8 901234 567894":           "8901234567894", // wrong check digit
		"890-1234-567894":           "890-1234-567894",
		"GH-500":                    "GH-500",
		"GH 500":                    "GH 500",
		"":                          "",
	} {
		if got := catalog.BarcodeOf(typed); got != want {
			t.Errorf("%q is stored as %q, want %q", typed, got, want)
		}
	}
}
