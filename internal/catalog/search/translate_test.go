package search_test

import (
	"testing"

	"kirana/internal/catalog/search"
)

func TestTranslate_refusesNamesWithUnknownWords(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, lang, want string }{
		{"Toor Dal", "hi", "तूर दाल"},
		{"Toor Dal 1 kg", "mr", "तूरडाळ 1 kg"},
		{"Onions", "hi", "प्याज़"},
		{"Onion", "mr", "कांदा"},
		{"Amul Butter - 500 g", "hi", "Amul मक्खन - 500 g"},
		{"Maggi Noodles, 70g", "hi", "Maggi नूडल्स, 70g"},
		{"Fruits & Vegetables", "hi", "फल और सब्ज़ी"},
		{"Fruits and Vegetables", "mr", "फळ आणि भाजी"},
		{"Onion, Nashik Red", "hi", "प्याज़, Nashik Red"},
		{"Fabindia, Red Onion", "hi", ""},
		{"Pooja Needs", "hi", "पूजा का सामान"},
		{"Dairy & Eggs", "mr", "डेअरी आणि अंडी"},
		{"Green Tea (25 bags)", "hi", ""},
		{"Bhindi", "hi", "भिंडी"},
		{"Chakki Atta", "hi", ""},
		{"Amul", "hi", ""},
		{"1 kg", "hi", ""},
		{"Toor Dal", "xx", ""},
		{"", "hi", ""},
	} {
		got, known := search.Translate(test.name, test.lang)
		if !known {
			got = ""
		}
		if got != test.want {
			t.Errorf("%q in %s: %q, want %q", test.name, test.lang, got, test.want)
		}
	}
}
