package address

import (
	"testing"
)

func TestPlaceOf_findsCityAndStateOfIndianPincodes(t *testing.T) {
	t.Parallel()
	for pincode, want := range map[string]Place{
		"411001":  {"Pune", "Maharashtra"},
		"560 003": {"Bengaluru", "Karnataka"},
		"110001":  {"Delhi", "Delhi"},
		"400051":  {"Mumbai", "Maharashtra"},
		"122001":  {"Gurugram", "Haryana"},
		"500032":  {"Hyderabad", "Telangana"},
		"194101":  {"Leh", "Ladakh"},
		"682028":  {"Ernakulam", "Kerala"},
		"000000":  {}, "999999": {}, "4110": {}, "": {}, "SW1A 1AA": {}, "4110011": {}, "011001": {},
		"PIN 411-001": {"Pune", "Maharashtra"}, "४११००१": {"Pune", "Maharashtra"},
	} {
		if got := PlaceOf(pincode); got != want {
			t.Errorf("%q is in %+v, want %+v", pincode, got, want)
		}
	}
}

func TestPincodes_areInValidRangesThatDoNotOverlap(t *testing.T) {
	t.Parallel()
	pincodes, last := 0, 100_000
	for _, r := range pincodeRanges() {
		if r.from <= last || r.to < r.from || r.to > 999_999 || r.place.City == "" || r.place.State == "" {
			t.Fatalf("the range %+v follows %d, want a later one of six digits with its place", r, last)
		}
		pincodes += r.to - r.from + 1
		last = r.to
	}
	if pincodes < 19_000 {
		t.Errorf("%d pincodes are known, want at least 19000", pincodes)
	}
}
