package language

import "testing"

func TestUnit_translatesKnownWordsOnly(t *testing.T) {
	t.Parallel()
	for unit, want := range map[string][2]string{
		"1 packet": {"1 पैकेट", "1 पाकीट"}, "12 pcs": {"12 पीस", "12 नग"}, "6x200 ml Bottles": {"6x200 ml बोतल", "6x200 ml बाटली"}, "Dozen": {"दर्जन", "डझन"},
		"500 g": {"500 g", "500 g"}, "500 Gram": {"500 g", "500 g"}, "2 litre": {"2 लीटर", "2 लिटर"}, "1 गड्डी": {"1 गड्डी", "1 गड्डी"}, "1 Family Pack": {"1 Family Pack", "1 Family Pack"}, "": {"", ""},
	} {
		if got := [2]string{Unit("hi", unit), Unit("mr", unit)}; got != want {
			t.Errorf("%q reads %q, want %q", unit, got, want)
		}
		if got := Unit(English, unit); got != unit {
			t.Errorf("%q reads %q in English, want it unchanged", unit, got)
		}
	}
	for form, word := range units() {
		for lang, messages := range catalogs() {
			if word != "" && messages[word+"|unit"] == "" {
				t.Errorf("%s has no message %s, the unit written %q", lang, word+"|unit", form)
			}
		}
	}
}
