package search

import (
	"testing"

	"pgregory.net/rapid"
)

// errorsBetween returns the optimal string alignment distance, computed as it is defined.
func errorsBetween(a, b []rune) int {
	if len(a) == 0 || len(b) == 0 {
		return len(a) + len(b)
	}
	wrong := 1
	if a[len(a)-1] == b[len(b)-1] {
		wrong = 0
	}
	distance := min(errorsBetween(a[:len(a)-1], b[:len(b)-1])+wrong, errorsBetween(a[:len(a)-1], b)+1, errorsBetween(a, b[:len(b)-1])+1)
	if len(a) > 1 && len(b) > 1 && a[len(a)-1] == b[len(b)-2] && a[len(a)-2] == b[len(b)-1] {
		distance = min(distance, errorsBetween(a[:len(a)-2], b[:len(b)-2])+1)
	}
	return distance
}

// TestNearWords_agreeWithTheDefinitionOfTheDistance compares nearWords with errorsBetween for each word, while words are added and
// removed.
func TestNearWords_agreeWithTheDefinitionOfTheDistance(t *testing.T) {
	t.Parallel()
	word := rapid.StringOfN(rapid.RuneFrom([]rune("abcéद")), 1, 7, -1)
	rapid.Check(t, func(t *rapid.T) {
		v := &vocabulary{byText: map[string]*term{}, bySingular: map[string][]*term{}, bulk: true}
		for _, text := range rapid.SliceOfN(word, 0, 20).Draw(t, "words at the start") {
			v.term(text)
		}
		v.sort()
		for _, text := range rapid.SliceOfN(word, 0, 10).Draw(t, "words added") {
			v.term(text)
		}
		for _, text := range rapid.SliceOfN(word, 0, 10).Draw(t, "words removed") {
			if known := v.byText[text]; known != nil {
				v.removeUnused(known)
			}
		}
		typed, errors := []rune(word.Draw(t, "typed")), rapid.IntRange(1, 3).Draw(t, "errors")
		wholeOnly := rapid.Bool().Draw(t, "whole words only")

		whole, beginning := map[string]int{}, map[string]int{}
		newNearWords(v.sorted, typed, errors, wholeOnly).each(func(e entry, ofWord, ofBeginning int) {
			if _, twice := whole[e.term.text]; twice {
				t.Fatalf("%q is visited twice, want once", e.term.text)
			}
			whole[e.term.text], beginning[e.term.text] = ofWord, ofBeginning
		})
		for text, term := range v.byText {
			n := errorsBetween(typed, term.runes)
			if got, visited := whole[text]; n <= errors && (!visited || got != n) || visited && n > errors && got <= errors {
				t.Fatalf("%q for %q: %d errors (visited: %v), want %d", text, string(typed), got, visited, n)
			}
			if wholeOnly {
				continue
			}
			best := errors + 1
			for end := max(1, len(typed)-errors); end <= min(len(term.runes), len(typed)+errors); end++ {
				if len(typed) >= 5 || end >= len(typed) && sameEnding(typed, term.runes[:end]) {
					best = min(best, errorsBetween(typed, term.runes[:end]))
				}
			}
			if got, visited := beginning[text]; best <= errors && (!visited || got != best) || visited && best > errors && got <= errors {
				t.Fatalf("a beginning of %q for %q: %d errors (visited: %v), want %d", text, string(typed), got, visited, best)
			}
		}
	})
}
