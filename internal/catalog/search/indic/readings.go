package indic

import (
	"slices"
	"strings"

	"kirana/internal/lru"
)

// Limits of the readings and keys of a word.
const (
	maxReadings = 64
	maxKeys     = 8
)

// Readings returns the transliterations of a word in an Indian script, the likeliest first; nil for other words.
func Readings(word string) []string {
	script := Of(word)
	if script == None {
		return nil
	}
	parts := spell(script, split(word))
	var out []string
	for _, silent := range silences(script, parts) {
		for _, reading := range combine(parts, silent) {
			if reading != "" && !slices.Contains(out, reading) && len(out) < maxReadings {
				out = append(out, reading)
			}
		}
	}
	return out
}

// Keys returns the phonetic keys of a word: one for a word in Latin letters, those of all readings for a word in an
// Indian script. The slice is shared.
func Keys(word string) []string {
	if Of(word) == None {
		if key := Key(word); key != "" {
			return []string{key}
		}
		return nil
	}
	return spellingsOf(word).keys
}

// spellings are a word's keys and its likeliest readings.
type spellings struct{ keys, readings []string }

// maxCached limits the cached spellings, in bytes. It suffices for some thousand words.
const maxCached = 2 << 20

// cached holds the spellings of words in Indian scripts: product names repeat the words, and finding the spellings of one
// takes a tenth of a millisecond.
var cached = lru.New(maxCached, func(word string, s spellings) int {
	const overhead = 200 // of an entry
	bytes := overhead + len(word)
	for _, text := range slices.Concat(s.keys, s.readings) {
		bytes += 2*len(text) + overhead/10
	}
	return bytes
})

func spellingsOf(word string) spellings {
	if found, known := cached.Get(word); known {
		return found
	}
	var found spellings
	readings := Readings(word)
	for _, reading := range readings {
		if key := Key(reading); key != "" && len(found.keys) < maxKeys && !slices.Contains(found.keys, key) {
			found.keys = append(found.keys, key)
		}
	}
	found.keys = slices.Clip(found.keys)
	found.readings = slices.Clone(readings[:min(len(readings), maxSpellings)])
	cached.Put(strings.Clone(word), found)
	return found
}

// part is a sound of a word: a consonant, a written vowel, or the inherent vowel of a consonant.
type part struct {
	latin    []string
	kind     kind
	inherent bool
}

func (p *part) isVowel() bool { return p.kind == vowel }

// spell returns the sounds of letters in order.
func spell(script Script, word []letter) []part {
	var parts []part
	for i, l := range word {
		switch l.kind {
		case consonant, final:
			parts = append(parts, part{latin: consonantAt(script, word, i), kind: consonant})
			if l.kind == consonant && !followedBy(word, i, vowel, virama) {
				inherent := []string{"a"}
				if script == Bengali {
					inherent = []string{"o", "a"}
				}
				parts = append(parts, part{latin: inherent, kind: vowel, inherent: true})
			}
		case vowel:
			parts = append(parts, part{latin: l.latin, kind: vowel})
		case nasal:
			parts = append(parts, part{latin: nasalAt(script, word, i), kind: nasal})
		case virama:
			if script == Malayalam && i == len(word)-1 {
				parts = append(parts, part{latin: []string{"u", ""}, kind: vowel})
			}
		case breath:
			if i < len(word)-1 {
				parts = append(parts, part{latin: l.latin, kind: consonant})
			}
		}
	}
	return parts
}

func followedBy(word []letter, i int, kinds ...kind) bool {
	return i+1 < len(word) && slices.Contains(kinds, word[i+1].kind) && !isIndependent(word[i+1])
}

// isIndependent reports whether a vowel is a letter, not a sign after a consonant.
func isIndependent(l letter) bool {
	if l.kind != vowel {
		return false
	}
	place := []rune(l.sign)[0] % blockSize
	return place < 0x15 || place >= 0x60 && place <= 0x61 || place >= 0x72
}

// nasalAt returns the sounds of a nasal, which depend on the letter after it.
func nasalAt(script Script, word []letter, i int) []string {
	first := []rune(word[i].sign)[0] % blockSize
	candrabindu := first == 0x01
	if script == Bengali && !candrabindu {
		return []string{"ng", "n"}
	}
	if i == len(word)-1 {
		switch {
		case candrabindu:
			return []string{""}
		case script == Telugu, script == Kannada, script == Malayalam:
			return []string{"m"}
		}
		return []string{"", "n"}
	}
	sound := "n"
	if next := word[i+1].latin[0]; next != "" && strings.IndexByte("pbm", next[0]) >= 0 {
		sound = "m"
	}
	if candrabindu {
		return []string{sound, ""}
	}
	return []string{sound}
}

// consonantAt returns the sounds of the consonant at index i of a word.
func consonantAt(script Script, word []letter, i int) []string {
	l := word[i]
	bare := func(at int) bool { return at+1 < len(word) && word[at+1].kind == virama } // without a vowel
	afterBare := i >= 2 && word[i-1].kind == virama && word[i-2].kind == consonant
	betweenVowels := i > 0 && !afterBare && word[i-1].kind != final && word[i-1].kind != nasal && !bare(i)
	switch {
	case script == Tamil:
		return tamilConsonant(word, i, afterBare, betweenVowels)
	case script == Malayalam && betweenVowels && (l.sign == "ക" || l.sign == "ട"):
		return l.latin
	case script == Malayalam && len(l.latin) > 1 && len(l.sign) == len("ക"):
		return l.latin[:1]
	case script == Bengali && l.sign == "য" && afterBare:
		return []string{"", "y"}
	}
	return l.latin
}

