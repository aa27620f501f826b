package search

import (
	"cmp"
	"slices"
	"strings"

	"kirana/internal/catalog/search/indic"
)

// typedWord is a word of a query: the text that is looked up, and how it was typed.
type typedWord struct {
	text    string
	written string // the word in its Indian script, or ""
	key     string // phonetic key, set to match other spellings too
}

// read translates the words of a query to words of the index. It skips stop words if other words remain. A word of an
// Indian script is looked up in the dictionary, then by its sound; so is a word in Latin letters that the shop does not
// have.
func (c *contents) read(words []string) []typedWord {
	words = withoutStopWords(c.withoutContainers(words))
	out := make([]typedWord, 0, len(words)+2)
	for i := 0; i < len(words); {
		last := i == len(words)-1
		if b := brandAt(words[i:]); b != nil {
			for _, text := range b.words {
				out = append(out, typedWord{text: text})
			}
			i += len(b.words)
			continue
		}
		if word := words[i]; indic.Of(word) == indic.None {
			if english, used := c.phrase(words[i:]); used > 0 {
				for text := range strings.FieldsSeq(english) {
					out = append(out, typedWord{text: text})
				}
				i += used
				continue
			}
			out = c.appendLatin(out, word)
			i++
			continue
		}
		english, used := meaningOrBrand(words[i:])
		if used == 0 {
			out = append(out, c.readUnknown(words[i], last))
			i++
			continue
		}
		meaning := strings.Fields(english)
		for n, text := range meaning {
			t := typedWord{text: text}
			if len(meaning) == used || n == 0 && used == 1 {
				t.written = words[i+n]
			}
			out = append(out, t)
		}
		i += used
	}
	return out
}

// meaningOrBrand returns the meaning of the words of an Indian script at the beginning of a list, or the name of a
// known brand if more words sound like it. used is the number of words, or 0.
func meaningOrBrand(words []string) (english string, used int) {
	english, used = indic.Meaning(words)
	if b, n := brandSounding(words); n > used {
		return strings.Join(b.words, " "), n
	}
	return english, used
}

// withoutStopWords removes stop words, unless there are no other words.
func withoutStopWords(words []string) []string {
	if !slices.ContainsFunc(words, indic.IsStopWord) {
		return words
	}
	if rest := slices.DeleteFunc(slices.Clone(words), indic.IsStopWord); len(rest) > 0 {
		return rest
	}
	return words
}

// phrase returns the meaning of a phrase in Latin letters, such as "kapde dhone", and its number of words. used is 0 if
// product names have every word of the phrase.
func (c *contents) phrase(words []string) (english string, used int) {
	unknown := slices.IndexFunc(words, func(word string) bool { return !c.isInName(word) })
	if unknown < 0 {
		return "", 0
	}
	if english, used = indic.MeaningOfPhrase(words); unknown >= used {
		return "", 0
	}
	return english, used
}

// appendLatin appends a word in Latin letters. It replaces another spelling by the usual one. It does not translate a word
// that the shop has.
func (c *contents) appendLatin(to []typedWord, word string) []typedWord {
	if usual, known := spellings[word]; known {
		return append(to, typedWord{text: usual})
	}
	if isNumber(word) || c.words.hasWord(word) {
		return append(to, typedWord{text: word})
	}
	key := indic.Key(word)
	// A key of two letters is too short to identify a longer word: "dhee" is a misspelled ghee, not the Tamil word for
	// tea. A meaning that is only a unit is ignored: "gihee" is not a kilogram.
	if english := indic.MeaningOfLatin(word); english != "" && (len(key) > 2 || len(word) < 4) && !isLoneUnit(english) {
		for text := range strings.FieldsSeq(english) {
			to = append(to, typedWord{text: text})
		}
		return to
	}
	if len(word) > shortWord {
		if t := c.words.soundsLike(key); t != nil {
			return append(to, typedWord{text: t.text, key: key})
		}
	}
	return append(to, typedWord{text: word})
}

// readUnknown reads a word of an Indian script that the dictionary does not have: as a word of the shop that sounds
// alike or, for the last word of a query, as a half typed one.
func (c *contents) readUnknown(word string, last bool) typedWord {
	keys := indic.Keys(word)
	for _, key := range keys {
		if t := c.words.soundsLike(key); t != nil && t.text != word {
			return typedWord{text: t.text, written: word, key: key}
		}
	}
	if !last || c.words.begins(word) {
		return typedWord{text: word}
	}
	for _, english := range indic.Completions(word) {
		if first, _, _ := strings.Cut(english, " "); c.words.has(first) {
			return typedWord{text: first}
		}
	}
	for _, key := range keys {
		if t := c.words.beginsLike(key); t != nil {
			return typedWord{text: t.text}
		}
	}
	return typedWord{text: word}
}

