package search

import (
	"slices"
	"strconv"
	"strings"

	"kirana/internal/catalog/search/indic"
)

// spokenNumbers maps words for numbers before a unit, in Hindi, Marathi and English, to their value: "dedh kilo", "पाव
// लीटर".
var spokenNumbers = func() map[string]float64 {
	numbers := map[string]float64{}
	for number, words := range map[float64]string{
		0.25: "pav paav pao pavbhar quarter पाव", 0.5: "aadha adha aadhi adhi half आधा आधी अर्धा अर्धी अर्धे", 0.75: "pauna paun पौना पाऊण",
		1: "ek one एक", 1.25: "sava सवा", 1.5: "dedh derh deedh डेढ़ दीड", 2: "do don two दो दोन", 2.5: "dhai dhaai adhai अढ़ाई ढाई अडीच", 3: "teen tin three तीन",
		4: "char chaar four चार", 5: "panch paanch pach five पाँच पांच पाच", 6: "chhe chhah six छह छः सहा", 10: "das dus ten दस दहा", 12: "barah twelve बारह बारा",
	} {
		for _, word := range texts(fold(words)) {
			numbers[word] = number
		}
	}
	return numbers
}()

// hundreds are words for 100. A number before one is multiplied: "do sau gram".
var hundreds = map[string]bool{"sau": true, "hundred": true, "सौ": true, "शे": true}

// withNumbers replaces number words before a unit by digits.
func withNumbers(words []string) []string {
	out := make([]string, 0, len(words))
	for i := 0; i < len(words); {
		number, used := spokenNumber(words[i:])
		if used == 0 || i+used == len(words) || !isUnit(words[i+used]) {
			out, i = append(out, words[i]), i+1
			continue
		}
		out, i = append(out, strconv.FormatFloat(number, 'f', -1, 64)), i+used
	}
	return out
}

// spokenNumber returns the number at the beginning of words and the number of words used, 0 for none.
func spokenNumber(words []string) (number float64, used int) {
	if hundreds[words[0]] {
		return 100, 1
	}
	number, known := spokenNumbers[words[0]]
	switch {
	case !known:
		return 0, 0
	case len(words) > 1 && hundreds[words[1]]:
		return number * 100, 2
	}
	return number, 1
}

// containers are words for packets, vessels, things in general, and sizes.
var containers = func() map[string]bool {
	words := map[string]bool{}
	for _, word := range texts(fold(`packet packets pkt pack pouch dabba dabbi dabbe dibba dibbi bottle botal thaili thela bori peti saman samaan
		chhota chhoti chota choti bada badi पैकेट पाकीट डिब्बा डब्बा डिब्बी डबा बोतल बाटली थैली पिशवी बोरी पेटी सामान पुड़िया पुडी`)) {
		words[word] = true
	}
	return words
}()

// withoutContainers drops containers that are in no product's name or follow a word such as ki, "of" ("tel ki bottle"),
// unless only stop words remain.
func (c *contents) withoutContainers(words []string) []string {
	if !slices.ContainsFunc(words, func(word string) bool { return containers[word] }) {
		return words
	}
	var rest []string
	hasContent := false
	for i, word := range words {
		if containers[word] && (i > 0 && indic.Binds(words[i-1]) || !c.isInName(word)) {
			continue
		}
		rest, hasContent = append(rest, word), hasContent || !indic.IsStopWord(word)
	}
	if !hasContent {
		return words
	}
	return rest
}

func (c *contents) isInName(word string) bool {
	t := c.words.byText[word]
	return t != nil && t.inNames()
}

// thingOf returns the thing before a word for its form, "coriander" for "coriander leaves"; "" without such a word.
func thingOf(words []word) string {
	last := len(words) - 1
	if last < 1 || !forms[words[last].text] {
		return ""
	}
	thing := make([]string, last)
	for i := range thing {
		thing[i] = words[i].text
	}
	return strings.Join(thing, " ")
}
