package search

// letters returns the set of a word's letters: a bit for each of a–z and one for all others. A text can end with a word
// only if it has all of the word's letters.
func letters(word []rune) uint32 {
	var set uint32
	for _, r := range word {
		if r >= 'a' && r <= 'z' {
			set |= 1 << (r - 'a')
		} else {
			set |= 1 << 26
		}
	}
	return set
}

// maxWordLength is the number of letters up to which words are compared.
const maxWordLength = 40

// sameEnding reports whether two words end in the same letter, or in the same two letters swapped.
func sameEnding(a, b []rune) bool {
	n, m := len(a), len(b)
	return a[n-1] == b[m-1] || (n > 1 && m > 1 && a[n-1] == b[m-2] && a[n-2] == b[m-1])
}
