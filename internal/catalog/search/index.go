// Package search finds products by what people type: words in any order, half typed, misspelled or in Hindi.
//
// The index lives in memory beside the catalog that it is made from; nothing is stored. See docs/adr/0005-search.md.
package search

import (
	"slices"
	"strings"
	"sync"
)

// Doc is the searchable text of one product. The brand is part of the name.
type Doc struct {
	ID          string
	Name        string
	Unit        string // "500 g"
	Category    string
	SubCategory string
	Extra       string // other names, separated by commas
	Ref         int32  // what the caller knows it by; hits have it
}

// Hit is a product that a query found.
type Hit struct {
	ID      string
	Ref     int32  // of the document
	Grade   uint16 // the same for hits of one query that match equally well; between queries it says nothing
	Missing int    // how many of the typed words it lacks; the same for all hits of a query
}

// Index is a set of products that can be searched. It is safe for use by many at once.
type Index struct {
	mu       sync.RWMutex
	contents *contents
	version  uint64

	accumulators sync.Pool // of *accumulator
}

// New returns an empty index.
func New() *Index { return &Index{contents: newContents()} }

// Build replaces everything in the index. Queries read the old contents until the new ones are complete.
// Of several documents with one ID the last counts.
func (x *Index) Build(docs []Doc) {
	last := make(map[string]int, len(docs))
	for i, d := range docs {
		last[d.ID] = i
	}
	in := newContents()
	in.words.bulk = true
	for i, d := range docs {
		if last[d.ID] == i {
			in.add(d)
		}
	}
	in.words.sort()
	in.names = make([]int32, len(in.docs))
	for i := range in.names {
		in.names[i] = int32(i)
	}
	slices.SortFunc(in.names, in.compare)
	in.renumber(0)

	x.mu.Lock()
	defer x.mu.Unlock()
	x.contents = in
	x.version++
}

// Put adds one product or replaces what the index knew under its ID. The next query sees it.
func (x *Index) Put(d Doc) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.version++
	x.contents.remove(d.ID)
	x.contents.rank(x.contents.add(d))
}

// Remove removes a product; an unknown ID is no error. The next query sees it.
func (x *Index) Remove(id string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.version++
	x.contents.remove(id)
}

// Version counts the changes of the index: what a query finds stays the same until it changes.
func (x *Index) Version() uint64 {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.version
}

// Len is the number of products in the index.
func (x *Index) Len() int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return len(x.contents.names)
}

// product is a document's entry in the index.
type product struct {
	id          string
	ref         int32
	name        string   // folded, words separated by one space
	otherNames  []string // other names, likewise
	subCategory string
	length      int32 // words that name the thing, measures left out
	rank        int32 // position among all names
	combo       bool  // several products in one packet
	quantities  []quantity
	terms       []*term
}

// contents is everything that Build replaces. A product keeps its slot, its index in docs, until it is removed.
type contents struct {
	words *vocabulary
	slots map[string]int32
	docs  []product
	free  []int32
	names []int32 // slots in order of name, then id
	// subCategories has the words of the sub-categories' names, in singular.
	subCategories map[string][]string
}

func newContents() *contents {
	return &contents{words: newVocabulary(), slots: map[string]int32{}, subCategories: map[string][]string{}}
}

// newSlot returns the slot of a product that was removed, or a new one.
func (c *contents) newSlot() int32 {
	if last := len(c.free) - 1; last >= 0 {
		slot := c.free[last]
		c.free = c.free[:last]
		return slot
	}
	c.docs = append(c.docs, product{})
	return int32(len(c.docs) - 1)
}

// add indexes a product, except for its rank among the names.
func (c *contents) add(d Doc) int32 {
	slot := c.newSlot()
	name, unit := fold(d.Name), texts(fold(d.Unit))
	p := product{id: d.ID, ref: d.Ref, name: strings.Join(texts(name), " "), subCategory: d.SubCategory, combo: isCombo(d.Name)}
	p.quantities, _ = quantities(append(texts(name), unit...))

	postings := make(map[*term]posting, len(name)+8)
	add := func(word string, at posting) {
		t := c.words.term(word)
		if known, found := postings[t]; !found || at.better(known) {
			postings[t] = at
		}
	}
	subCategoryWords := fold(d.SubCategory)
	if _, known := c.subCategories[d.SubCategory]; !known {
		c.subCategories[d.SubCategory] = singulars(subCategoryWords)
	}
	inSubCategoryName := c.subCategories[d.SubCategory]
	for _, word := range subCategoryWords {
		add(word.text, posting{field: inSubCategory})
	}
	for _, word := range fold(d.Category) {
		add(word.text, posting{field: inCategory})
	}
	for _, word := range unit {
		add(word, posting{field: inUnit})
	}
	for _, other := range strings.Split(d.Extra, ",") {
		words := fold(other)
		for _, word := range words {
			at := posting{field: inExtra}
			if word.role == head {
				at = posting{field: otherName, bonus: titleBonus}
				if len(words) > 1 {
					at.bonus = formBonus
				}
			}
			add(word.text, at)
		}
		if len(words) > 0 {
			p.otherNames = append(p.otherNames, strings.Join(texts(words), " "))
		}
	}
	for i, word := range name {
		if word.title && !isNumber(word.text) && !isUnit(word.text) {
			p.length++
		}
		add(word.text, nameField(i, word.role, slices.Contains(inSubCategoryName, singular(word.text))))
	}
	p.terms = make([]*term, 0, len(postings))
	for t, posting := range postings {
		posting.slot = slot
		t.addPosting(posting)
		p.terms = append(p.terms, t)
	}
	c.docs[slot] = p
	c.slots[d.ID] = slot
	return slot
}

func (c *contents) remove(id string) {
	slot, ok := c.slots[id]
	if !ok {
		return
	}
	for _, t := range c.docs[slot].terms {
		t.removePosting(slot)
		c.words.removeUnused(t)
	}
	at := int(c.docs[slot].rank)
	c.names = slices.Delete(c.names, at, at+1)
	c.renumber(at)
	delete(c.slots, id)
	c.docs[slot] = product{}
	c.free = append(c.free, slot)
}

// rank inserts a new product among the names.
func (c *contents) rank(slot int32) {
	at, _ := slices.BinarySearchFunc(c.names, slot, c.compare)
	c.names = slices.Insert(c.names, at, slot)
	c.renumber(at)
}

func (c *contents) renumber(from int) {
	for i := from; i < len(c.names); i++ {
		c.docs[c.names[i]].rank = int32(i)
	}
}

func (c *contents) compare(a, b int32) int {
	if order := strings.Compare(c.docs[a].name, c.docs[b].name); order != 0 {
		return order
	}
	return strings.Compare(c.docs[a].id, c.docs[b].id)
}

// isCombo reports whether a name is that of several products sold together: "Toor Dal 1 kg + Salt 1 kg".
func isCombo(name string) bool {
	return strings.Contains(name, " + ") || strings.Contains(strings.ToLower(name), "combo")
}
