package indic

import "strings"

// Key returns a phonetic key, the same for all spellings of a word in Latin letters: "ata" for atta and aata, "jira"
// for zeera. It returns "" for a word with other letters or digits.
func Key(word string) string {
	for i := range len(word) {
		if word[i] < 'a' || word[i] > 'z' {
			return ""
		}
	}
	var space [2 * maxKeyLength]byte
	key := consonants.fold(space[:0], word)
	key = longVowels(key)
	key = withoutBreath(key)
	key = semivowels(key)
	key = diphthongs(key)
	return string(singleLetters(key))
}

// maxKeyLength is the length in letters up to which Key does not allocate.
const maxKeyLength = 32

// replacements lists letters and their substitutes, the longest first.
type replacements []struct{ from, to string }

// consonants lists consonants with several spellings.
var consonants = replacements{
	{"chchh", "ch"}, {"chch", "ch"}, {"cch", "ch"}, {"chh", "ch"}, {"ch", "ch"}, {"zh", "l"}, {"ph", "f"}, {"sh", "s"}, {"z", "j"}, {"w", "v"}, {"q", "k"}, {"x", "ks"}, {"c", "k"},
}

func (r replacements) fold(to []byte, word string) []byte {
next:
	for i := 0; i < len(word); {
		for _, replacement := range r {
			if strings.HasPrefix(word[i:], replacement.from) {
				to = append(to, replacement.to...)
				i += len(replacement.from)
				continue next
			}
		}
		to = append(to, word[i])
		i++
	}
	return to
}

// longVowels replaces aa, ee, ii, oo and uu by one letter.
func longVowels(key []byte) []byte {
	short := [...]byte{'a': 'a', 'e': 'i', 'i': 'i', 'o': 'u', 'u': 'u'}
	to := key[:0]
	for i := 0; i < len(key); i++ {
		letter := key[i]
		if isVowel(letter) && i+1 < len(key) && key[i+1] == letter {
			letter = short[letter]
			i++
		}
		to = append(to, letter)
	}
	return to
}

// withoutBreath drops the h of aspirated consonants (kh, gh, jh, th, dh, ph, bh, rh), which many people do not type.
func withoutBreath(key []byte) []byte {
	to := key[:0]
	for i, letter := range key {
		if letter == 'h' && i > 0 && strings.IndexByte("kgjtdpbr", key[i-1]) >= 0 {
			continue
		}
		to = append(to, letter)
	}
	return to
}

// semivowels replaces y by i where it sounds like i, and drops y between an i and a vowel, in either order.
func semivowels(key []byte) []byte {
	var space [2 * maxKeyLength]byte
	source := append(space[:0], key...)
	vowelAt := func(i int) bool { return i >= 0 && i < len(source) && isVowel(source[i]) }
	to := key[:0]
	for i, letter := range source {
		switch {
		case letter != 'y' || i == 0:
		case vowelAt(i-1) && i+1 < len(source) && source[i+1] == 'i':
			continue
		case source[i-1] == 'i' && vowelAt(i+1):
			continue
		case !vowelAt(i - 1), !vowelAt(i + 1):
			letter = 'i'
		}
		to = append(to, letter)
	}
	return to
}

// diphthongs replaces au and ou by o, ai and ei before a consonant by e, and other ei by ai.
func diphthongs(key []byte) []byte {
	to := key[:0]
	for i := 0; i < len(key); i++ {
		letter := key[i]
		if i+1 < len(key) {
			consonantNext := i+2 < len(key) && !isVowel(key[i+2])
			switch pair := string(key[i : i+2]); {
			case pair == "au", pair == "ou":
				letter = 'o'
				i++
			case (pair == "ai" || pair == "ei") && consonantNext:
				letter = 'e'
				i++
			case pair == "ei":
				letter = 'a'
			}
		}
		to = append(to, letter)
	}
	return to
}

// singleLetters replaces n before p, b, m and f by m, doubled letters by one, and ah before a consonant by eh.
func singleLetters(key []byte) []byte {
	to := key[:0]
	for i, letter := range key {
		if letter == 'n' && i+1 < len(key) && strings.IndexByte("pbmf", key[i+1]) >= 0 {
			letter = 'm'
		}
		if n := len(to); n > 0 && to[n-1] == letter {
			continue
		}
		to = append(to, letter)
	}
	for i := 0; i+2 < len(to); i++ {
		if to[i] == 'a' && to[i+1] == 'h' && !isVowel(to[i+2]) {
			to[i] = 'e'
		}
	}
	return to
}

func isVowel(letter byte) bool {
	switch letter {
	case 'a', 'e', 'i', 'o', 'u':
		return true
	}
	return false
}
