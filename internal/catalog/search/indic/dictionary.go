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

// wordsFile has a row for each thing: its English search words, its words in each script, the sound of the English
// word in Latin letters, and its name in a language ("name hi") if it differs from the first word of the script.
//
//go:embed words.csv
var wordsFile string

// entry maps a word or phrase of a script, or the phonetic key of one, to its meaning.
type entry struct {
	script  Script // None: all scripts
	text    string
	english string
}

func (e entry) compare(other entry) int {
	return cmp.Or(cmp.Compare(e.script, other.script), strings.Compare(e.text, other.text))
}

// dictionary has all entries, sorted. It keeps the first of several entries with the same script and text.
var dictionary = sync.OnceValue(func() []entry {
	rows, err := csv.NewReader(strings.NewReader(wordsFile)).ReadAll()
	if err != nil {
		panic(err) // the table is part of the program, and a test reads it
	}
	var entries []entry
	for _, row := range rows[1:] {
		for _, cell := range row[1:] {
			for _, phrase := range strings.Split(cell, "|") {
				words := withoutStopWords(strings.Fields(phrase))
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

// Load parses the dictionary, which otherwise delays the first search by some milliseconds.
func Load() { dictionary() }

// maxPhrase limits the words of a dictionary phrase, stop words not counted.
const maxPhrase = 4

// phraseKeys returns the phonetic keys of consecutive words, separated by spaces.
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

// find returns the meaning of a text in a script, or "".
func find(script Script, text string) string {
	at, found := slices.BinarySearchFunc(dictionary(), entry{script: script, text: text}, entry.compare)
	if !found {
		return ""
	}
	return dictionary()[at].english
}

// Meaning returns the meaning of the longest known phrase at the beginning of words, and its number of words, or 0 if
// the first word is unknown. All words of the phrase have the script of the first.
func Meaning(words []string) (english string, used int) {
	script := Of(words[0])
	longest := 1
	for longest < min(maxPhrase, len(words)) && Of(words[longest]) == script {
		longest++
	}
	for n := longest; n > 0; n-- {
		if english := find(script, norm.NFC.String(strings.Join(words[:n], " "))); english != "" {
			return english, n
		}
		for _, key := range phraseKeys(words[:n]) {
			if english := cmp.Or(find(script, key), find(None, key)); english != "" {
				return english, n
			}
		}
	}
	return "", 0
}

// MeaningOfPhrase is like Meaning for words in Latin letters. It requires a phrase of at least two words; used is 0 for
// none.
func MeaningOfPhrase(words []string) (english string, used int) {
	for n := min(maxPhrase, len(words)); n > 1; n-- {
		if english := MeaningOfLatin(strings.Join(words[:n], " ")); english != "" {
			return english, n
		}
	}
	return "", 0
}

// MeaningOfLatin returns the meaning of a word or phrase in Latin letters. It returns "" if no language knows it or if
// two languages disagree.
func MeaningOfLatin(text string) string {
	key, meaning := strings.Join(phraseKeys(strings.Fields(text)), ""), ""
	if key == "" {
		return ""
	}
	for script := Devanagari; script <= Malayalam; script++ {
		switch english := find(script, key); {
		case english == "" || english == meaning:
		case meaning == "":
			meaning = english
		default:
			return ""
		}
	}
	return meaning
}

// Completions returns the meanings of the words of a script that begin with a half typed word.
func Completions(word string) []string {
	script := Of(word)
	var out []string
	for _, key := range Keys(word) {
		for _, keyScript := range []Script{script, None} {
			at, _ := slices.BinarySearchFunc(dictionary(), entry{script: keyScript, text: key}, entry.compare)
			for _, e := range dictionary()[at:] {
				if e.script != keyScript || !strings.HasPrefix(e.text, key) {
					break
				}
				if !slices.Contains(out, e.english) {
					out = append(out, e.english)
				}
			}
		}
	}
	return out
}

// stopWords holds words such as of, for, and, give, cheapest, good, children's. Those in Latin letters are Hindi.
var stopWords = func() map[string]bool {
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

// IsStopWord reports whether a word is a stop word, such as "of" or "give".
func IsStopWord(word string) bool {
	return stopWords[word] || Of(word) != None && stopWords[norm.NFC.String(word)]
}

// bindingWords holds the stop words of Hindi and Marathi that connect a description with the thing after it: tel wala namkeen,
// a snack with oil.
var bindingWords = func() map[string]bool {
	words := map[string]bool{}
	for word := range strings.FieldsSeq(`ka ki ke wala wale wali vala vale vali का की के वाला वाले वाली चा ची चे च्या`) {
		words[norm.NFC.String(word)] = true
	}
	return words
}()

// Binds reports whether the words before this one describe the thing after it, as "wala" does.
func Binds(word string) bool { return bindingWords[norm.NFC.String(word)] }

// Head returns the words after the last binding word, or nil if no binding word is between two words.
func Head(words []string) []string {
	for at := len(words) - 2; at > 0; at-- {
		if Binds(words[at]) {
			return words[at+1:]
		}
	}
	return nil
}

func withoutStopWords(words []string) []string {
	return slices.DeleteFunc(words, IsStopWord)
}
