package csvimport

// separators are tried in this order; the first wins a tie.
const separators = ",;\t|"

var separatorNames = map[byte]string{',': "comma", ';': "semicolon", '\t': "tab", '|': "bar"}

// separatorOf returns the separator that yields the most known headings, then the one that occurs most often.
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

// knownNames returns the normalized headings that are recognized.
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
