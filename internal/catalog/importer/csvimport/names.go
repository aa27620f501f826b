package csvimport

import (
	"regexp"
	"slices"
	"strings"

	"kirana/internal/catalog"
	"kirana/internal/language"
)

// In returns the field for names in a language: name_hi for Name in Hindi.
func (f Field) In(lang string) Field { return f + "_" + Field(lang) }

// namedFields are the fields with names in several languages, and their maximum length in characters.
var namedFields = []struct {
	field     Field
	maxLength int
	names     func(*Row) *catalog.Names
}{
	{Name, MaxName, func(r *Row) *catalog.Names { return &r.Names }},
	{Category, MaxCategory, func(r *Row) *catalog.Names { return &r.CategoryNames }},
	{SubCategory, MaxCategory, func(r *Row) *catalog.Names { return &r.SubCategoryNames }},
}

func namesInLanguages() (found []Field) {
	for _, named := range namedFields {
		for _, lang := range language.All() {
			found = append(found, named.field.In(lang))
		}
	}
	return found
}

// languageWords are the words for a language in headings; exports use the first. wordsFor adds the language's code and
// its own name.
var languageWords = map[string][]string{
	"en": {"English", "अंग्रेज़ी", "अंग्रेजी", "इंग्लिश", "इंग्रजी"},
	"hi": {"Hindi", "हिंदी", "हिन्दी"},
	"mr": {"Marathi", "मराठी"},
}

func wordsFor(lang string) []string {
	return append(slices.Clone(languageWords[lang]), language.Text(lang, "English"), lang)
}

// ownWords are headings that mean a name in that language if another column is the name.
var ownWords = map[string][]string{"hi": {"नाम"}, "mr": {"नाव"}}

// headingWords are the words that headings combine with those of a language.
var headingWords = map[Field][]string{
	Name:        {"Name", "Product name", "Item name", "Product", "Item", "Title", "नाम", "नाव", ""},
	Category:    {"Category", "Category name", "श्रेणी", "कैटेगरी", "वर्ग"},
	SubCategory: {"Sub Category", "Sub-category name", "उपश्रेणी", "सब-कैटेगरी"},
}

// NameHeadings returns an export's headings for the names of product, category and sub-category in each language.
func NameHeadings(langs []string) (headings []string) {
	for _, lang := range langs {
		for _, named := range namedFields {
			headings = append(headings, headingWords[named.field][0]+" ("+wordsFor(lang)[0]+")")
		}
	}
	return headings
}

// findNames assigns columns whose headings include a language, such as "Name (Hindi)" or "हिंदी नाम", before similar
// headings without one.
func (c *columns) findNames(o Options, free []bool) {
	for _, named := range namedFields {
		for _, lang := range language.All() {
			field := named.field.In(lang)
			if _, mapped := o.Map[field]; mapped {
				continue
			}
			usual := map[string]bool{plainName(string(field)): true}
			for _, heading := range headingWords[named.field] {
				for _, word := range wordsFor(lang) {
					for _, name := range []string{heading + word, word + heading, heading + "in" + word} {
						usual[plainName(name)] = true
					}
				}
			}
			for i, plain := range c.plain {
				if free[i] && usual[plain] {
					c.at[field], free[i] = i, false
					break
				}
			}
		}
	}
}

// settleNames makes a column such as "नाम" the name in its language if another column is the name, and makes it the
// name if it is the only column of names.
func (c *columns) settleNames(o Options) {
	for _, lang := range language.All() {
		field := Name.In(lang)
		at, found := c.at[field]
		_, hasName := c.at[Name]
		_, nameMapped := o.Map[Name]
		_, mapped := o.Map[field]
		switch {
		case found && !hasName && !nameMapped && !mapped:
			c.at[Name] = at
			delete(c.at, field)
		case !found && hasName && !mapped:
			for i, plain := range c.plain {
				if !c.isMapped(i) && slices.ContainsFunc(ownWords[lang], func(word string) bool { return plainName(word) == plain }) {
					c.at[field] = i
					break
				}
			}
		}
	}
}

func (c *columns) isMapped(column int) bool {
	for _, i := range c.at {
		if i == column {
			return true
		}
	}
	return false
}

func (row *Row) setNames(get func(Field) string) {
	for _, named := range namedFields {
		for _, lang := range language.All() {
			if name := cutAtWord(value(get(named.field.In(lang))), named.maxLength); name != "" {
				names := named.names(row)
				*names = names.With(catalog.Names{lang: name})
			}
		}
	}
}

// perOfPrice matches the heading of a price with what it is for: "Rate per kg".
var perOfPrice = regexp.MustCompile(`(?i)^(.*(?:rate|price|mrp|दर|भाव|रेट|दाम))\s+per\b.*$`)

// shortName returns plainName of a heading without brackets, currency and what a price is for: "mrp" for "MRP (incl. of
// taxes)" and "MRP in Rs.", "rate" for "Rate per kg".
func shortName(column string) string {
	before, _, _ := strings.Cut(column, "(")
	before = perOfPrice.ReplaceAllString(before, "$1")
	words := strings.FieldsFunc(before, func(r rune) bool { return !isNameRune(r) })
	for len(words) > 1 && slices.Contains(currencyWords, strings.ToLower(words[len(words)-1])) {
		words = words[:len(words)-1]
	}
	return plainName(strings.Join(words, ""))
}

// currencyWords are words that can end the heading of an amount.
var currencyWords = []string{"rs", "inr", "rupees", "paise", "in", "रु", "रुपये", "रुपए"}
