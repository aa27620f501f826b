package indic

import (
	"cmp"
	_ "embed"
	"encoding/csv"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/unicode/norm"
)

// wordsFile has a row for each thing: its English search words, its words in each script, the sound of the English word in Latin
// letters, for every script, and its name in a language ("name hi") where that is not the first word of the script.
//
//go:embed words.csv
var wordsFile string

// entry is a word or phrase of a script, as written or by a key, and its meaning.
type entry struct {
	script Script // None: every one
	text   string
	finds  string
}

func (e entry) compare(other entry) int {
	return cmp.Or(cmp.Compare(e.script, other.script), strings.Compare(e.text, other.text))
}

// dictionary has all entries in order, of several with one text only the first of the file.
var dictionary = sync.OnceValue(func() []entry {
	rows, err := csv.NewReader(strings.NewReader(wordsFile)).ReadAll()
	if err != nil {
		panic(err) // the table is part of the program, and a test reads it
	}
	var entries []entry
	for _, row := range rows[1:] {
		for _, cell := range row[1:] {
			for _, phrase := range strings.Split(cell, "|") {
				words := withoutSmall(strings.Fields(phrase))
				if len(words) == 0 {
					continue
				}
				script := Of(words[0])
				entries = append(entries, entry{script, norm.NFC.String(strings.Join(words, " ")), row[0]})
				for _, key := range phraseKeys(words) {
					entries = append(entries, entry{script, key, row[0]})
				}
			}
		}
	}
	slices.SortStableFunc(entries, entry.compare)
	return slices.CompactFunc(entries, func(a, b entry) bool { return a.compare(b) == 0 })
})

// Load reads the dictionary, which takes some milliseconds at its first use.
func Load() { dictionary() }

// maxPhrase is the most words of a phrase of the dictionary, without small words.
const maxPhrase = 4

// phraseKeys returns the keys of words that follow each other, one space between them.
func phraseKeys(words []string) []string {
	phrases := []string{""}
	for i, word := range words {
		var longer []string
		for _, key := range Keys(word) {
			for _, phrase := range phrases {
				if i > 0 {
					key = phrase + " " + key
				}
				longer = append(longer, key)
			}
		}
		phrases = longer[:min(len(longer), maxKeys)]
	}
	return phrases
}

// find returns the meaning of a text in a script, "" for none.
func find(script Script, text string) string {
	at, found := slices.BinarySearchFunc(dictionary(), entry{script: script, text: text}, entry.compare)
	if !found {
		return ""
	}
	return dictionary()[at].finds
}

// Meaning returns what the words at the beginning of a list mean by the dictionary of their script, as many as it knows
// together, and how many these are; 0 when it does not know the first.
func Meaning(words []string) (finds string, used int) {
	script := Of(words[0])
	longest := 1
	for longest < min(maxPhrase, len(words)) && Of(words[longest]) == script {
		longest++
	}
	for n := longest; n > 0; n-- {
		if finds := find(script, norm.NFC.String(strings.Join(words[:n], " "))); finds != "" {
			return finds, n
		}
		for _, key := range phraseKeys(words[:n]) {
			if finds := cmp.Or(find(script, key), find(None, key)); finds != "" {
				return finds, n
			}
		}
	}
	return "", 0
}

// MeaningOfPhrase returns what the words in Latin letters at the beginning of a list mean together, two or more, and how many
// these are; 0 where no language knows them.
func MeaningOfPhrase(words []string) (finds string, used int) {
	for n := min(maxPhrase, len(words)); n > 1; n-- {
		if finds := MeaningOfLatin(strings.Join(words[:n], " ")); finds != "" {
			return finds, n
		}
	}
	return "", 0
}

// MeaningOfLatin returns what a word or phrase in Latin letters means in the one language that knows it; "" where none does, or
// two differ.
func MeaningOfLatin(text string) string {
	key, meaning := strings.Join(phraseKeys(strings.Fields(text)), ""), ""
	if key == "" {
		return ""
	}
	for script := Devanagari; script <= Malayalam; script++ {
		switch finds := find(script, key); {
		case finds == "" || finds == meaning:
		case meaning == "":
			meaning = finds
		default:
			return ""
		}
	}
	return meaning
}

// Completions returns the meanings of the words of a script that begin like a half typed one.
func Completions(word string) []string {
	script := Of(word)
	var out []string
	for _, key := range Keys(word) {
		for _, of := range []Script{script, None} {
			at, _ := slices.BinarySearchFunc(dictionary(), entry{script: of, text: key}, entry.compare)
			for _, e := range dictionary()[at:] {
				if e.script != of || !strings.HasPrefix(e.text, key) {
					break
				}
				if !slices.Contains(out, e.finds) {
					out = append(out, e.finds)
				}
			}
		}
	}
	return out
}

// small are words that name nothing: of, for, and, give, cheapest, good, children's. Those in Latin letters are of Hindi.
var small = func() map[string]bool {
	words := map[string]bool{}
	for word := range strings.FieldsSeq(`ek ka ki ke ko wala wale wali vala vale vali aur ya do dena dedo chahiye liye sabse sasta sasti saste accha acchi acche achha achhi acha badhiya bachchon bachon
		एक लिए सबसे सस्ता सस्ती सस्ते अच्छा अच्छी अच्छे बढ़िया बच्चों पाउच का की के को वाला वाले वाली और या दे दो देना चाहिए में से चा ची चे चं च्या साठी आणि द्या पाहिजे हवे हवी
		এর র কার জন্য এবং ও আর দাও দিন চাই নো ની નું ના માટે અને આપો જોઈએ નો
		ਦਾ ਦੀ ਦੇ ਦੀਆਂ ਨੂੰ ਵਾਲਾ ਵਾਲੇ ਵਾਲੀ ਅਤੇ ਤੇ ਦਿਓ ପାଇଁ ଏବଂ ଓ ର ଦିଅ
		க்கு ஒரு மற்றும் கொடு வேண்டும் కి కు మరియు ఒక కావాలి ಗೆ ಮತ್ತು ಒಂದು ಬೇಕು ഒരു ന്റെ വേണം കൂടെ`) {
		words[norm.NFC.String(word)] = true
	}
	return words
}()

// IsSmall reports whether a word names nothing.
func IsSmall(word string) bool {
	return small[word] || Of(word) != None && small[norm.NFC.String(word)]
}

// binding are the small words of Hindi and Marathi that bind what stands before them to the thing behind them: tel wala namkeen.
var binding = func() map[string]bool {
	words := map[string]bool{}
	for word := range strings.FieldsSeq(`ka ki ke wala wale wali vala vale vali का की के वाला वाले वाली चा ची चे च्या`) {
		words[norm.NFC.String(word)] = true
	}
	return words
}()

// Binds reports whether a word binds what stands before it to what stands behind it.
func Binds(word string) bool { return binding[norm.NFC.String(word)] }

// Head returns the words behind the last word that binds others to them; nil without one between two words.
func Head(words []string) []string {
	for at := len(words) - 2; at > 0; at-- {
		if Binds(words[at]) {
			return words[at+1:]
		}
	}
	return nil
}

func withoutSmall(words []string) []string {
	return slices.DeleteFunc(words, IsSmall)
}
