package search

import (
	"slices"
	"strings"
)

// department is a part of a shop by the words that its sub-categories are called by and those that show that another part is
// meant, with the things that a shopper who names no more than the thing looks for there: a pumpkin among the
// vegetables, not salted pumpkin seeds.
type department struct{ names, except, things []string }

// departments are those of an Indian grocer. Words are singular, as far as singular knows; each thing stands for its synonyms too.
var departments = []department{
	{
		[]string{"vegetable", "veggy", "sabzi", "herb"},
		[]string{"frozen", "snack"},
		append([]string{"green chilli", "coriander leaves", "curry leaves"}, strings.Fields(`onion potato tomato ginger garlic capsicum coriander mint brinjal okra cauliflower cabbage pea
			spinach fenugreek carrot radish cucumber gourd pumpkin beetroot mushroom corn drumstick lemon bean broccoli lettuce`)...),
	},
	{
		[]string{"fruit"},
		[]string{"dry", "snack", "juice", "drink"},
		strings.Fields(`banana apple mango orange grape pomegranate watermelon papaya guava pineapple coconut kiwi strawberry
			avocado pear peach plum cherry litchi melon`),
	},
	{[]string{"dairy", "milk", "curd", "butter", "paneer"}, []string{"free", "non"}, strings.Fields(`milk curd buttermilk paneer butter cheese cream lassi`)},
	{[]string{"dal", "pulse"}, nil, strings.Fields(`dal toor moong urad chana rajma masoor`)},
	{[]string{"atta", "flour"}, nil, strings.Fields(`atta maida besan sooji`)},
	{[]string{"salt", "sugar", "jaggery"}, nil, strings.Fields(`salt sugar jaggery`)},
	{
		[]string{"masala", "spice"},
		nil,
		strings.Fields(`turmeric cumin asafoetida cardamom clove cinnamon pepper fennel carom saffron`),
	},
	{[]string{"edible", "cooking"}, nil, []string{"oil"}},
	{[]string{"dry", "nut"}, []string{"snack"}, strings.Fields(`almond cashew raisin walnut pistachio date fig`)},
}

// departmentOfThing finds the department of a thing by its word in singular.
var departmentOfThing = func() map[string]*department {
	of := map[string]*department{}
	for i := range departments {
		for _, thing := range departments[i].things {
			of[singular(thing)] = &departments[i]
		}
	}
	for _, group := range synonyms {
		if i := slices.IndexFunc(group, func(word string) bool { return of[singular(word)] != nil }); i >= 0 {
			for _, word := range group {
				of[singular(word)] = of[singular(group[i])]
			}
		}
	}
	return of
}()

// usualDepartment returns the department of a query that names one thing or brand only; nil for others.
func usualDepartment(q query) *department {
	if len(q.words) == 0 {
		return nil
	}
	if q.brand != nil {
		return &department{names: singulars(fold(q.brand.kinds[0]))}
	}
	texts := make([]string, len(q.words))
	for i, w := range q.words {
		texts[i] = w.text
	}
	return departmentOfThing[singular(strings.Join(texts, " "))]
}

// has reports whether a sub-category is a part of the department by the words of its name, in singular.
func (s *department) has(subCategory []string) bool {
	return slices.ContainsFunc(subCategory, func(word string) bool { return slices.Contains(s.names, word) }) &&
		!slices.ContainsFunc(subCategory, func(word string) bool { return slices.Contains(s.except, word) })
}

// aisles are words of categories in the order of a grocer's aisles, behind vegetables and fruit.
var aisles = []string{
	"dairy milk curd paneer butter", "egg", "bread bakery", "atta flour rice dal pulse staple foodgrain grain grocery", "oil ghee edible",
	"masala spice salt sugar jaggery", "dry nut", "tea coffee beverage drink juice", "snack biscuit namkeen cooky chocolate",
	"meat fish chicken", "sauce noodle pasta breakfast gourmet frozen instant",
}

// AisleOf returns the index of a category in the order of a grocer's aisles by its name; the last one for an unknown name.
func AisleOf(name string) int {
	words := singulars(withMeanings(fold(name)))
	for place, produce := range departments[:produceDepartments] {
		if produce.has(words) {
			return place
		}
	}
	at := slices.IndexFunc(aisles, func(aisle string) bool {
		return slices.ContainsFunc(strings.Fields(aisle), func(word string) bool { return slices.Contains(words, word) })
	})
	if at < 0 {
		at = len(aisles)
	}
	return produceDepartments + at
}

// produceDepartments is the number of the first departments, which are vegetables and fruit.
const produceDepartments = 2
