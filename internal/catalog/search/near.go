package search

import (
	"math"
	"math/bits"
)

// nearWords computes the edit distance between the typed text and every word of the vocabulary, in alphabetical order.
// Words with the same beginning share the rows of its table. A row has one mask for each number of errors, with a bit for
// each prefix of the typed text (Wu and Manber, "Fast text searching allowing errors"). Most words are skipped by length
// and letters.
type nearWords struct {
	typed   []rune
	errors  int  // the maximum
	whole   bool // compare whole words only, no beginnings
	letters uint32
	sorted  []entry
	masks   [128]uint64 // by letter: bit j is set if it is the jth typed letter
	// rows[d*(errors+1)+k] has bit j set if the first d letters of the word and the first j typed letters are at most k
	// errors apart. Errors are wrong, missing, extra and swapped letters (optimal string alignment).
	rows []uint64
	// wordMasks[d] is the mask of the word's dth letter.
	wordMasks [maxWordLength + 2]uint64
	// best[d] is the smallest number of errors between the typed text and a beginning of up to d letters.
	best  [maxWordLength + 2]int
	depth int  // filled rows, without row 0
	dead  bool // no longer prefix can be near enough
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

// each calls visit for every word that may be near the typed text, or may begin with letters near it. whole is the
// number of errors of the word, and beginning the number of errors of its best beginning; errors+1 means more than the
// maximum. Texts over maxWordLength match nothing.
func (w *nearWords) each(visit func(e entry, whole, beginning int)) {
	if len(w.typed) > maxWordLength {
		return
	}
	shortest, longest := len(w.typed)-w.errors, math.MaxUint16
	if w.whole {
		longest = len(w.typed) + w.errors
	}
	shared := 0 // leading letters in common with the word of the filled rows
	for i := range w.sorted {
		e := &w.sorted[i]
		shared = min(shared, int(e.shared))
		// A typed letter that the word lacks is an error. This test excludes most words, so it comes first.
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

// advance fills the rows of the next word until its distance is known or too large.
func (w *nearWords) advance(e *entry, shared int) {
	if shared < w.depth {
		w.depth, w.dead = shared, false
	}
	// A prefix that has more extra letters than the allowed errors is in no near word.
	for last := min(int(e.length), len(w.typed)+w.errors, maxWordLength); !w.dead && w.depth < last; {
		w.addRow(e.term.runes)
	}
}

// addRow fills the row of the word's next letter.
func (w *nearWords) addRow(word []rune) {
	d, n := w.depth+1, w.errors+1
	above, row := w.rows[(d-1)*n:d*n], w.rows[d*n:(d+1)*n]
	mask := w.mask(word[d-1])
	w.wordMasks[d] = mask
	swapped := w.wordMasks[d-1] & (mask << 1) // where the typed text has the word's last two letters in swapped order
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
	// The next row may also use the row above, for a swap.
	w.dead = row[w.errors]&typed == 0 && above[w.errors-1]&typed == 0
}

// mask returns the positions at which a letter was typed.
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

// errorsOf returns the number of errors between the word's first letters and the typed text; errors+1 means more than
// the maximum.
func (w *nearWords) errorsOf(letters int) int {
	for k, set := range w.rows[letters*(w.errors+1) : (letters+1)*(w.errors+1)] {
		if set>>len(w.typed)&1 != 0 {
			return k
		}
	}
	return w.errors + 1
}

// isBeginning reports whether a half typed text may mean these letters. The last of fewer than five typed letters must
// be right, and none may be extra, because short beginnings match too much.
func (w *nearWords) isBeginning(letters []rune) bool {
	n := len(w.typed)
	if n < 5 {
		return len(letters) >= n && sameEnding(w.typed, letters)
	}
	return len(letters) >= max(1, n-w.errors)
}
