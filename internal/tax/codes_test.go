package tax_test

import (
	"testing"

	"kirana/internal/money"
	"kirana/internal/tax"
)

func TestCheckSellerGSTIN(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ gstin, state, want string }{
		{"27AAAPK0000A1ZX", "Maharashtra", ""},
		{"27AAAPK0000A1ZX", "", ""},
		{"27AAAPK0000A1ZX", "somewhere", ""},
		{"29DDDCH0000D1Z5", "karnataka", ""},
		{"24EEEPG0000E2ZI", "24", ""},
		{"27AAAPK0000A1Z", "Maharashtra", "A GSTIN has 15 signs, this has 14."},
		{"27AAAPK0000A1ZY", "Maharashtra", "The last sign does not fit. Look at your certificate again."},
		{"27AAAPK0000B1ZX", "Maharashtra", "The last sign does not fit. Look at your certificate again."},
		{"27AAAPK0000A1ZX", "Goa", "27 is Maharashtra, the shop’s address is in Goa."},
		{"99AAAPK0000A1ZX", "Goa", "No state has the code 99. Look at your certificate again."},
		{"27AAAPK000OA1ZX", "Maharashtra", "A GSTIN looks like 27AAAPK0000A1ZX: the state, ten signs of the PAN, three more."},
		{"27AAAPK0000A1DB", "Maharashtra", "A GSTIN looks like 27AAAPK0000A1ZX: the state, ten signs of the PAN, three more."}, // a deductor does not sell
	} {
		if got := tax.CheckSellerGSTIN(test.gstin, test.state).String(); got != test.want {
			t.Errorf("%s in %s: %q, want %q", test.gstin, test.state, got, test.want)
		}
	}
}

func TestCheckBuyerGSTIN_acceptsDeductorsAndEmbassies(t *testing.T) {
	t.Parallel()
	for gstin, want := range map[string]string{
		"27CCCFT0000C1ZX": "",
		"27CCCFT0000C1ZY": "The last sign does not fit. Look at your certificate again.",
		"2717USA00001UN9": "",
		"27AAAP00000A1DQ": "",
	} {
		if got := tax.CheckBuyerGSTIN(gstin).String(); got != want {
			t.Errorf("%s: %q, want %q", gstin, got, want)
		}
	}
}

func TestPlaceOfSupply(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ pincode, state, want string }{
		{"411004", "Maharashtra", "27"},
		{"411004", "Goa", "27"}, // the pincode comes first
		{"403001", "", "30"},
		{"400001", "", "27"},
		{"194101", "Jammu & Kashmir", "38"}, // Leh
		{"190001", "", "01"},
		{"605007", "Puducherry", "34"},
		{"605007", "Tamil Nadu", "33"}, // it has post offices in both states
		{"605007", "", "34"},
		{"737101", "", "11"},
		{"744101", "", "35"},
		{"682555", "", "31"}, // Kavaratti
		{"682001", "", "32"},
		{"396230", "", "26"}, // Silvassa
		{"362520", "", "26"}, // Diu
		{"395001", "", "24"},
		{"248001", "", "05"},
		{"244001", "", "09"},
		{"834001", "", "20"},
		{"800001", "", "10"},
		{"500001", "", "36"},
		{"520001", "", "37"},
		{"160017", "", "04"},
		{"141001", "", "03"},
		{"560001", "kARNATAKA ", "29"},
		{"900001", "Delhi", "07"}, // an army pincode: only the typed state is known
		{"", "Orissa", "21"},
		{"", "UP", "09"},
		{"", "27-Maharashtra", "27"},
		{"", "nowhere", ""},
	} {
		if got := tax.PlaceOfSupply(test.pincode, test.state); got != test.want {
			t.Errorf("%s %s: %q, want %q", test.pincode, test.state, got, test.want)
		}
	}
}

func TestStates_areThirtySixAndOther(t *testing.T) {
	t.Parallel()
	states := tax.States()
	if len(states) != 37 {
		t.Errorf("%d states, want 37", len(states))
	}
	for _, s := range states {
		if tax.StateCode(s.Name) != s.Code || tax.StateName(s.Code) != s.Name {
			t.Errorf("%v is found as %q by name and %q by code, want itself", s, tax.StateCode(s.Name), tax.StateName(s.Code))
		}
	}
	if !tax.HasUTGST("04") || tax.HasUTGST("07") || tax.HasUTGST("34") {
		t.Error("Delhi and Puducherry have a legislature, Chandigarh has none")
	}
}

func TestValidHSN(t *testing.T) {
	t.Parallel()
	for hsn, want := range map[string]bool{"0902": true, "090210": true, "09021010": true, "090": false, "09021": false, "0000": false, "9801": false, "09a2": false, "+902": false, "": false} {
		if got := tax.ValidHSN(hsn); got != want {
			t.Errorf("%q: %v, want %v", hsn, got, want)
		}
	}
}

func TestWords_useIndianGroups(t *testing.T) {
	t.Parallel()
	for amount, want := range map[money.Paise]string{
		0:                               "Rupees Zero Only",
		5:                               "Rupees Zero and Five Paise Only",
		138200:                          "Rupees One Thousand Three Hundred Eighty Two Only",
		66550:                           "Rupees Six Hundred Sixty Five and Fifty Paise Only",
		money.Rupees(1_00_000):          "Rupees One Lakh Only",
		money.Rupees(26_377):            "Rupees Twenty Six Thousand Three Hundred Seventy Seven Only",
		money.Rupees(12_34_56_789):      "Rupees Twelve Crore Thirty Four Lakh Fifty Six Thousand Seven Hundred Eighty Nine Only",
		money.Rupees(1_00_00_00_001):    "Rupees One Hundred Crore One Only",
		money.Rupees(19_00_00_000) + 90: "Rupees Nineteen Crore and Ninety Paise Only",
	} {
		if got := tax.Words(amount); got != want {
			t.Errorf("%d: %q, want %q", amount, got, want)
		}
	}
}

func TestUQC_countsPacks(t *testing.T) {
	t.Parallel()
	for unit, want := range map[string]string{"500 g": "NOS", "1 kg": "NOS", "": "NOS", "bottle": "BTL", "1 Dozen": "DOZ", "pack": "PAC", "6 pcs": "NOS", "pc": "PCS"} {
		if got := tax.UQC(unit); got != want {
			t.Errorf("%q: %s, want %s", unit, got, want)
		}
	}
}

func TestParsePercent(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]tax.Percent{"5": 500, "0.25": 25, "18%": 1800, "40": 4000, "0": 0, "100": 10000} {
		if got, err := tax.ParsePercent(text); err != nil || got != want {
			t.Errorf("%q: %d, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "%", "five", "-5", "100.01", "5.123"} {
		if got, err := tax.ParsePercent(text); err == nil {
			t.Errorf("%q is read as %d, want it refused", text, got)
		}
	}
}
