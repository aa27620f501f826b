// Package search finds products by what people type: words in any order, half typed, misspelled or in an Indian language.
//
// The index is in memory, built from the catalog, and never stored. See docs/adr/0005-search.md.
package search

import (
	"cmp"
	"context"
	"iter"
	"math"
	"slices"
	"strings"
	"sync"
)

// Doc is the searchable text of one product. Name includes the brand.
type Doc struct {
	ID          string
	Name        string
	Unit        string // "500 g"
	Category    string // with the other names of category and sub-category
	SubCategory string
	Extra       string // other names, separated by commas
	Ref         int32  // the caller's reference, copied to Match.Ref
}

// Hit is a product found by a query.
type Hit struct {
	ID      string
	Missing int // typed words that the product lacks; the same for all hits of a query
}

// Match is a product found by a query. Sort matches by Order.
type Match struct {
	// Order is the rank of the match in its query: lower is better. No two matches of a query have the same.
	Order uint64
	Ref   int32 // of the document
	slot  int32
	// Named reports whether all found words are in the product's name or other names, not in its unit, sub-category or
	// category.
	Named bool
}

// Demoted is a bit of Match.Order. Callers set it to rank a match behind equally good matches without it.
const Demoted = 1 << 47

// Index is a searchable set of products. It is safe for concurrent use.
type Index struct {
	mu       sync.RWMutex
	contents *contents
	version  uint64

	accumulators sync.Pool // of *accumulator
	near         *nearCache
}

// New returns an empty index.
func New() *Index { return &Index{contents: newContents(), near: newNearCache()} }

// Build replaces the contents of the index. Concurrent queries see the old contents until the new ones are complete.
// The last of several documents with the same ID counts.
func (x *Index) Build(docs []Doc) {
	last := make(map[string]int, len(docs))
	for i, d := range docs {
		last[d.ID] = i
	}
	x.BuildFrom(context.Background(), func(yield func(Doc) bool) {
		for i, d := range docs {
			if last[d.ID] == i && !yield(d) {
				return
			}
		}
	})
}

// BuildFrom is like Build, for documents with distinct IDs. It returns false and leaves the index unchanged if ctx ends
// first.
func (x *Index) BuildFrom(ctx context.Context, docs iter.Seq[Doc]) bool {
	in := newContents()
	in.words.bulk = true
	for d := range docs {
		if ctx.Err() != nil {
			return false
		}
		in.add(d)
	}
	in.words.sort()
	in.names = make([]int32, len(in.docs))
	for i := range in.names {
		in.names[i] = int32(i)
	}
	slices.SortFunc(in.names, in.compare)
	in.renumber()
	in.compact()

	x.mu.Lock()
	defer x.mu.Unlock()
	x.contents = in
	x.version++
	return true
}

// Put adds or replaces one product. The next query sees it.
func (x *Index) Put(d Doc) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.version++
	x.contents.remove(d.ID)
	x.contents.rank(x.contents.add(d))
}

// Remove removes a product. An unknown ID is not an error. The next query sees the change.
func (x *Index) Remove(id string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.version++
	x.contents.remove(id)
}

// Version returns a number that changes with the index. Queries have the same results until the number changes.
func (x *Index) Version() uint64 {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.version
}

// Len returns the number of products in the index.
func (x *Index) Len() int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return len(x.contents.names)
}

// product is the entry of a document in the index.
type product struct {
	id          string
	ref         int32
	name        string   // folded, words separated by one space
	otherNames  []string // folded like name
	subCategory int32    // index in contents.subCategories
	length      int32    // words that name the thing, without measures
	rank        int32    // position among all names
	combo       bool     // several products in one packet
	quantities  []quantity
	terms       []*term
}

// contents holds the indexed products and their words; Build replaces it. A product keeps its slot, an index in docs, until it is removed.
type contents struct {
	words *vocabulary
	slots map[string]int32
	docs  []product
	free  []int32
	names []int32 // slots ordered by name, then ID
	// subCategories holds the words of each sub-category's name, in singular. subCategoryIndexes maps the name to the
	// index.
	subCategories      [][]string
	subCategoryIndexes map[string]int32
}

func newContents() *contents {
	return &contents{words: newVocabulary(), slots: map[string]int32{}, subCategoryIndexes: map[string]int32{}}
}

