package csvimport

// separators are tried in this order; the first wins a tie.
const separators = ",;\t|"

var separatorNames = map[byte]string{',': "comma", ';': "semicolon", '\t': "tab", '|': "bar"}

// separatorOf takes the separator under which the most columns of the header
// are known, then the one that is there most often.
func separatorOf(header []byte, o Options) byte {
	known := knownNames(o)
	best, bestKnown, bestCount := byte(','), -1, -1
	for _, sep := range []byte(separators) {
		c := lexer{sep: sep}
		c.feed(header)
		n := 0
		for _, cell := range c.cells {
			if known[plainName(string(cell))] || known[shortName(string(cell))] {
				n++
			}
		}
		if n > bestKnown || (n == bestKnown && len(c.cells) > bestCount) {
			best, bestKnown, bestCount = sep, n, len(c.cells)
		}
	}
	return best
}

// knownNames are the plain names of columns that can be used.
func knownNames(o Options) map[string]bool {
	known := map[string]bool{}
	for _, mapped := range o.Map {
		known[plainName(mapped)] = true
	}
	for _, names := range usualNames {
		for _, name := range names {
			known[name] = true
		}
	}
	delete(known, "")
	return known
}
