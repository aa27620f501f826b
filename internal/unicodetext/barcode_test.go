package unicodetext_test

import (
	"slices"
	"testing"

	"kirana/internal/unicodetext"
)

func TestBarcodes_matchForSpellingsOfOneCode(t *testing.T) {
	t.Parallel()
	for _, pair := range [][2]string{
		{"012345678905", "0012345678905"},
		{"12345678905", "0012345678905"},
		{"12345678905", "012345678905"},
		{"00012345678905", "012345678905"},
		{"8901234567894", "08901234567894"},
		{"1234565", "01234565"},
		{"96385074", "00000096385074"},
		{"ABC-1", "abc-1"},
		{" ८९०१२३४५६७८९४", "8901234567894"},
		{"04252614", "042100005264"},
		{"04252614", "0042100005264"},
		{"4252614", "042100005264"},
		{"०४२५२६१४", "42100005264"},
		{"01234531", "012300000451"},
		{"01234543", "012340000053"},
		{"14252611", "142100005261"},
	} {
		for _, codes := range [][2]string{pair, {pair[1], pair[0]}} {
			if !slices.Contains(unicodetext.Barcodes(codes[0]), unicodetext.Barcodes(codes[1])[0]) {
				t.Errorf("%v have the spellings %v and %v, want one barcode",
					codes, unicodetext.Barcodes(codes[0]), unicodetext.Barcodes(codes[1]))
			}
		}
		// Each spelling must find the other.
		if a, b := pair[0], pair[1]; len(a) == 8 && a[0] < '2' && !slices.Contains(unicodetext.Barcodes(b), a) {
			t.Errorf("the spellings %v of %s lack %s", unicodetext.Barcodes(b), b, a)
		}
	}
	for _, pair := range [][2]string{
		{"0012", "12"},
		{"0a1234567", "a1234567"},
		{"0000000", "0"},
		{"12345678905", "12345678906"},
		{"123456789012345", "0123456789012345"},
		{"04252615", "042100005264"}, // a wrong check digit
		{"24252614", "042100005264"}, // invalid number system for a UPC-E
		{"425261", "042100005264"},   // six digits have no check digit
	} {
		if unicodetext.Barcodes(pair[0])[0] == unicodetext.Barcodes(pair[1])[0] {
			t.Errorf("%v are one barcode, want two", pair)
		}
	}
}

func TestBarcodes_treatEightDigitsOfAnEAN8AsAnEAN8(t *testing.T) {
	t.Parallel()
	for ean8, upcA := range map[string]string{"01234565": "012345000065", "07834967": "078349000067", "17834988": "178349000088"} {
		if unicodetext.ExpandUPCE(ean8) != upcA {
			t.Errorf("%s is the UPC-E of %s, want %s", ean8, unicodetext.ExpandUPCE(ean8), upcA)
		}
		if slices.Contains(unicodetext.Barcodes(ean8), upcA) || slices.Contains(unicodetext.Barcodes(upcA), ean8) {
			t.Errorf("%s and %s are one barcode, want two", ean8, upcA)
		}
		if unicodetext.OtherBarcode(ean8) != upcA || unicodetext.OtherBarcode("0"+upcA) != ean8 {
			t.Errorf("%s and %s have the other barcodes %q and %q, want each other",
				ean8, upcA, unicodetext.OtherBarcode(ean8), unicodetext.OtherBarcode("0"+upcA))
		}
	}
	for _, code := range []string{"04252614", "042100005264", "96385074", "8901234567894", "ABC", "425261", ""} {
		if other := unicodetext.OtherBarcode(code); other != "" {
			t.Errorf("%s has the other barcode %s, want none", code, other)
		}
	}
}
