package csvimport

import (
	"html"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"kirana/internal/unicodetext"
)

var (
	hiddenTags = regexp.MustCompile(`(?is)<(script|style)\b[^<>]*>.*?</(script|style)\s*>|<!--.*?-->`)
	breakTags  = regexp.MustCompile(`(?i)</?(br|p|div|li|ul|ol|tr|h[1-6])\b[^<>]*>`)
	otherTags  = regexp.MustCompile(`</?[a-zA-Z][^<>]*>`)
)

// line cleans a text that is on one line: a name, a category, a unit.
func line(s string) string {
	return strings.Join(strings.Fields(clean(s)), " ")
}

// paragraphs cleans a longer text and keeps its line breaks, two at most.
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

// clean repairs letters, turns HTML into text and takes out what is not text.
func clean(s string) string {
	if plain(s) {
		return s
	}
	s = repair(s)
	// Twice, because exports escape what was escaped ("&amp;amp;").
	for range 2 {
		if strings.IndexByte(s, '&') < 0 {
			break
		}
		s = html.UnescapeString(s)
	}
	if strings.IndexByte(s, '<') >= 0 {
		s = hiddenTags.ReplaceAllString(s, " ")
		s = breakTags.ReplaceAllString(s, "\n")
		s = otherTags.ReplaceAllString(s, "")
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case r == '\r':
			return '\n'
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), r == utf8.RuneError, unicodetext.Hidden(r):
			return -1
		}
		return r
	}, strings.ReplaceAll(s, "\r\n", "\n"))
}

// plain reports whether there is nothing to clean, as in nearly every cell.
func plain(s string) bool {
	for i := range len(s) {
		if b := s[i]; b < ' ' || b >= 0x7f || b == '&' || b == '<' {
			return false
		}
	}
	return true
}

// repair puts right what was UTF-8 and was read as Windows-1252 ("CafÃ©"). It
// touches only runs of letters beyond ASCII whose bytes are valid UTF-8 as a
// whole, which no real word's are; anything less certain stays as it is.
func repair(s string) string {
	// Some files went through it twice.
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

// cutAtWord shortens a text to at most n characters, at a blank where one is
// near, and ends it with "…".
func cutAtWord(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	runes := []rune(s)[:n-1]
	for i := len(runes) - 1; i > len(runes)*3/4; i-- {
		if unicode.IsSpace(runes[i]) {
			runes = runes[:i]
			break
		}
	}
	return strings.TrimRightFunc(string(runes), unicode.IsSpace) + "…"
}

// isNull reports whether a cell is filled in only to say that it is empty.
func isNull(s string) bool {
	switch strings.ToLower(s) {
	case "", "-", "--", "na", "n/a", "#n/a", "nan", "null", "none", "nil":
		return true
	}
	return false
}

// value is a cell on one line, empty when it says that it is.
func value(s string) string {
	if s = line(s); isNull(s) {
		return ""
	}
	return s
}

// fold is a text for comparing: without case and without blanks around it.
func fold(s string) string {
	return strings.ToLower(strings.TrimSpace(s))
}

// withBrand puts the brand in front of the name unless the name has it.
func withBrand(brand, name string) string {
	if brand == "" || containsBrand(name, brand) {
		return name
	}
	return brand + " " + name
}

// containsBrand finds the brand in the name as whole words, whatever the case and the
// blanks ("Maha Kosh" in "Mahakosh Oil").
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
