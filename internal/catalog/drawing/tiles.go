package drawing

import (
	"slices"
	"strings"
)

// Tiles assigns pictures to the categories and sub-categories of a shop. They differ until a category's candidates are
// used up. The zero value is ready to use.
type Tiles struct{ used map[string]bool }

// Assign returns the best unused picture for a sub-category, or for a category (a Thing without
// SubCategory), and marks it as used.
func (t *Tiles) Assign(of Thing) *Drawing {
	if t.used == nil {
		t.used = map[string]bool{}
	}
	for _, d := range table().tileCandidates(of) {
		if !t.used[d.URL] {
			t.used[d.URL] = true
			return &d
		}
	}
	d := Of(of) // repeat pictures when all candidates are used
	return &d
}

// spareTints recolor a silhouette if another tile uses it in its own tint.
var spareTints = []string{"leaf", "coral", "sky", "amber", "red", "plum", "teal", "navy", "lime", "rose", "violet", "gold", "mint", "brown", "blue", "pink", "black", "kraft"}

// families are pictures of the same kind of thing. If one is used, another of its family is tried.
var families = [][]string{
	{"tomato", "onion", "carrot", "brinjal", "potato", "capsicum", "broccoli", "corn", "peas", "cucumber"},
	{"apple", "banana", "mango", "orange", "grapes", "pineapple", "watermelon", "strawberry", "kiwi", "pear"},
	{"bread", "baguette", "croissant", "naan", "bagel"},
	{"egg", "egg-white"},
	{"meat", "poultry-leg", "bacon"},
	{"fish", "prawn", "crab", "squid", "lobster"},
	{"candy", "chocolate", "lollipop", "doughnut"},
	{"cake", "cupcake", "birthday-cake", "pie"},
	{"balloon", "party-popper", "gift"},
	{"feeding-bottle", "teddy"},
	{"bouquet", "rose", "sunflower", "sevanti"},
	{"notebook", "pen", "pencil", "books"},
}

// relatives returns the other pictures of an entry's families.
func relatives(e entry) []entry {
	name := strings.TrimSuffix(e.picture, ".webp")
	var related []entry
	for _, family := range families {
		if !slices.Contains(family, name) {
			continue
		}
		for _, member := range family {
			if member != name {
				related = append(related, entry{picture: member + ".webp"})
			}
		}
	}
	return related
}

// tileCandidates returns the pictures for a category or sub-category, the best first.
func (w *wordTable) tileCandidates(of Thing) []Drawing {
	title := of.SubCategory
	if title == "" {
		title = of.Category
	}
	words := w.translate(wordsOf(title))
	domain := domainOf(words, w.translate(wordsOf(of.Category)))
	var entries []entry
	for _, p := range []*phrases{w.categories, w.produce, w.names, w.wide, w.weakNames} {
		hits := slices.DeleteFunc(p.find(words, domain), func(h hit) bool {
			return h.picture == swallow || h.foreign(domain) || p == w.produce && !isFresh(words)
		})
		slices.SortStableFunc(hits, func(a, b hit) int { return b.length - a.length })
		for _, h := range hits {
			entries = append(entries, h.entry)
		}
	}
	for _, e := range slices.Clone(entries) {
		entries = append(entries, relatives(e)...)
	}
	entries = append(entries, entry{picture: "box", tint: categoryTint}, entry{picture: "pouch", tint: categoryTint})
	var drawings []Drawing
	for _, e := range entries {
		drawings = append(drawings, w.draw(e, Thing{Name: title, Category: of.Category}, words))
	}
	for _, e := range entries {
		if strings.HasSuffix(e.picture, ".webp") {
			continue
		}
		for _, tint := range spareTints {
			e.tint = tint
			drawings = append(drawings, w.draw(e, Thing{Name: title, Category: of.Category}, words))
		}
	}
	return drawings
}
