package search

// letters is the set of a word's letters, one bit for each of a–z and one for all others. A word
// that lacks one of them cannot end in a text that has it.
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

// maxWordLength is the number of letters of a word that are compared.
const maxWordLength = 40

// sameEnding reports whether two words end in the same letter, or in the same two letters swapped.
func sameEnding(a, b []rune) bool {
	n, m := len(a), len(b)
	return a[n-1] == b[m-1] || (n > 1 && m > 1 && a[n-1] == b[m-2] && a[n-2] == b[m-1])
}
