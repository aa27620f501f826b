// Package language chooses the language of a request, and translates the server's messages. The code has the English
// messages; a catalog maps each English format to its translation.
package language

import (
	"cmp"
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// English is the language of the messages in the code, and of a shop without another one.
const English = "en"

// Cookie is the name of the cookie with the language that a person chose.
const Cookie = "language"

// cookieLife is the lifetime of the cookie in seconds, as in the web app.
const cookieLife = 365 * 24 * 60 * 60

// NewCookie returns the cookie with a chosen language, which the web app reads and changes.
func NewCookie(lang string, secure bool) *http.Cookie {
	return &http.Cookie{Name: Cookie, Value: lang, Path: "/", MaxAge: cookieLife, SameSite: http.SameSiteLaxMode, Secure: secure} //nolint:gosec // G124: scripts read it; Secure follows the shop's address
}

//go:embed messages/*.json
var files embed.FS

// catalogs returns the messages by language and English format.
var catalogs = sync.OnceValue(func() map[string]map[string]string {
	found := map[string]map[string]string{}
	names, err := files.ReadDir("messages")
	if err != nil {
		panic(err) // the folder is embedded above
	}
	for _, name := range names {
		text, err := files.ReadFile("messages/" + name.Name())
		messages := map[string]string{}
		if err == nil {
			err = json.Unmarshal(text, &messages)
		}
		if err != nil {
			panic(fmt.Sprintf("read the messages in %s: %v", name.Name(), err))
		}
		found[strings.TrimSuffix(name.Name(), path.Ext(name.Name()))] = messages
	}
	return found
})

// All returns the languages that a shop can offer, English first.
func All() []string {
	return append([]string{English}, slices.Sorted(maps.Keys(catalogs()))...)
}

// Choice is a language with its name.
type Choice struct {
	Code string `json:"code" doc:"Language code, such as en or hi."`
	Name string `json:"name" doc:"Name in the language itself."`
}

// Choices returns languages with their names.
func Choices(langs []string) []Choice {
	choices := make([]Choice, len(langs))
	for i, lang := range langs {
		choices[i] = Choice{lang, Text(lang, "English")}
	}
	return choices
}

// Text formats a message in a language like fmt.Sprintf, with the catalog's translation of the format, or in English
// without one. Arguments such as a Phrase are translated, too.
func Text(lang, format string, args ...any) string {
	return Phrase{Format: format, Args: args}.In(lang)
}

// Phrase is an unformatted message, or a translatable part of one, such as a field's name or a time.
type Phrase struct {
	Format string
	Args   []any
	// Case selects the catalog's entry "format|case", if it exists, where other languages distinguish what English does
	// not.
	Case string
}

// NewPhrase returns a phrase of a format with its arguments.
func NewPhrase(format string, args ...any) Phrase { return Phrase{Format: format, Args: args} }

// Word returns a phrase without arguments.
func Word(text string) Phrase { return Phrase{Format: text} }

// Count returns a phrase for a number: `singular` for 1, such as "1 product", else `plural`, such as "%d products".
func Count(n int, singular, plural string) Phrase {
	if n == 1 {
		return Word(singular)
	}
	return NewPhrase(plural, n)
}

// In returns the phrase in a language.
func (p Phrase) In(lang string) string {
	format := p.Format
	catalog := catalogs()[lang]
	if translated, found := catalog[format+"|"+p.Case]; found {
		format = translated
	} else if translated, found := catalog[format]; found {
		format = translated
	}
	if len(p.Args) == 0 {
		return format
	}
	args := slices.Clone(p.Args)
	for i, arg := range args {
		if part, ok := arg.(interface{ In(lang string) string }); ok {
			args[i] = part.In(lang)
		}
	}
	return fmt.Sprintf(format, args...)
}

// String returns the phrase in English.
func (p Phrase) String() string { return p.In(English) }

type key struct{}

// negotiation determines the language of a request on demand.
type negotiation struct {
	request *http.Request
	offered func(context.Context) []string
}

// Handler sets each request's language for Of: one of the languages that offered returns, the shop's default first.
func Handler(next http.Handler, offered func(context.Context) []string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), key{}, negotiation{r, offered})))
	})
}

// In returns a context with a language for Of.
func In(ctx context.Context, lang string) context.Context {
	return context.WithValue(ctx, key{}, lang)
}

// Of returns the language of a request; English outside of requests.
func Of(ctx context.Context) string {
	switch value := ctx.Value(key{}).(type) {
	case string:
		return value
	case negotiation:
		return choose(value.request, value.offered(ctx))
	}
	return English
}

// FromCookie returns the language in a request's cookie, which was chosen on this device; "" if the shop does not offer it.
func FromCookie(ctx context.Context) string {
	if n, ok := ctx.Value(key{}).(negotiation); ok {
		return firstOf(n.offered(ctx), cookieOf(n.request))
	}
	return ""
}

// Preferred returns the language that a request prefers; "" if the shop offers none that it accepts, or only one language.
func Preferred(ctx context.Context) string {
	if n, ok := ctx.Value(key{}).(negotiation); ok {
		return preferred(n.request, n.offered(ctx))
	}
	return ""
}

// OfferedOrDefault returns a language if it is offered, else the default, which is the first one offered.
func OfferedOrDefault(lang string, offered []string) string {
	return cmp.Or(firstOf(offered, lang), firstOf(offered, offered...), English)
}

// choose returns the language that a request prefers, else the shop's default.
func choose(r *http.Request, offered []string) string {
	return OfferedOrDefault(preferred(r, offered), offered)
}

// preferred returns the first offered language among the parameter lang, the cookie and the Accept-Language header, or "".
// A shop with one language always gets "".
func preferred(r *http.Request, offered []string) string {
	if len(offered) < 2 {
		return ""
	}
	return firstOf(offered, append([]string{r.URL.Query().Get("lang"), cookieOf(r)}, accepted(r.Header.Get("Accept-Language"))...)...)
}

func cookieOf(r *http.Request) string {
	cookie, err := r.Cookie(Cookie)
	if err != nil {
		return ""
	}
	return cookie.Value
}

// firstOf returns the first of the languages that is offered, or "".
func firstOf(offered []string, langs ...string) string {
	for _, lang := range langs {
		if slices.Contains(offered, lang) {
			return lang
		}
	}
	return ""
}

// maxAccepted limits the languages read from a header.
const maxAccepted = 20

// accepted returns the languages of an Accept-Language header without regions, most preferred first (RFC 9110, 12.5.4).
func accepted(header string) []string {
	type language struct {
		name   string
		weight float64
	}
	var found []language
	for part := range strings.SplitSeq(header, ",") {
		tag, parameters, _ := strings.Cut(strings.TrimSpace(part), ";")
		name, _, _ := strings.Cut(strings.TrimSpace(tag), "-")
		weight := 1.0
		if text, given := strings.CutPrefix(strings.TrimSpace(parameters), "q="); given {
			var err error
			if weight, err = strconv.ParseFloat(text, 64); err != nil {
				continue
			}
		}
		if weight > 0 {
			found = append(found, language{strings.ToLower(name), weight})
		}
		if len(found) == maxAccepted {
			break
		}
	}
	slices.SortStableFunc(found, func(a, b language) int {
		switch {
		case a.weight > b.weight:
			return -1
		case a.weight < b.weight:
			return 1
		}
		return 0
	})
	names := make([]string, len(found))
	for i, language := range found {
		names[i] = language.name
	}
	return names
}
