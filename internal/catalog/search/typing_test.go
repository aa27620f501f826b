package search_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// The name of a product is typed with one error in a word of four or more letters.
func TestQuery_forgivesOneErrorInAnyName(t *testing.T) {
	t.Parallel()
	all := docs(shelf...)
	x := indexOf(all)
	rapid.Check(t, func(t *rapid.T) {
		doc := rapid.SampledFrom(all).Draw(t, "product")
		words := strings.Fields(strings.ToLower(doc.Name))
		var long []int
		for i, w := range words {
			if len(w) >= 4 && strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") == "" {
				long = append(long, i)
			}
		}
		if len(long) == 0 {
			t.Skip("no long word")
		}
		i := rapid.SampledFrom(long).Draw(t, "word")
		words[i] = misspell(t, words[i])
		if rapid.Bool().Draw(t, "turned round") {
			slices.Reverse(words)
		}
		typed := strings.Join(words, " ")
		found := ids(x.Query(typed))
		if !slices.Contains(found[:min(10, len(found))], doc.ID) {
			t.Fatalf("%q finds %q, want %q among the first ten", typed, found, doc.ID)
		}
	})
}

func misspell(t *rapid.T, word string) string {
	at := rapid.IntRange(0, len(word)-2).Draw(t, "place")
	letter := string(rapid.RuneFrom([]rune("abcdefghijklmnopqrstuvwxyz")).Draw(t, "letter"))
	switch rapid.SampledFrom([]string{"wrong", "missing", "extra", "swapped"}).Draw(t, "error") {
	case "wrong":
		return word[:at] + letter + word[at+1:]
	case "missing":
		return word[:at] + word[at+1:]
	case "extra":
		return word[:at] + letter + word[at:]
	}
	return word[:at] + word[at+1:at+2] + word[at:at+1] + word[at+2:]
}

func TestQuery_correctsAMisspellingThatSoundsLikeAnotherWord(t *testing.T) {
	t.Parallel()
	x := indexOf(docs(shelf...))
	// The misspellings of ghee sound like the Tamil words for tea and for kilogram.
	for _, typed := range []string{"dhee", "gihee"} {
		if found := ids(x.Query(typed)); !slices.Contains(found, "Ghee, 1 l") {
			t.Errorf("%s finds %q, want Ghee, 1 l", typed, found)
		}
	}
}

// FuzzQuery runs random texts. Each hit must be a known product, returned once.
func FuzzQuery(f *testing.F) {
	all := docs(shelf...)
	x := indexOf(all)
	for _, seed := range []string{"milk", "6 x 200ml", "1..5kg", "½ kg", "\xff\xfe", "दूध", "a' b", "İß", "9999999999999999999kg", "s/s - ("} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		known := map[string]bool{}
		for _, d := range all {
			known[d.ID] = true
		}
		for _, hit := range x.Query(text) {
			if !known[hit.ID] {
				t.Fatalf("%q finds %q, which is unknown, or found twice", text, hit.ID)
			}
			delete(known, hit.ID)
		}
		for _, word := range x.Nearest(text, 3) {
			if !utf8.ValidString(word) {
				t.Fatalf("%q offers %q, want valid UTF-8", text, word)
			}
		}
	})
}
