package search

import (
	"math"
	"math/bits"
)

// nearWords walks the words in alphabetical order and computes the errors between what was typed and each beginning of
// a word once for all words that begin so: words that share a beginning share the rows of the table. A row is a set for
// each number of errors, with one bit for each beginning of what was typed (Wu and Manber, "Fast text searching allowing
// errors"). Most words are passed over by their length and letters alone.
type nearWords struct {
	typed   []rune
	errors  int  // at most
	whole   bool // no word is wanted for its beginning
	letters uint32
	sorted  []entry
	masks   [128]uint64 // by letter: bit j is set where it is the jth typed one
	// rows[d*(errors+1)+k] has bit j set where the first d letters of the word and the first j typed ones are at most k errors
	// apart: wrong, missing, extra and swapped letters (optimal string alignment).
	rows []uint64
	// wordMasks[d] is where the dth letter of the word was typed.
	wordMasks [maxWordLength + 2]uint64
	// best[d] are the fewest errors between all that was typed and a beginning of up to d letters.
	best  [maxWordLength + 2]int
	depth int  // rows that are filled, beside the first
	dead  bool // no longer word is near enough
}

func newNearWords(sorted []entry, typed []rune, errors int, whole bool) *nearWords {
	w := &nearWords{typed: typed, errors: errors, whole: whole, letters: letters(typed), sorted: sorted}
	if len(typed) > maxWordLength {
		return w
	}
	w.rows = make([]uint64, (maxWordLength+2)*(errors+1))
	for k := range errors + 1 {
		w.rows[k] = 1<<(k+1) - 1
	}
	for j, letter := range typed {
		if int(letter) < len(w.masks) {
			w.masks[letter] |= 1 << (j + 1)
		}
	}
	w.best[0] = errors + 1
	return w
}

// each calls visit with every word that may be near, or begin with something near: the errors of the whole word, and the
// fewest of a beginning; more than the most allowed stands for any number of them. A text that is too long has none.
func (w *nearWords) each(visit func(e entry, whole, beginning int)) {
	if len(w.typed) > maxWordLength {
		return
	}
	shortest, longest := len(w.typed)-w.errors, math.MaxUint16
	if w.whole {
		longest = len(w.typed) + w.errors
	}
	shared := 0 // letters at the beginning that the word shares with the one whose rows are filled
	for i := range w.sorted {
		e := &w.sorted[i]
		shared = min(shared, int(e.shared))
		// Each typed letter that the word has not is an error. Few words pass this, so it comes before their length.
		if bits.OnesCount32(w.letters&^e.letters) > w.errors {
			continue
		}
		if int(e.length) < shortest || int(e.length) > longest {
			continue
		}
		w.advance(e, shared)
		shared = math.MaxUint16
		if w.dead && w.best[w.depth] > w.errors {
			continue
		}
		whole := w.errors + 1
		if w.depth == int(e.length) {
			whole = w.errorsOf(w.depth)
		}
		visit(*e, whole, w.best[w.depth])
	}
}

// advance fills the rows of the next word as far as something near is possible.
func (w *nearWords) advance(e *entry, shared int) {
	if shared < w.depth {
		w.depth, w.dead = shared, false
	}
	// A prefix that is longer by more letters than the allowed errors belongs to no near word.
	for last := min(int(e.length), len(w.typed)+w.errors, maxWordLength); !w.dead && w.depth < last; {
		w.addRow(e.term.runes)
	}
}

// addRow fills the row of the next letter.
func (w *nearWords) addRow(word []rune) {
	d, n := w.depth+1, w.errors+1
	above, row := w.rows[(d-1)*n:d*n], w.rows[d*n:(d+1)*n]
	mask := w.mask(word[d-1])
	w.wordMasks[d] = mask
	swapped := w.wordMasks[d-1] & (mask << 1) // ends of typed letters that are the last two of the word the other way round
	row[0] = above[0] << 1 & mask
	for k := 1; k < n; k++ {
		row[k] = above[k]<<1&mask | above[k-1]<<1 | above[k-1] | row[k-1]<<1
		if swapped != 0 {
			row[k] |= w.rows[(d-2)*n+k-1] << 2 & swapped
		}
	}
	w.depth = d
	w.best[d] = w.best[d-1]
	if w.isBeginning(word[:d]) {
		w.best[d] = min(w.best[d], w.errorsOf(d))
	}
	typed := uint64(1)<<(len(w.typed)+1) - 1
	// A swap reaches back over one row.
	w.dead = row[w.errors]&typed == 0 && above[w.errors-1]&typed == 0
}

// mask returns where a letter was typed.
func (w *nearWords) mask(letter rune) uint64 {
	if int(letter) < len(w.masks) {
		return w.masks[letter]
	}
	var mask uint64
	for j, typed := range w.typed {
		if typed == letter {
			mask |= 1 << (j + 1)
		}
	}
	return mask
}

// errorsOf returns the errors between the first letters of the word and all that was typed; more than the most allowed
// stands for any number of them.
func (w *nearWords) errorsOf(letters int) int {
	for k, set := range w.rows[letters*(w.errors+1) : (letters+1)*(w.errors+1)] {
		if set>>len(w.typed)&1 != 0 {
			return k
		}
	}
	return w.errors + 1
}

// isBeginning reports whether the letters may be what was half typed. Short beginnings fit too much, so below five letters
// the last one must be right and none may be too many.
func (w *nearWords) isBeginning(letters []rune) bool {
	n := len(w.typed)
	if n < 5 {
		return len(letters) >= n && sameEnding(w.typed, letters)
	}
	return len(letters) >= max(1, n-w.errors)
}