const tamilNasals = "ங ஞ ண ந ம ன"

// tamilHard lists the Tamil letters that are written for both a hard and a soft sound, with their sounds at the
// beginning of a word or after another consonant, doubled, after a nasal, and between vowels.
var tamilHard = map[string]struct{ begin, doubled, afterNasal, between []string }{
	"க": {[]string{"k", "g"}, []string{"k"}, []string{"g", "k"}, []string{"g", "k", "h"}},
	"ச": {[]string{"s", "ch"}, []string{"ch"}, []string{"j"}, []string{"s"}},
	"ட": {[]string{"t", "d"}, []string{"t"}, []string{"d"}, []string{"d", "t"}},
	"த": {[]string{"th", "dh"}, []string{"th"}, []string{"dh", "th"}, []string{"dh", "th"}},
	"ப": {[]string{"p", "b"}, []string{"p"}, []string{"b"}, []string{"b", "p"}},
}

func tamilConsonant(word []letter, i int, afterBare, betweenVowels bool) []string {
	l := word[i]
	hard, known := tamilHard[l.sign]
	if !known && len(l.sign) == len("க") {
		return l.latin[:1]
	}
	if !known { // a sequence
		return l.latin
	}
	before := ""
	if afterBare {
		before = word[i-2].sign
	}
	doubles := i+2 < len(word) && word[i+1].kind == virama && word[i+2].sign == l.sign
	switch {
	case before == l.sign, doubles:
		return hard.doubled
	case before != "" && strings.Contains(tamilNasals, before):
		return hard.afterNasal
	case betweenVowels:
		return hard.between
	}
	return hard.begin
}

// silences returns the ways to read a word: for each, which parts are silent inherent vowels.
func silences(script Script, parts []part) [][]bool {
	none := make([]bool, len(parts))
	switch script {
	case Devanagari, Bengali, Gujarati, Gurmukhi:
	case Odia: // some speak the last vowel
		if last := len(parts) - 1; last >= 0 && parts[last].inherent {
			silent := slices.Clone(none)
			silent[last] = true
			return [][]bool{none, silent}
		}
		return [][]bool{none}
	default:
		return [][]bool{none}
	}
	ends := [][]bool{none}
	if last := len(parts) - 1; last >= 0 && parts[last].inherent && slices.ContainsFunc(parts[:last], func(p part) bool { return p.isVowel() }) {
		silent := slices.Clone(none)
		silent[last] = true
		ends = [][]bool{silent}
		if last >= 2 && parts[last-2].kind == consonant {
			ends = append(ends, none)
		}
	}
	var all [][]bool
	for _, end := range ends {
		all = append(all, silenceInherent(parts, end, true), silenceInherent(parts, end, false), end)
		if bare := withoutLastVowel(script, parts, end); bare != nil {
			all = append(all, bare)
		}
	}
	return all
}

// silenceInherent silences each inherent vowel that has a spoken vowel and a consonant before it and a consonant and a
// spoken vowel after it, scanning from the right or from the left. A nasal counts as a spoken vowel in a scan from the
// left.
func silenceInherent(parts []part, end []bool, fromRight bool) []bool {
	silent := slices.Clone(end)
	spoken := func(i int) bool {
		return i >= 0 && i < len(parts) && (parts[i].isVowel() && !silent[i] || parts[i].kind == nasal && !fromRight)
	}
	for n := range parts {
		i := n
		if fromRight {
			i = len(parts) - 1 - n
		}
		if parts[i].inherent && !silent[i] && i >= 2 && i+2 < len(parts) &&
			parts[i-1].kind == consonant && spoken(i-2) && parts[i+1].kind == consonant && spoken(i+2) {
			silent[i] = true
		}
	}
	return silent
}

// withoutLastVowel silences the vowel between two consonants that Gurmukhi does not write as a conjunct: ਮਿਰਚ is mirch.
// It returns nil for other scripts and words.
func withoutLastVowel(script Script, parts []part, end []bool) []bool {
	last := len(parts) - 1
	if script != Gurmukhi || last < 3 || !parts[last].inherent || !end[last] || !parts[last-2].inherent {
		return nil
	}
	if !slices.Contains([]string{"r", "l", "n", "s", "m"}, parts[last-3].latin[0]) {
		return nil
	}
	silent := slices.Clone(end)
	silent[last-2] = true
	return silent
}

// combine returns the transliterations of a word, one for each choice of letters.
func combine(parts []part, silent []bool) []string {
	readings := []string{""}
	for i, p := range parts {
		if silent[i] {
			continue
		}
		var longer []string
		for _, choice := range p.latin {
			for _, reading := range readings {
				longer = append(longer, reading+choice)
			}
		}
		readings = longer[:min(len(longer), maxReadings)]
	}
	return readings
}
