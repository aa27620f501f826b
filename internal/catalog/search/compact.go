package search

import "strings"

// compact copies postings, names and documents into contiguous memory. In a new index they are scattered among garbage
// of the build, which keeps that memory allocated, and lists grown by append have up to a quarter of unused capacity.
func (c *contents) compact() {
	postings, terms, letters := 0, 0, 0
	for _, t := range c.words.byText {
		postings += len(t.postings)
	}
	for i := range c.docs {
		terms, letters = terms+len(c.docs[i].terms), letters+len(c.docs[i].name)
	}
	allPostings := make([]posting, 0, postings)
	for _, e := range c.words.sorted {
		from := len(allPostings)
		allPostings = append(allPostings, e.term.postings...)
		e.term.postings = allPostings[from:len(allPostings):len(allPostings)]
	}
	var names strings.Builder
	names.Grow(letters)
	for i := range c.docs {
		names.WriteString(c.docs[i].name)
	}
	allTerms, allNames := make([]*term, 0, terms), names.String()
	docs := make([]product, len(c.docs))
	for i, doc := range c.docs {
		from := len(allTerms)
		allTerms = append(allTerms, doc.terms...)
		doc.terms = allTerms[from:len(allTerms):len(allTerms)]
		doc.name, allNames = allNames[:len(doc.name)], allNames[len(doc.name):]
		docs[i] = doc
	}
	c.docs = docs
	sorted := make([]entry, len(c.words.sorted))
	copy(sorted, c.words.sorted)
	c.words.sorted = sorted
}
