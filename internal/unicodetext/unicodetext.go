// Package unicodetext classifies characters as visible or printable, and normalizes names, emails,
// and numbers in the digits of any script.
package unicodetext

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// IsHidden reports whether a character is invisible and meaningless in a shop's texts: zero-width,
// direction and word-break characters. The two joiners (U+200C and U+200D) are not hidden: Indian
// scripts and emoji need them.
func IsHidden(r rune) bool {
	switch {
	case r == 0xad, r == 0x61c, r == 0x180e, r == 0x200b, r == 0x200e, r == 0x200f, r == 0xfeff:
		return true
	case r >= 0x202a && r <= 0x202e, r >= 0x2060 && r <= 0x206f:
		return true
	}
	return r >= 0xfff9 && r <= 0xfffb
}

// Visible returns a text in composed form without hidden characters and surrounding blanks; "" if
// nothing in it is visible.
func Visible(s string) string {
	if ascii(s) {
		return strings.TrimSpace(s)
	}
	s = strings.TrimSpace(Compose(s))
	if strings.IndexFunc(s, shows) < 0 {
		return ""
	}
	return s
}

// Printable reports whether a text is UTF-8 without control characters except line breaks and tabs.
// A lone surrogate in JSON has become utf8.RuneError.
func Printable(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool {
		return (r < ' ' && r != '\n' && r != '\r' && r != '\t') || r == 0x7f || r == utf8.RuneError
	})
}

// Lines reports whether a text has a line break of any kind.
func Lines(s string) bool { return strings.ContainsAny(s, "\n\r\v\f\u0085\u2028\u2029") }

// shows reports whether a character is visible on its own.
func shows(r rune) bool {
	switch {
	case unicode.IsSpace(r), unicode.IsControl(r), unicode.Is(unicode.Variation_Selector, r):
		return false
	case isJoiner(r):
		return false
	case r == 0x115f, r == 0x1160, r == 0x3164, r == 0xffa0, r == 0x2800, r == 0x17b4, r == 0x17b5: // letters drawn as a gap
		return false
	}
	return r < 0xe0000 || r > 0xe007f // the tags of a flag
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
