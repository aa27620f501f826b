package settings_test

import (
	"testing"

	"kirana/internal/fault"
	"kirana/internal/settings"
)

func TestRiders_haveDistinctNamesAndPincodes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ riders, message string }{
		{`[{"name":" Raju ","pincodes":["४११ ००१","411004"]},{"name":"Salim"}]`, ""},
		{`null`, ""},
		{`[{"name":7}]`, "This field has a value of the wrong type."},
		{`[{"name":"  "}]`, "Please enter the name of each rider."},
		{`[{"name":"Raju\nSalim"}]`, "A rider's name is one line of at most 60 characters."},
		{`[{"name":"Raju"},{"name":"raju"}]`, "raju is in the list twice."},
		{`[{"name":"Raju Patil"},{"name":"Raju  Patil"}]`, "Raju  Patil is in the list twice."},
		{`[{"name":"Raju","pincodes":["41100"]}]`, "A pincode must have six digits."},
		{`[{"name":"Raju","pincodes":["411001"]},{"name":"Salim","pincodes":["411001"]}]`, "411001 has two riders: Raju and Salim."},
	} {
		_, err := settings.Defaults().Apply([]byte(`{"riders":` + c.riders + `}`))
		switch {
		case c.message == "" && err != nil:
			t.Errorf("apply the riders %s: %v", c.riders, err)
		case c.message != "" && (!fault.Is(err, fault.Invalid) || fault.Of(err).Fields[0].Message != c.message):
			t.Errorf("apply the riders %s: %v, want %q", c.riders, err, c.message)
		}
	}
}

func TestRiderFor_returnsTheNamedRiderOrTheRiderOfThePincode(t *testing.T) {
	t.Parallel()
	s, err := settings.Defaults().Apply([]byte(`{"riders":[{"name":"Raju","pincodes":["411 001"]},{"name":"Salim","pincodes":["411004"]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ named, pincode, rider string }{
		{"", "411001", "Raju"}, {"", "411004", "Salim"}, {"", "411009", ""}, {"", "", ""}, {"salim", "411001", "Salim"}, {" sa\u200blim", "411001", "Salim"}, {"Bala", "411001", "Bala"},
	} {
		if got := s.RiderFor(c.named, c.pincode); got != c.rider {
			t.Errorf("%q to %s goes out with %q, want %q", c.named, c.pincode, got, c.rider)
		}
	}
	if s, err = s.Apply([]byte(`{"riders":[{"name":"Bala"}]}`)); err != nil || s.RiderFor("", "411001") != "" {
		t.Errorf("the riders are %+v, %v, want Bala without the pincodes of a removed rider", s.Riders, err)
	}
}