// withMeanings appends the translations of words in Indian scripts, and the brands that they sound like.
func withMeanings(tokens []token) []token {
	if !slices.ContainsFunc(tokens, func(t token) bool { return indic.Of(t.text) != indic.None }) {
		return tokens
	}
	words, out := texts(tokens), slices.Clone(tokens)
	for i := 0; i < len(words); {
		used := 0
		if indic.Of(words[i]) != indic.None {
			var english string
			english, used = meaningOrBrand(words[i:])
			for text := range strings.FieldsSeq(english) {
				meaning := tokens[i+used-1]
				meaning.text, meaning.meaning = text, true
				out = append(out, meaning)
			}
		}
		i += max(used, 1)
	}
	return out
}

// keyedTerm is a term under one of its phonetic keys.
type keyedTerm struct {
	key  string
	term *term
}

func (k keyedTerm) compare(other keyedTerm) int {
	return cmp.Or(strings.Compare(k.key, other.key), strings.Compare(k.term.text, other.term.text))
}

// keysOf returns a term under each of its phonetic keys.
func keysOf(t *term) []keyedTerm {
	var out []keyedTerm
	for _, key := range indic.Keys(t.text) {
		if key == t.text {
			key = t.text // share the memory of the text
		}
		out = append(out, keyedTerm{key, t})
	}
	return out
}

func (v *vocabulary) withKey(key string) []keyedTerm {
	from, to := v.keyRange(key)
	for at := from; at < to; at++ {
		if v.keys[at].key != key {
			return v.keys[from:at]
		}
	}
	return v.keys[from:to]
}

// keyRange returns the range in v.keys of the keys with a prefix.
func (v *vocabulary) keyRange(prefix string) (from, to int) {
	byKey := func(k keyedTerm, key string) int { return strings.Compare(k.key, key) }
	from, _ = slices.BinarySearchFunc(v.keys, prefix, byKey)
	to = from
	for to < len(v.keys) && strings.HasPrefix(v.keys[to].key, prefix) {
		to++
	}
	return from, to
}

// soundsLike returns the commonest term with this key, or nil. It prefers terms that have synonyms.
func (v *vocabulary) soundsLike(key string) *term {
	if key == "" {
		return nil
	}
	return commonest(v.withKey(key))
}

// beginsLike returns the commonest term whose key has a prefix, or nil.
func (v *vocabulary) beginsLike(prefix string) *term {
	if len(prefix) < 2 {
		return nil
	}
	from, to := v.keyRange(prefix)
	return commonest(v.keys[from:to])
}

func commonest(words []keyedTerm) *term {
	var best *term
	for _, k := range words {
		t := k.term
		if len(t.postings) == 0 && !synonymWords[t.text] {
			continue
		}
		if best == nil || synonymWords[t.text] && !synonymWords[best.text] ||
			synonymWords[t.text] == synonymWords[best.text] && len(t.postings) > len(best.postings) {
			best = t
		}
	}
	return best
}

// has reports whether products have a word or a synonym of it.
func (v *vocabulary) has(word string) bool {
	return slices.ContainsFunc(v.bySingular[singular(word)], func(t *term) bool {
		return len(t.postings) > 0 || slices.ContainsFunc(t.same, func(phrase []*term) bool {
			return !slices.ContainsFunc(phrase, func(word *term) bool { return len(word.postings) == 0 })
		})
	})
}

// begins reports whether a word of the vocabulary has this prefix.
func (v *vocabulary) begins(prefix string) bool {
	at, _ := v.find(prefix)
	return at < len(v.sorted) && strings.HasPrefix(v.sorted[at].term.text, prefix)
}

// hasWord reports whether the vocabulary has a word in singular or plural, a word that begins with it, or the two words that
// it joins.
func (v *vocabulary) hasWord(word string) bool {
	if v.byText[word] != nil || len(v.bySingular[singular(word)]) > 0 || v.begins(word) {
		return true
	}
	var parts expansion
	v.addParts(&parts, word)
	return len(parts.candidates) > 0
}