// newSlot returns the slot of a removed product, or appends one.
func (c *contents) newSlot() int32 {
	if last := len(c.free) - 1; last >= 0 {
		slot := c.free[last]
		c.free = c.free[:last]
		return slot
	}
	c.docs = append(c.docs, product{})
	return int32(len(c.docs) - 1)
}

// add indexes a product and returns its slot. It does not set the rank.
func (c *contents) add(d Doc) int32 {
	slot := c.newSlot()
	name, unit := fold(d.Name), texts(fold(d.Unit))
	p := product{id: d.ID, ref: d.Ref, name: strings.Join(texts(name), " "), combo: IsCombo(d.Name)}
	p.quantities, _ = quantities(append(texts(name), unit...))

	postings := make(map[*term]posting, len(name)+8)
	add := func(word string, at posting) {
		t := c.words.term(word)
		if known, found := postings[t]; !found || at.better(known) {
			postings[t] = at
		}
	}
	name = withMeanings(name)
	subCategoryWords := withMeanings(fold(d.SubCategory))
	p.subCategory = c.subCategoryIndex(d.SubCategory, subCategoryWords)
	inSubCategoryName := c.subCategories[p.subCategory]
	for _, word := range subCategoryWords {
		add(word.text, posting{field: inSubCategory})
	}
	for _, word := range withMeanings(fold(d.Category)) {
		add(word.text, posting{field: inCategory})
	}
	for _, word := range unit {
		add(word, posting{field: inUnit})
	}
	p.otherNames = addOtherNames(d.Extra, add)
	for i, word := range name {
		if word.title && !word.meaning && !isNumber(word.text) && !isUnit(word.text) {
			p.length++
		}
		at := nameField(i, word.role, slices.Contains(inSubCategoryName, singular(word.text)))
		if word.meaning && at.field == mainName {
			at.field = otherName
		}
		add(word.text, at)
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

// addOtherNames adds the words of a product's comma-separated other names, and returns the names folded.
func addOtherNames(extra string, add func(word string, at posting)) (names []string) {
	for _, name := range strings.Split(extra, ",") {
		written := fold(name)
		words := withMeanings(written)
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
		if len(written) > 0 {
			names = append(names, strings.Join(texts(written), " "))
		}
	}
	return names
}

// subCategoryIndex returns the index of a sub-category by name and adds an unknown one with the given words.
func (c *contents) subCategoryIndex(name string, words []token) int32 {
	index, known := c.subCategoryIndexes[name]
	if !known {
		index = int32(len(c.subCategories))
		c.subCategoryIndexes[name] = index
		c.subCategories = append(c.subCategories, singulars(words))
	}
	return index
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
	at, _ := slices.BinarySearchFunc(c.names, c.docs[slot].rank, func(entry, rank int32) int { return cmp.Compare(c.docs[entry].rank, rank) })
	c.names = slices.Delete(c.names, at, at+1)
	delete(c.slots, id)
	c.docs[slot] = product{}
	c.free = append(c.free, slot)
}

// rank inserts a new product into the order of names.
func (c *contents) rank(slot int32) {
	at, _ := slices.BinarySearchFunc(c.names, slot, c.compare)
	c.names = slices.Insert(c.names, at, slot)
	before, after := int64(-1), int64(math.MaxInt32)
	if at > 0 {
		before = int64(c.docs[c.names[at-1]].rank)
	}
	if at+1 < len(c.names) {
		after = int64(c.docs[c.names[at+1]].rank)
	}
	if after-before < 2 {
		c.renumber()
		return
	}
	c.docs[slot].rank = int32(before + (after-before)/2)
}

// renumber spreads the ranks of all names evenly over int32, so that an inserted name seldom changes the others.
func (c *contents) renumber() {
	gap := math.MaxInt32 / (len(c.names) + 1)
	for i, slot := range c.names {
		c.docs[slot].rank = int32((i + 1) * gap)
	}
}

func (c *contents) compare(a, b int32) int {
	if order := strings.Compare(c.docs[a].name, c.docs[b].name); order != 0 {
		return order
	}
	return strings.Compare(c.docs[a].id, c.docs[b].id)
}

// IsCombo reports whether a name is that of several products sold together: "Toor Dal 1 kg + Salt 1 kg".
func IsCombo(name string) bool {
	name = strings.ToLower(name)
	return strings.Contains(name, " + ") || strings.Contains(name, "combo") || strings.Contains(name, "bundle")
}
