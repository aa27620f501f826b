package indic_test

import (
	"encoding/csv"
	"os"
	"slices"
	"strings"
	"testing"

	"kirana/internal/catalog/search/indic"
)

// keysOf returns the keys of each word of a text.
func keysOf(text string) [][]string {
	var keys [][]string
	for word := range strings.FieldsSeq(text) {
		keys = append(keys, indic.Keys(word))
	}
	return keys
}

// shareKey reports whether two texts have the same number of words and each pair of words shares a key.
func shareKey(a, b string) bool {
	of, with := keysOf(a), keysOf(b)
	if len(of) != len(with) {
		return false
	}
	for i := range of {
		if !slices.ContainsFunc(of[i], func(key string) bool { return slices.Contains(with[i], key) }) {
			return false
		}
	}
	return true
}

func TestKeys_matchLatinSpellings(t *testing.T) {
	t.Parallel()
	file, err := os.Open("testdata/golden.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	spellings, missed := 0, 0
	for _, row := range rows[1:] {
		word, typed := row[2], strings.Split(row[3], "|")
		if !slices.ContainsFunc(typed, func(spelling string) bool { return shareKey(word, spelling) }) {
			t.Errorf("%s is read %q, want %q", word, indic.Readings(word), typed)
		}
		for _, spelling := range typed {
			spellings++
			if !shareKey(word, spelling) {
				missed++
				t.Logf("%s (%q) does not match %s", word, keysOf(word), spelling)
			}
		}
	}
	if missed > 5 {
		t.Errorf("%d of %d spellings match, want all but 5", spellings-missed, spellings)
	}
}

func TestMeaning_translatesWordsOfTheDictionary(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		words, english string
		used           int
	}{
		{"பால்", "milk", 1},
		{"চাল", "rice", 1},
		{"କ୍ଷୀର", "milk", 1},
		{"सरसों तेल", "mustard oil", 2},
		{"சின்ன வெங்காயம்", "small onion", 2},
		{"வெங்காயம் பால்", "onion", 1},
		{"बिस्कुट", "biscuit", 1},
		{"ಬಿಸ್ಕಿಟ್", "biscuit", 1}, // found by its sound; no column has it
		{"पाल", "", 0},             // a lizard
	} {
		if english, used := indic.Meaning(strings.Fields(tc.words)); english != tc.english || used != tc.used {
			t.Errorf("%s means %q by %d words, want %q by %d", tc.words, english, used, tc.english, tc.used)
		}
	}
	for word, english := range map[string]string{"vengayam": "onion", "biyyam": "rice", "xqzvk": ""} {
		if got := indic.MeaningOfLatin(word); got != english {
			t.Errorf("%s means %q, want %q", word, got, english)
		}
	}
	if got := indic.Completions("வெங்"); !slices.Contains(got, "onion") {
		t.Errorf("வெங் begins %q, want onion among them", got)
	}
}

func TestLatin_returnsMeaningAndLatinSpellings(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"चीनी": "sugar chini cheenee", "सरसों का तेल 1 L": "mustard oil sarso sarson tel", "Tata नमक, 1 kg": "salt namak", "Amul Butter": "", "": "",
	} {
		if got := strings.Join(indic.Latin(name), " "); got != want {
			t.Errorf("%q is typed %q, want %q", name, got, want)
		}
	}
}
