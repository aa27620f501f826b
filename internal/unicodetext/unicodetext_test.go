package unicodetext_test

import (
	"testing"

	"kirana/internal/unicodetext"
)

func TestVisible_dropsInvisibleCharacters(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		"", "   ", "\u200b", "\u202e\u200b", "\u00a0\u200d", "\ufeff", "\u2060\u2063", "\u3164", "\u115f\u1160", "\u2800", "\ufe0f",
		"\u180e", "\u061c", "\u2066\u2069", "\u00ad", "\u034f", "\u0085", "\u2028", "\U000e0067",
	} {
		if got := unicodetext.Visible(s); got != "" {
			t.Errorf("%+q is visible as %+q, want nothing", s, got)
		}
	}
}

func TestVisible_removesHiddenCharactersFromVisibleText(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{
		"\u202eMilk\u202c":        "Milk",
		"Mi\u200blk":              "Milk",
		" \ufeff Toor Dal\u200b ": "Toor Dal",
		"a\nb":                    "a\nb",
	} {
		if got := unicodetext.Visible(s); got != want {
			t.Errorf("%+q shows as %+q, want %+q", s, got, want)
		}
	}
}

func TestVisible_keepsOrdinaryText(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		"👨\u200d👩\u200d👧\u200d👦", "❤️", "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", "1️⃣",
		"दूध", "क्\u200dष", "حليب كامل الدسم", "חלב 3%", "نان\u200cها", "é", "豆腐", "₹50",
	} {
		if got := unicodetext.Visible(s); got != s {
			t.Errorf("%+q is visible as %+q, want it unchanged", s, got)
		}
	}
}

func TestLines_findsEveryKindOfBreak(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"x\ny", "x\ry", "x\r\ny", "x\u2028y", "x\u2029y", "x\u0085y", "x\vy", "x\fy"} {
		if !unicodetext.Lines(s) {
			t.Errorf("%+q counts as one line, want several", s)
		}
	}
	for _, s := range []string{"", "x y", "x\ty", "दूध"} {
		if unicodetext.Lines(s) {
			t.Errorf("%+q counts as several lines, want one", s)
		}
	}
}

func TestPrintable_refusesCharactersThatADatabaseRefuses(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"a\x00b", "a\x1bb", "a\x7fb", "a\xffb", "a\ufffdb"} {
		if unicodetext.Printable(s) {
			t.Errorf("%q counts as printable", s)
		}
	}
	for _, s := range []string{"", "x\ny", "x\r\ny", "x\ty", "दूध ₹50", "👨\u200d👩"} {
		if !unicodetext.Printable(s) {
			t.Errorf("%q counts as not printable", s)
		}
	}
}
