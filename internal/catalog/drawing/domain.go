package drawing

import "slices"

// domainWords map words of a category's name to its domain, which decides what words in product names mean: "cream" is a
// cosmetic in one and dairy in another. The first matching domain counts; the sub-category comes before the category.
var domainWords = []struct {
	domain string
	words  []string
}{
	{"home", []string{"household", "cleaning", "home", "kitchen", "garden", "stationery", "pooja", "puja", "detergent", "disposable", "utensil", "cookware", "crockery", "appliance", "party"}},
	{"pet", []string{"pet", "dog", "cat"}},
	{"baby", []string{"baby", "infant"}},
	{"food", []string{
		"food", "cooking", "grocery", "milk", "snack", "dairy", "beverage", "drink", "supplement", "tea", "coffee", "juice", "oil", "masala", "spice", "rice", "dal", "atta", "flour",
		"fruit", "vegetable", "biscuit", "cooky", "chocolate", "sweet", "bread", "bakery", "cake", "meat", "fish", "egg", "gourmet", "cereal", "munchy", "noodle", "sauce", "namkeen",
	}},
	{"care", []string{"beauty", "hygiene", "skin", "hair", "bath", "oral", "face", "body", "fragrance", "deo", "makeup", "grooming", "personal", "cosmetic", "deodorant", "shaving"}},
	{"health", []string{"health", "medicine", "wellness", "ayurveda", "pharma"}},
}

// domainOf returns the domain of a sub-category, or else of its category, or "".
func domainOf(subCategory, category []token) string {
	for _, name := range [][]token{subCategory, category} {
		for _, d := range domainWords {
			if slices.ContainsFunc(name, func(word token) bool { return slices.Contains(d.words, word.text) }) {
				return d.domain
			}
		}
	}
	return ""
}

// foreign reports whether an entry belongs to another domain. In the domains baby and health, only home and pet are foreign.
func (e entry) foreign(domain string) bool {
	if e.domain == "" || domain == "" || e.domain == domain {
		return false
	}
	switch domain {
	case "baby", "health":
		return e.domain == "home" || e.domain == "pet"
	}
	return true
}

// DomainOf returns the domain of a sub-category, or else of its category: home, pet, baby, food, care or health; "" if
// unknown.
func DomainOf(subCategory, category string) string {
	return domainOf(wordsOf(subCategory), wordsOf(category))
}
