// Package indic converts words in nine Indian scripts to the Latin letters that people type for them, and translates
// them to English search words.
package indic

import (
	_ "embed"
	"encoding/csv"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Script is an Indian script. The values follow the order of Unicode's blocks.
type Script uint8

// The scripts that the package knows; None is any other.
const (
	None Script = iota
	Devanagari
	Bengali
	Gurmukhi
	Gujarati
	Odia
	Tamil
	Telugu
	Kannada
	Malayalam
)

const (
	firstLetter = 0x900
	lastLetter  = 0xd7f
	blockSize   = 0x80
)

// Of returns the script of a word's first letter.
func Of(word string) Script {
	r, _ := utf8.DecodeRuneInString(word)
	return scriptOf(r)
}

func scriptOf(r rune) Script {
	if r < firstLetter || r > lastLetter {
		return None
	}
	return Script((r-firstLetter)/blockSize) + 1
}

// Digit converts a digit of one of the scripts to '0' to '9', and reports whether r is one.
func Digit(r rune) (byte, bool) {
	place := r % blockSize
	if scriptOf(r) == None || place < 0x66 || place > 0x6f {
		return 0, false
	}
	return byte('0' + place - 0x66), true
}

// Joiners change the shape of neighboring letters and have no sound.
const (
	zeroWidthNonJoiner = '\u200c'
	zeroWidthJoiner    = '\u200d'
)

// IsJoiner reports whether r only changes the shape of the letters next to it.
func IsJoiner(r rune) bool { return r == zeroWidthNonJoiner || r == zeroWidthJoiner }

//go:embed letters.csv
var lettersFile string

// kind is the function of a sign in a word.
type kind uint8

const (
	consonant kind = iota
	vowel          // a letter, or a sign after a consonant
	nasal
	breath // visarga
	virama // removes the vowel of the consonant before it
	final  // a consonant without a vowel
)

// letter is a sign or a sequence of signs with its transliterations.
type letter struct {
	sign  string
	kind  kind
	latin []string
}

// letters maps a rune to the letters that begin with it, the longest first.
var letters = sync.OnceValue(func() map[rune][]letter {
	rows, err := csv.NewReader(strings.NewReader(lettersFile)).ReadAll()
	if err != nil {
		panic(err) // the table is part of the program, and a test reads it
	}
	kinds := map[string]kind{
		"consonant": consonant, "sequence": consonant, "vowel": vowel, "sign": vowel, "nasal": nasal, "visarga": breath, "virama": virama, "final": final,
	}
	byRune := map[rune][]letter{}
	for _, row := range rows[1:] {
		l := letter{sign: norm.NFC.String(row[0]), kind: kinds[row[1]], latin: []string{row[2]}}
		if row[3] != "" {
			l.latin = append(l.latin, row[3])
		}
		first, _ := utf8.DecodeRuneInString(l.sign)
		same := byRune[first]
		at := 0
		for at < len(same) && len(same[at].sign) > len(l.sign) {
			at++
		}
		byRune[first] = append(same[:at:at], append([]letter{l}, same[at:]...)...)
	}
	return byRune
})

// split cuts a word into its letters and skips unknown signs.
func split(word string) []letter {
	word = norm.NFC.String(word)
	var out []letter
next:
	for word != "" {
		first, size := utf8.DecodeRuneInString(word)
		for _, l := range letters()[first] {
			if strings.HasPrefix(word, l.sign) {
				out = append(out, l)
				word = word[len(l.sign):]
				continue next
			}
		}
		word = word[size:]
	}
	return out
}
