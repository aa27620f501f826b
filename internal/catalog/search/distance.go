package search

import "math/bits"

// letters is the set of a word's letters, one bit for each of a–z and one for all others. Words far apart in their
// letters are far apart in spelling, which spares most comparisons.
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

// canBeWithin reports whether two words with these letters may be within max errors of each other.
func canBeWithin(a, b uint32, maximum int) bool {
	return bits.OnesCount32(a^b) <= 2*maximum
}

// canStartWithin reports whether a word with letters b may begin with something within max errors of a word with letters a.
func canStartWithin(a, b uint32, maximum int) bool {
	return bits.OnesCount32(a&^b) <= maximum
}

// maxWordLength is the number of letters of a word that are compared.
const maxWordLength = 40

// editDistance counts wrong, missing, extra and swapped letters between two words (optimal string alignment).
// Beyond max it gives max+1.
func editDistance(a, b []rune, maximum int) int {
	if len(a) > maxWordLength || len(b) > maxWordLength || len(a)-len(b) > maximum || len(b)-len(a) > maximum {
		return maximum + 1
	}
	var rows [3][maxWordLength + 1]uint8
	return min(int(align(&rows, a, b, maximum)[len(b)]), maximum+1)
}

// prefixDistance counts the errors between a typed beginning and the best fitting beginning of a word; beyond max it gives
// max+1. Short beginnings fit too much, so below five letters the last one must be right and none may be too many.
func prefixDistance(typed, word []rune, maximum int) int {
	n := len(typed)
	if n > maxWordLength || len(word) < n-maximum {
		return maximum + 1
	}
	word = word[:min(len(word), n+maximum, maxWordLength)]
	var rows [3][maxWordLength + 1]uint8
	last := align(&rows, typed, word, maximum)
	best := maximum + 1
	for end := max(1, n-maximum); end <= len(word); end++ {
		if n < 5 && (end < n || !sameEnding(typed, word[:end])) {
			continue
		}
		best = min(best, int(last[end]))
	}
	return best
}

// sameEnding reports whether two words end in the same letter, or in the same two letters swapped.
func sameEnding(a, b []rune) bool {
	n, m := len(a), len(b)
	return a[n-1] == b[m-1] || (m > 1 && a[n-1] == b[m-2] && a[n-2] == b[m-1])
}

// align fills the table of alignments and gives its last row: the errors between a and each beginning of b. It gives up
// early, with more than max everywhere, when no beginning can be near enough any more.
func align(rows *[3][maxWordLength + 1]uint8, a, b []rune, maximum int) *[maxWordLength + 1]uint8 {
	before, above, row := &rows[0], &rows[1], &rows[2]
	for j := range len(b) + 1 {
		above[j] = uint8(j)
	}
	for i := 1; i <= len(a); i++ {
		row[0] = uint8(i)
		least := row[0]
		for j := 1; j <= len(b); j++ {
			cost := above[j-1]
			if a[i-1] != b[j-1] {
				cost++
			}
			cost = min(cost, above[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cost = min(cost, before[j-2]+1)
			}
			row[j] = cost
			least = min(least, cost)
		}
		// A swap can reach back over one row, so one row too far is not the end yet.
		if int(least) > maximum+1 {
			for j := range row {
				row[j] = uint8(maximum + 1)
			}
			return row
		}
		before, above, row = above, row, before
	}
	return above
}
