package search

import (
	"slices"
	"strings"
)

// shelf is a part of a shop by the words that its sub-categories are called by and those that show that another part is
// meant, with the things that a shopper who names no more than the thing looks for there: a pumpkin among the
// vegetables, not salted pumpkin seeds.
type shelf struct{ names, except, things []string }

// shelves are those of an Indian grocer. Words are singular, as far as singular knows; each thing stands for its synonyms too.
var shelves = []shelf{
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

// shelfOfThing finds the shelf of a thing by its word in singular.
var shelfOfThing = func() map[string]*shelf {
	of := map[string]*shelf{}
	for i := range shelves {
		for _, thing := range shelves[i].things {
			of[singular(thing)] = &shelves[i]
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

// usualShelf returns the shelf of the thing that a query names and nothing beside; nil when there is none.
func usualShelf(q query) *shelf {
	if len(q.words) == 0 {
		return nil
	}
	texts := make([]string, len(q.words))
	for i, w := range q.words {
		texts[i] = w.text
	}
	return shelfOfThing[singular(strings.Join(texts, " "))]
}

// has reports whether a sub-category is a part of the shelf by the words of its name, in singular.
func (s *shelf) has(subCategory []string) bool {
	return slices.ContainsFunc(subCategory, func(word string) bool { return slices.Contains(s.names, word) }) &&
		!slices.ContainsFunc(subCategory, func(word string) bool { return slices.Contains(s.except, word) })
}
