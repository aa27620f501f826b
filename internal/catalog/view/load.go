package view

import (
	"context"
	"iter"
	"maps"
	"strings"

	"kirana/internal/catalog/search"
)

// maxIndexedAtOpen limits the products for which Load builds the search index itself: so few hardly delay the start.
const maxIndexedAtOpen = 2_000

// Load is the first Refresh of a starting shop. It leaves the slow index of a large catalog to BuildIndex. Until then, a
// search finds products whose name has a word beginning with the text.
func (v *View) Load(ctx context.Context) error {
	v.refreshing.Lock()
	defer v.refreshing.Unlock()
	next, r, err := v.refreshSnapshot(ctx)
	if err != nil {
		return err
	}
	if len(next.newest) <= v.maxIndexedAtOpen {
		v.reindex(next, r)
		close(v.indexed)
		return nil
	}
	v.unindexed = &reindexing{changed: map[string]bool{}}
	v.setUnindexed(true)
	return nil
}

// BuildIndex builds the index if Load has left it out, unless ctx ends first. The catalog can be read and changed meanwhile;
// the changes are indexed at the end.
func (v *View) BuildIndex(ctx context.Context) {
	v.refreshing.Lock()
	needed, s := v.unindexed != nil, v.Snapshot()
	v.refreshing.Unlock()
	if !needed || !v.index.BuildFrom(ctx, s.documents()) {
		return
	}
	v.onIndexBuilt()
	v.refreshing.Lock()
	defer v.refreshing.Unlock()
	v.reindex(v.Snapshot(), *v.unindexed)
	v.unindexed = nil
	v.setUnindexed(false)
	close(v.indexed)
	v.log.InfoContext(ctx, "the search index is built", "products", len(s.newest))
}

// IndexReady returns a channel that is closed once searches use the index.
func (v *View) IndexReady() <-chan struct{} { return v.indexed }

// setUnindexed publishes a snapshot that searches with or without the index. Its new version invalidates cached responses.
func (v *View) setUnindexed(unindexed bool) {
	v.building.Lock()
	defer v.building.Unlock()
	next := *v.current.Load()
	next.unindexed = unindexed
	next.version++
	v.current.Store(&next)
}

// add records later changes.
func (r *reindexing) add(later reindexing) {
	for _, productID := range later.removed {
		delete(r.changed, productID)
	}
	r.removed = append(r.removed, later.removed...)
	maps.Copy(r.changed, later.changed)
}

// documents yields the products as search documents.
func (s *Snapshot) documents() iter.Seq[search.Doc] {
	return func(yield func(search.Doc) bool) {
		for _, ref := range s.newest {
			if !yield(s.document(ref)) {
				return
			}
		}
	}
}

// appendMatches appends the matches of words, and returns how many words each match lacks.
func (s *Snapshot) appendMatches(to []search.Match, words string) (matches []search.Match, missing int) {
	if s.unindexed {
		return s.appendBeginnings(to, words), 0
	}
	return s.search.AppendMatches(to, words)
}

// appendBeginnings appends the products whose name begins with text, then products whose name has such a word, the newest
// first.
func (s *Snapshot) appendBeginnings(to []search.Match, text string) []search.Match {
	for i, ref := range s.newest {
		at := wordBeginning(s.products.at(ref).Name, text)
		if at < 0 {
			continue
		}
		to = append(to, search.Match{Order: uint64(min(at, 1))<<48 | uint64(i), Ref: ref, Named: true})
	}
	return to
}

// wordBeginning returns the index in name of a word that begins with text, or -1. It ignores case.
func wordBeginning(name, text string) int {
	for at := 0; at+len(text) <= len(name); {
		if strings.EqualFold(name[at:at+len(text)], text) {
			return at
		}
		space := strings.IndexByte(name[at:], ' ')
		if space < 0 {
			return -1
		}
		at += space + 1
	}
	return -1
}
