package order

import (
	"crypto/rand"
	"strings"
)

// symbols are the characters of a line's number. They leave out characters that look alike (0, O
// and Q; 1, I and L; Z like 2; S like 5; B like 8), letters that sound alike (B D E G P T V; N like
// M), and vowels, so that no number spells a word.
const symbols = "23456789CFHJKMRWXY"

const numberLength = 8

// newNumber returns a random number for a line, such as "ORD-7K4M-2X9C". There are 11 billion; a
// unique index refuses duplicates.
func newNumber() string {
	var b strings.Builder
	b.WriteString("ORD-")
	for i, index := range randomIndexes() {
		if i == numberLength/2 {
			b.WriteByte('-')
		}
		b.WriteByte(symbols[index])
	}
	return b.String()
}

// randomIndexes returns uniformly distributed indexes into symbols.
func randomIndexes() []int {
	const unbiased = 256 - 256%len(symbols) // larger bytes would favor the first symbols
	indexes := make([]int, 0, numberLength)
	for len(indexes) < numberLength {
		var bytes [numberLength]byte
		_, _ = rand.Read(bytes[:]) // never fails: https://pkg.go.dev/crypto/rand#Read
		for _, b := range bytes {
			if int(b) < unbiased && len(indexes) < numberLength {
				indexes = append(indexes, int(b)%len(symbols))
			}
		}
	}
	return indexes
}
