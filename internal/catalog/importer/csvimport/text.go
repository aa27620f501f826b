package csvimport

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/text/encoding/charmap"

	"kirana/internal/unicodetext"
)

// line cleans a one-line text: a name, a category, a unit.
func line(s string) string {
	return strings.Join(strings.Fields(clean(s)), " ")
}

// paragraphs cleans a longer text and keeps up to two consecutive line breaks.
func paragraphs(s string) string {
	var out []string
	for l := range strings.SplitSeq(clean(s), "\n") {
		l = strings.Join(strings.Fields(l), " ")
		if l == "" && (len(out) == 0 || out[len(out)-1] == "") {
			continue
		}
		out = append(out, l)
	}
	return strings.TrimSpace(strings.Join(out, "\n"))
}

// clean repairs letters, converts HTML to text and removes control characters.
func clean(s string) string {
	if plain(s) {
		return s
	}
	s = repair(s)
	// Twice: exports escape escaped text ("&amp;amp;").
	for range 2 {
		if strings.IndexByte(s, '&') < 0 {
			break
		}
		s = html.UnescapeString(s)
	}
	if strings.IndexByte(s, '<') >= 0 {
		s = withoutTags(s)
	}
	return unicodetext.Compose(strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case r == '\r':
			return '\n'
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), r == utf8.RuneError, unicodetext.IsHidden(r):
			return -1
		}
		return r
	}, strings.ReplaceAll(s, "\r\n", "\n")))
}

// withoutTags returns the text of HTML that is already unescaped. Block tags become line breaks; scripts, styles and
// comments are removed. Other "<" ("5 < 6", "a <b") are kept.
func withoutTags(s string) string {
	var out strings.Builder
	z := html.NewTokenizer(strings.NewReader(s))
	hidden := atom.Atom(0) // open script or style
	for {
		switch kind := z.Next(); kind {
		case html.ErrorToken:
			out.Write(z.Raw()) // unclosed tag
			return out.String()
		case html.TextToken:
			if hidden == 0 {
				out.Write(z.Raw())
			}
		case html.CommentToken, html.DoctypeToken:
			out.WriteByte(' ')
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			name, _ := z.TagName()
			tag := atom.Lookup(name)
			hidden = 0
			switch {
			case isLineBreak(tag):
				out.WriteByte('\n')
			case tag != atom.Script && tag != atom.Style:
				z.NextIsNotRawText()
			case kind != html.EndTagToken:
				hidden = tag
				out.WriteByte(' ')
			}
		}
	}
}

// isLineBreak reports whether a tag begins a new line.
func isLineBreak(tag atom.Atom) bool { return slices.Contains(lineBreaks, tag) }

var lineBreaks = []atom.Atom{
	atom.Br, atom.P, atom.Div, atom.Li, atom.Ul, atom.Ol, atom.Tr, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6,
}

// plain reports whether a text needs no cleaning, which is true for nearly every cell.
func plain(s string) bool {
	for i := range len(s) {
		if b := s[i]; b < ' ' || b >= 0x7f || b == '&' || b == '<' {
			return false
		}
	}
	return true
}

// repair fixes UTF-8 that was decoded as Windows-1252 ("CafÃ©"). It changes only runs beyond ASCII whose bytes are valid
// UTF-8 as a whole, which real words are not.
func repair(s string) string {
	// Twice: some files were decoded wrongly twice.
	for range 2 {
		fixed, changed := repairOnce(s)
		if !changed {
			return s
		}
		s = fixed
	}
	return s
}

func repairOnce(s string) (string, bool) {
	var out strings.Builder
	changed := false
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			out.WriteByte(s[i])
			i++
			continue
		}
		end := i
		for end < len(s) && s[end] >= utf8.RuneSelf {
			end++
		}
		run := s[i:end]
		if bytes, ok := bytes1252(run); ok && utf8.Valid(bytes) {
			out.Write(bytes)
			changed = true
		} else {
			out.WriteString(run)
		}
		i = end
	}
	return out.String(), changed
}

func bytes1252(s string) ([]byte, bool) {
	out := make([]byte, 0, len(s))
	for _, r := range s {
		b, ok := charmap.Windows1252.EncodeRune(r)
		if !ok {
			return nil, false
		}
		out = append(out, b)
	}
	return out, true
}

// cutAtWord shortens a text to at most n characters, at a blank if one is near, and appends "…".
func cutAtWord(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	runes := make([]rune, 0, n)
	for _, r := range s {
		if len(runes) == n-1 {
			break
		}
		runes = append(runes, r)
	}
	for i := len(runes) - 1; i > len(runes)*3/4; i-- {
		if unicode.IsSpace(runes[i]) {
			runes = runes[:i]
			break
		}
	}
	return strings.TrimRightFunc(string(runes), unicode.IsSpace) + "…"
}

// isNull reports whether a cell means that there is no value, such as "n/a".
func isNull(s string) bool {
	switch strings.ToLower(s) {
	case "", "-", "--", "na", "n/a", "#n/a", "nan", "null", "none", "nil":
		return true
	}
	return false
}

// value returns a cell as one line, "" if isNull.
func value(s string) string {
	if s = line(s); isNull(s) {
		return ""
	}
	return s
}

// number returns value with ASCII digits.
func number(s string) string { return unicodetext.Digits(value(s)) }

// fold normalizes a text for comparison: lower case, without surrounding blanks.
func fold(s string) string {
	return strings.ToLower(strings.TrimSpace(s))
}

// withBrand prefixes the brand unless the name contains it.
func withBrand(brand, name string) string {
	if brand == "" || containsBrand(name, brand) {
		return name
	}
	return brand + " " + name
}

// containsBrand reports whether the name contains the brand, or another word, as whole words, ignoring case and blanks ("Maha Kosh" in
// "Mahakosh Oil").
func containsBrand(name, brand string) bool {
	want := squeeze(brand)
	runes := []rune(strings.ToLower(name))
	for start := range runes {
		if start > 0 && wordRune(runes[start-1]) || unicode.IsSpace(runes[start]) {
			continue
		}
		i, matched := start, 0
		for i < len(runes) && matched < len(want) {
			if unicode.IsSpace(runes[i]) {
				i++
				continue
			}
			if runes[i] != want[matched] {
				break
			}
			i, matched = i+1, matched+1
		}
		if matched == len(want) && (i == len(runes) || !wordRune(runes[i])) {
			return true
		}
	}
	return false
}

func squeeze(s string) []rune {
	var out []rune
	for _, r := range strings.ToLower(s) {
		if !unicode.IsSpace(r) {
			out = append(out, r)
		}
	}
	return out
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }
