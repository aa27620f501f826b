package csvimport

import (
	"slices"
	"strings"
)

// isDraft reports whether a cell marks a product as hidden.
func isDraft(cell string) bool { return slices.Contains(draftWords, fold(value(cell))) }

var (
	draftWords  = slices.Concat([]string{"false", "0", "-1", "no", "n", "off", "private", "pending", "closed", "expired", "नहीं", "नाही", "✗", "✘", "❌", "☐"}, hiddenWords)
	hiddenWords = []string{
		"draft", "archived", "archive", "hidden", "hide", "unlisted", "unpublished", "paused", "inactive", "in-active", "not active", "deactivated", "disabled", "disable",
		"discontinued", "discontinue", "delisted", "deleted", "removed", "blocked", "suspended", "obsolete", "stopped", "not in use", "not for sale", "do not sell",
		"not available", "unavailable", "बंद", "बन्द", "निष्क्रिय", "छिपा", "छिपाएँ", "हटाया",
	}
	publishedWords = slices.Concat([]string{
		"true", "1", "yes", "y", "on", "active", "activated", "published", "publish", "public", "visible", "shown", "show", "enabled", "enable", "live",
		"listed", "available", "for sale", "on sale", "in stock", "instock", "ok", "running", "current",
		"हाँ", "हां", "चालू", "सक्रिय", "होय", "सुरू", "उपलब्ध", "✓", "✔", "☑", "✅",
	}, soldOutWords)
	// notWords negates the yes and no words, for columns that mark hidden or sold-out products.
	notWords = map[string]string{
		"yes": "no", "y": "no", "true": "no", "1": "no", "हाँ": "no", "हां": "no", "होय": "no", "✓": "no", "✔": "no", "☑": "no", "✅": "no",
		"no": "yes", "n": "yes", "false": "yes", "0": "yes", "नहीं": "yes", "नाही": "yes", "✗": "yes", "✘": "yes", "❌": "yes", "☐": "yes",
	}
)

// setStatus sets whether a new product is a draft: by Options.StatusWords, else by the usual words. An unknown word makes
// a draft, with a remark.
func (r *Reader) setStatus(row *Row, cell string) {
	word := stateWord(cell)
	published, known := r.statusWords[fold(value(cell))]
	if opposite := notWords[word]; opposite != "" && r.isCalled(Published, hidingNames) {
		word = opposite
	}
	switch {
	case word == "":
	case known:
		row.Draft = !published
	case isDraft(word):
		row.Draft = true
	case !slices.Contains(publishedWords, word):
		row.Draft = true
		row.remark(NoteStatusUnknown, r.columnOf(Published), cell)
	}
}

// settleStatus finds the columns besides that of Published that also say whether shoppers see a product.
func (c *columns) settleStatus(o Options) {
	if _, mapped := o.Map[Published]; mapped || c.profile != nil {
		return
	}
	for i, plain := range c.plain {
		if !c.isMapped(i) && slices.Contains(usualNames[Published], plain) {
			c.statuses = append(c.statuses, i)
		}
	}
}

// checkHidden makes a draft of a product that a further column hides.
func (r *Reader) checkHidden(row *Row, raw cells) {
	for _, i := range r.columns.statuses {
		word := stateWord(raw.text[i])
		if opposite := notWords[word]; opposite != "" && slices.Contains(hidingNames, r.columns.plain[i]) {
			word = opposite
		}
		if isDraft(word) && !row.Draft {
			row.Draft = true
			row.remark(NoteStatusHidden, r.columns.names[i], raw.text[i])
		}
	}
}

// stateWord normalizes a status cell: "Out_of_stock." becomes "out of stock".
func stateWord(cell string) string {
	return fold(strings.TrimRight(strings.ReplaceAll(number(cell), "_", " "), ". "))
}

// isCalled reports whether the field's column has one of the headings.
func (r *Reader) isCalled(f Field, names []string) bool {
	i, ok := r.columns.at[f]
	return ok && (slices.Contains(names, r.columns.plain[i]) || slices.Contains(names, r.columns.short[i]))
}

// statusNames returns headings of yes-or-no columns for the words: "Active", "Is active", "Hide from website".
func statusNames(words []string) []string {
	var names []string
	for _, word := range words {
		word = plainName(word)
		for _, place := range []string{"", "online", "onwebsite", "fromwebsite", "inshop", "inonlineshop", "inapp", "onweb"} {
			names = append(names, word+place)
		}
		names = append(names, "is"+word, word+"flag", word+"status")
	}
	return names
}

// hidingNames are headings of columns in which "yes" hides a product.
var hidingNames = statusNames(hiddenWords)
