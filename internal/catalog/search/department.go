package search

import (
	"slices"
	"strings"
)

// department is a part of a shop. Its sub-categories have one of names and none of except in their names. things are
// what a shopper expects to find there: "pumpkin" means the vegetable, not salted pumpkin seeds.
type department struct{ names, except, things []string }

// departments lists the departments of an Indian grocer. names and except are as singular returns them. Each thing
// includes its synonyms.
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

// departmentOfThing maps a thing, in singular, to its department.
var departmentOfThing = func() map[string]*department {
	byThing := map[string]*department{}
	for i := range departments {
		for _, thing := range departments[i].things {
			byThing[singular(thing)] = &departments[i]
		}
	}
	for _, group := range synonyms {
		if i := slices.IndexFunc(group, func(word string) bool { return byThing[singular(word)] != nil }); i >= 0 {
			for _, word := range group {
				byThing[singular(word)] = byThing[singular(group[i])]
			}
		}
	}
	return byThing
}()

// usualDepartment returns the department of a query that consists of one thing or one brand, and nil for other queries.
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

// has reports whether a sub-category belongs to the department by the words of its name, in singular.
func (d *department) has(subCategory []string) bool {
	return slices.ContainsFunc(subCategory, func(word string) bool { return slices.Contains(d.names, word) }) &&
		!slices.ContainsFunc(subCategory, func(word string) bool { return slices.Contains(d.except, word) })
}

// categoryWords lists words of categories, as singular returns them, in the order in which a grocer lists categories, after
// vegetables and fruit.
var categoryWords = []string{
	"dairy milk curd paneer butter", "egg", "bread bakery", "atta flour rice dal pulse staple foodgrain grain grocery", "oil ghee edible",
	"masala spice salt sugar jaggery", "dry nut", "tea coffee beverage drink juice", "snack biscuit namkeen cooky chocolate",
	"meat fish chicken", "sauce noodle pasta breakfast gourmet frozen instant",
}

// CategoryRank returns a category's place in the order in which a grocer lists categories, by its name, from 0. Unknown names come last.
func CategoryRank(name string) int {
	words := singulars(withMeanings(fold(name)))
	for i, produce := range departments[:produceDepartments] {
		if produce.has(words) {
			return i
		}
	}
	at := slices.IndexFunc(categoryWords, func(category string) bool {
		return slices.ContainsFunc(strings.Fields(category), func(word string) bool { return slices.Contains(words, word) })
	})
	if at < 0 {
		at = len(categoryWords)
	}
	return produceDepartments + at
}

// produceDepartments counts the departments of vegetables and fruit, which come first in departments.
const produceDepartments = 2
