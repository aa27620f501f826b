package search

// nearWords walks the words in alphabetical order and computes the errors between what was typed and each beginning of
// a word once for all words that begin so: words that share a beginning share the rows of the table, and a beginning
// that nothing near can have is passed over with all its words.
type nearWords struct {
	typed  []rune
	errors int // at most
	sorted []entry
	// rows[d][j] are the errors between the first d letters of the word and the first j typed ones, as far as they are allowed.
	rows  [maxWordLength + 2][maxWordLength + 1]uint8
	least [maxWordLength + 2]uint8 // of each row
	// best[d] are the fewest errors between all that was typed and a beginning of up to d letters.
	best  [maxWordLength + 2]int
	depth int  // rows that are filled, beside the first
	dead  bool // no longer word is near enough
}

func newNearWords(sorted []entry, typed []rune, errors int) *nearWords {
	w := &nearWords{typed: typed, errors: errors, sorted: sorted}
	for j := range min(len(typed), maxWordLength) + 1 {
		w.rows[0][j] = uint8(j)
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
	for i := 0; i < len(w.sorted); {
		e := w.sorted[i]
		w.advance(e)
		if w.dead && w.best[w.depth] > w.errors {
			for i++; i < len(w.sorted) && int(w.sorted[i].shared) >= w.depth; {
				i++
			}
			continue
		}
		whole := w.errors + 1
		if w.depth == int(e.length) {
			whole = min(int(w.rows[w.depth][len(w.typed)]), w.errors+1)
		}
		visit(e, whole, w.best[w.depth])
		i++
	}
}

// advance fills the rows of the next word as far as something near is possible.
func (w *nearWords) advance(e entry) {
	if shared := int(e.shared); shared < w.depth {
		w.depth, w.dead = shared, false
	}
	// A beginning that is longer by more errors than allowed is none of a near word.
	for last := min(int(e.length), len(w.typed)+w.errors, maxWordLength); !w.dead && w.depth < last; {
		w.addRow(e.term.runes)
	}
}

// addRow fills the row of the next letter (optimal string alignment: wrong, missing, extra and swapped letters).
func (w *nearWords) addRow(word []rune) {
	d, n := w.depth+1, len(w.typed)
	above, row := &w.rows[d-1], &w.rows[d]
	// A field that is farther from the diagonal than the errors allowed has more of them.
	tooMany := uint8(w.errors + 1)
	from, to := max(1, d-w.errors), min(n, d+w.errors)
	row[from-1] = tooMany
	if from == 1 {
		row[0] = uint8(d)
	}
	least := row[from-1]
	letter := word[d-1]
	for j := from; j <= to; j++ {
		cost := above[j-1]
		if letter != w.typed[j-1] {
			cost++
		}
		cost = min(cost, above[j]+1, row[j-1]+1)
		if d > 1 && j > 1 && letter == w.typed[j-2] && word[d-2] == w.typed[j-1] {
			cost = min(cost, w.rows[d-2][j-2]+1)
		}
		row[j] = cost
		least = min(least, cost)
	}
	if to < n {
		row[to+1], row[n] = tooMany, tooMany
	}
	w.depth = d
	w.least[d] = least
	w.best[d] = w.best[d-1]
	if w.isBeginning(word[:d]) {
		w.best[d] = min(w.best[d], int(row[n]))
	}
	// A swap reaches back over one row.
	w.dead = int(least) > w.errors && int(w.least[d-1]) >= w.errors
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
