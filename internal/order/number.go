package order

import (
	"crypto/rand"
	"strings"
)

// symbols are the characters of an order number. None looks like another (no 0 O,
// 1 I L; of 2 Z, 5 S and 8 B only the digit), none is easily misheard for another
// (no B D E G P T V, no N), and without vowels no number spells a word.
const symbols = "23456789CFHJKMRWXY"

const numberLength = 8

// newNumber makes an order number such as "ORD-7K4M-2X9C". There are 11 billion;
// the database refuses the rare one that is taken.
func newNumber() string {
	var b strings.Builder
	b.WriteString("ORD-")
	for i, place := range randomPlaces() {
		if i == numberLength/2 {
			b.WriteByte('-')
		}
		b.WriteByte(symbols[place])
	}
	return b.String()
}

// randomPlaces draws places in symbols, each as likely as the others.
func randomPlaces() []int {
	const fair = 256 - 256%len(symbols) // bytes from here on would favour the first symbols
	places := make([]int, 0, numberLength)
	for len(places) < numberLength {
		var bytes [numberLength]byte
		_, _ = rand.Read(bytes[:]) // never fails: https://pkg.go.dev/crypto/rand#Read
		for _, b := range bytes {
			if int(b) < fair && len(places) < numberLength {
				places = append(places, int(b)%len(symbols))
			}
		}
	}
	return places
}
