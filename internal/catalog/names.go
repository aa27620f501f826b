package catalog

import (
	"bytes"
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/language"
	"kirana/internal/unicodetext"
)

// Names maps language codes to a record's names, in addition to its name in the shop's language. Do not change a map in
// place: snapshots share it.
type Names map[string]string

// In returns the name in a language, or else own, the name in the shop's language.
func (n Names) In(lang, own string) string {
	if name := n[lang]; name != "" {
		return name
	}
	return own
}

// With returns a copy of the names in which the names of changed are added or replaced. An empty name removes its
// language.
func (n Names) With(changed Names) Names {
	if len(changed) == 0 {
		return n
	}
	merged := maps.Clone(n)
	if merged == nil {
		merged = Names{}
	}
	maps.Copy(merged, changed)
	maps.DeleteFunc(merged, func(_, name string) bool { return name == "" })
	if len(merged) == 0 {
		return nil
	}
	return merged
}

// Words returns the names, sorted by language code.
func (n Names) Words() []string {
	words := make([]string, 0, len(n))
	for _, lang := range slices.Sorted(maps.Keys(n)) {
		words = append(words, n[lang])
	}
	return words
}

// Value returns the names as a JSON object.
func (n Names) Value() (driver.Value, error) {
	if len(n) == 0 {
		return noNames, nil
	}
	return db.JSONText(map[string]string(n))
}

const noNames = "{}"

// Scan decodes the JSON object that Value returns.
func (n *Names) Scan(src any) error {
	*n = nil
	if text, ok := src.(string); ok && text == noNames {
		return nil
	}
	if text, ok := src.([]byte); ok && bytes.Equal(text, []byte(noNames)) {
		return nil
	}
	return db.ScanJSON(src, (*map[string]string)(n))
}

// UnmarshalJSON decodes an object of languages and names, and trims the names. A null name becomes "".
func (n *Names) UnmarshalJSON(b []byte) error {
	var names map[string]string
	if err := json.Unmarshal(b, &names); err != nil {
		return fault.InField("names", "The names must be an object of languages and texts.")
	}
	*n = make(Names, len(names))
	for lang, name := range names {
		(*n)[lang] = strings.TrimSpace(unicodetext.Visible(name))
	}
	return nil
}

// Validate returns the faults of the names. maxLength is in characters.
func (n Names) Validate(maxLength int) (wrong []fault.Field) {
	for _, lang := range slices.Sorted(maps.Keys(n)) {
		switch {
		case !slices.Contains(language.All(), lang):
			wrong = append(wrong, fault.InvalidField("names", "The language of a name must be one of %s.", strings.Join(language.All(), ", ")))
		case unicodetext.Lines(n[lang]):
			wrong = append(wrong, fault.InvalidField("names", "The name in %s must be on one line.", language.Text(lang, "English")))
		case utf8.RuneCountInString(n[lang]) > maxLength:
			wrong = append(wrong, fault.InvalidField("names", "The name in %s can have at most %d characters.", language.Text(lang, "English"), maxLength))
		}
	}
	return wrong
}

// Text lists the names with their languages for the activity log.
func (n Names) Text() string {
	texts := make([]string, 0, len(n))
	for _, lang := range slices.Sorted(maps.Keys(n)) {
		texts = append(texts, fmt.Sprintf("%s “%s”", lang, n[lang]))
	}
	return strings.Join(texts, " ")
}

// Named is a name as an argument of a message, translated for its reader.
type Named struct {
	Own   string
	Names Names
}

// In returns the name in a language.
func (n Named) In(lang string) string { return n.Names.In(lang, n.Own) }

// String returns the name in the shop's language.
func (n Named) String() string { return n.Own }
