package unicodetext_test

import (
	"testing"

	"kirana/internal/unicodetext"
)

func TestKey_isOneForTextsThatLookTheSame(t *testing.T) {
	t.Parallel()
	for want, texts := range map[string][]string{
		"café nero": {"Café Nero", "Cafe\u0301 Nero", " CAFÉ\u00a0 nero", "Ca\u200bfé Nero\ufeff", "Cafe\u0301\u200d\u2003Nero", "Ｃafé　Nero"},
		"क\u093cलम": {"क\u093cलम", "\u0958लम", "क\u093cल\u200cम"},
		"baker's":   {"Baker's", "Baker’s", "Baker‘s", "Baker`s", "Baker´s", "Bakerʼs", "Baker′s", "Baker＇s", "Ba\u00adker’s"},
		`7" pan`:    {`7" Pan`, "7” Pan", "7“ Pan", "7″\u00a0Pan", "7＂ Pan"},
		"7-up":      {"7-Up", "7‐Up", "7‑Up", "7–Up", "7—Up", "7−Up", "7－Up", "7﹣Up"},
	} {
		for _, text := range texts {
			if got := unicodetext.Key(text); got != want {
				t.Errorf("the key of %+q is %+q, want %+q", text, got, want)
			}
		}
	}
	if unicodetext.Key("Café") == unicodetext.Key("Cafe") {
		t.Error("an accent makes no difference")
	}
}

func TestVisible_isComposed(t *testing.T) {
	t.Parallel()
	if got := unicodetext.Visible(" Cafe\u0301 "); got != "Café" {
		t.Errorf("visible: %+q, want Café, composed", got)
	}
}

func TestEmail_hasOneFormForEachMailbox(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Asha@Example.COM":               "asha@example.com",
		" asha@example.com\u200b":        "asha@example.com",
		"a@münchen.example":              "a@münchen.example",
		"a@mu\u0308nchen.example":        "a@münchen.example",
		"a@xn--mnchen-3ya.example":       "a@münchen.example",
		"a@MÜNCHEN.example":              "a@münchen.example",
		"राम@उदाहरण.भारत":                "राम@उदाहरण.भारत",
		"a@xn--p1b6ci4b4b3a.xn--h2brj9c": "a@उदाहरण.भारत",
		"o'brien+shop@mail.example.in":   "o'brien+shop@mail.example.in",
	} {
		if got, ok := unicodetext.Email(text); !ok || got != want {
			t.Errorf("%q is %q, %v; want %q", text, got, ok, want)
		}
	}
}

func TestEmail_refusesInvalidAddresses(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", "a", "@example.com", "a@", "a@b", "a b@example.com", "Asha <a@example.com>", `"a b"@example.com`,
		"x@[127.0.0.1]", "a@127.0.0.1", "x@[IPv6:::1]", "a@-b.cc", "a@b-.cc", "x@b_c.dd", "a@b..cc", "a@.cc", "a@b.cc.", "a@b.c", "a@b.123",
		"a@xn--a.example", "a@exa mple.com", "a@example.c-", "a..b@example.com", ".a@example.com",
		"a123456789012345678901234567890123456789012345678901234567890123456@example.com",
		"a@a23456789012345678901234567890123456789012345678901234567890123456.com",
	} {
		if got, ok := unicodetext.Email(text); ok {
			t.Errorf("%q is read as the address %q, want none", text, got)
		}
	}
}

func TestEmailASCII_isAcceptedByMailServers(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a@münchen.example": "a@xn--mnchen-3ya.example",
		"a@example.com":     "a@example.com",
		"राम@उदाहरण.भारत":   "राम@xn--p1b6ci4b4b3a.xn--h2brj9c",
		"nobody": "nobody",
	} {
		if got := unicodetext.EmailASCII(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}
