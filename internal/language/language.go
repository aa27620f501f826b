// Package language chooses the language of a request, and has the server's messages in it. The
// messages stand in English where they are made; a catalog knows them by their format.
package language

import (
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

// English is the language of the messages in the code, and of a shop that offers no other.
const English = "en"

// Cookie has the language that a person has chosen.
const Cookie = "language"

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

// Choice is a language with the name that its readers know it by.
type Choice struct {
	Code string `json:"code" doc:"such as en or hi"`
	Name string `json:"name" doc:"in the language itself"`
}

// Choices returns languages with their names.
func Choices(langs []string) []Choice {
	choices := make([]Choice, len(langs))
	for i, lang := range langs {
		choices[i] = Choice{lang, Text(lang, "English")}
	}
	return choices
}

// Text formats a message in a language: like fmt.Sprintf, with the format that the catalog has for
// the English one. A message that is in no catalog stays English. Arguments of type Phrase are in the
// language, too.
func Text(lang, format string, args ...any) string {
	return Phrase{Format: format, Args: args}.In(lang)
}

// Phrase is a message that is not formatted yet, or a part of one that is translated, too, such as
// the name of a field or a time.
type Phrase struct {
	Format string
	Args   []any
	// Case selects the catalog's message "format|case" where it has one: what English says alike.
	Case string
}

// Word returns a phrase without arguments.
func Word(text string) Phrase { return Phrase{Format: text} }

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
	spoken := slices.Clone(p.Args)
	for i, arg := range spoken {
		if phrase, ok := arg.(Phrase); ok {
			spoken[i] = phrase.In(lang)
		}
	}
	return fmt.Sprintf(format, spoken...)
}

// String returns the phrase in English.
func (p Phrase) String() string { return p.In(English) }

type key struct{}

// chosen is the language of a request, which is found out when it is needed.
type chosen struct {
	request *http.Request
	offered func(context.Context) []string
}

// Handler has the language of each request known by Of: one of those that the shop offers.
func Handler(next http.Handler, offered func(context.Context) []string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), key{}, chosen{r, offered})))
	})
}

// In returns a context of this language.
func In(ctx context.Context, lang string) context.Context {
	return context.WithValue(ctx, key{}, lang)
}

// Of returns the language of a request; English outside of one.
func Of(ctx context.Context) string {
	switch value := ctx.Value(key{}).(type) {
	case string:
		return value
	case chosen:
		return choose(value.request, value.offered(ctx))
	}
	return English
}

// choose returns the language of a request: of its parameter lang, of its cookie, of the header
// Accept-Language, and else the first one, the shop's default.
func choose(r *http.Request, offered []string) string {
	if len(offered) == 0 {
		return English
	}
	if len(offered) == 1 {
		return offered[0]
	}
	wanted := []string{r.URL.Query().Get("lang")}
	if cookie, err := r.Cookie(Cookie); err == nil {
		wanted = append(wanted, cookie.Value)
	}
	for _, lang := range append(wanted, accepted(r.Header.Get("Accept-Language"))...) {
		if slices.Contains(offered, lang) {
			return lang
		}
	}
	return offered[0]
}

// maxAccepted bounds the languages of a header that are looked at.
const maxAccepted = 20

// accepted returns the languages of an Accept-Language header without their regions, the most wanted
// first (RFC 9110, 12.5.4).
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
