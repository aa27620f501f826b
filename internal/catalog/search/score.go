package search

import (
	"math"
	"slices"
	"strings"
)

// Bonuses that tell apart products with equally good words. Those of the words themselves (see nameBonus) are averaged.
const (
	wholeName     = 25 // the name is what was typed
	startsName    = 4
	inOrder       = 3
	covered       = 9  // times the share of the name that was typed
	rightQuantity = 30 // "milk 500 ml" asks for that packet, whatever milk it is
	wishGranted   = 10
)

// score is what one product has gathered so far.
type score struct {
	total   float32
	best    float32 // of the current word
	words   uint8   // found
	names   uint8   // found in the name
	current uint8   // the word counted last, from 1
	named   uint8   // the word counted last in the name, from 1
}

// tally is the room in which one query counts. It is used again, and clean between queries.
type tally struct {
	scores  []score
	touched []int32
}

// tally gives a clean one for so many slots.
func (x *Index) tally(slots int) *tally {
	t, ok := x.tallies.Get().(*tally)
	if !ok || len(t.scores) < slots {
		return &tally{scores: make([]score, slots+slots/8)}
	}
	return t
}

func (t *tally) clear() {
	for _, slot := range t.touched {
		t.scores[slot] = score{}
	}
	t.touched = t.touched[:0]
}

// all counts the products in which every word is found, and tells whether there are any; if not, the tally is clean
// again. The rarest word goes first.
func (t *tally) all(words []meaning) bool {
	order := make([]int, len(words))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return words[a].frequency - words[b].frequency })
	for round, i := range order {
		t.count(words[i], uint8(i+1), uint8(round), 1, len(words))
	}
	for _, slot := range t.touched {
		if int(t.scores[slot].words) == len(words) {
			return true
		}
	}
	t.clear()
	return false
}

// most counts products with any of the words, rare ones for more, and gives the number of words that the best have:
// at least half of all, or more than there are when none has so many.
func (t *tally) most(words []meaning, products int) int {
	for i, w := range words {
		rarity := math.Log1p(float64(products)/float64(1+w.frequency)) / math.Log1p(float64(products))
		t.count(w, uint8(i+1), 0, float32(0.2+0.8*rarity), len(words))
	}
	most := (len(words) + 1) / 2
	for _, slot := range t.touched {
		most = max(most, int(t.scores[slot].words))
	}
	return most
}

// count adds what one word gives to each product that has at least the given number of other words.
func (t *tally) count(m meaning, number, needed uint8, factor float32, words int) {
	for _, c := range m.candidates {
		worth, share := c.worth*factor, factor/float32(words)
		for _, p := range c.terms[0].postings {
			if c.nameOnly && p.field < inName || m.named && p.field == inCategory {
				continue
			}
			s := &t.scores[p.slot]
			if s.current != number && s.words < needed {
				continue
			}
			if len(c.terms) > 1 && !p.with(c.terms[1:]) {
				continue
			}
			if s.current != number {
				if s.words == 0 {
					t.touched = append(t.touched, p.slot)
				}
				s.current, s.best = number, 0
				s.words++
			}
			if value := worth*p.field + share*p.bonus; value > s.best {
				s.total += value - s.best
				s.best = value
			}
			if p.field == inName && s.named != number {
				s.named = number
				s.names++
			}
		}
	}
}

// with tells whether the product has the other terms too; the weakest place counts.
func (p *posting) with(others []*term) bool {
	for _, t := range others {
		at, found := t.at(p.slot)
		if !found {
			return false
		}
		p.field = min(p.field, t.postings[at].field)
	}
	return true
}

// sort gives the products that have so many words, the best first, and leaves the tally clean.
func (t *tally) sort(c *contents, q query, words int) []Hit {
	defer t.clear()
	wishes := c.granted(q.wishes)
	keys := make([]uint64, 0, len(t.touched))
	for _, slot := range t.touched {
		s := &t.scores[slot]
		if int(s.words) < words {
			continue
		}
		total := s.total + c.bonus(slot, s, q)
		for _, wish := range wishes {
			if _, found := wish.at(slot); found {
				total += wishGranted
			}
		}
		// The highest score first, then the lowest rank.
		keys = append(keys, uint64(^uint32(total*1024))<<32|uint64(uint32(c.docs[slot].rank)))
	}
	slices.Sort(keys)
	hits := make([]Hit, len(keys))
	for i, key := range keys {
		hits[i] = Hit{
			ID:    c.docs[c.names[uint32(key)]].id,
			Score: float64(^uint32(key>>32)) / 1024,
		}
	}
	return hits
}

// granted gives the terms of the wishes.
func (c *contents) granted(wishes []word) []*term {
	var terms []*term
	for _, w := range wishes {
		if t := c.words.byText[w.text]; t != nil {
			terms = append(terms, t)
		}
	}
	return terms
}

func (c *contents) bonus(slot int32, s *score, q query) float32 {
	p := &c.docs[slot]
	var bonus float32
	if p.length > 0 {
		bonus += covered * min(1, float32(s.names)/float32(p.length))
	}
	if strings.HasPrefix(p.name, q.text) {
		bonus += startsName
		if len(p.name) == len(q.text) {
			bonus += wholeName
		}
	}
	if len(q.words) > 1 && strings.Contains(p.name, q.text) {
		bonus += inOrder
	}
	return bonus + rightQuantity*float32(common(p.quantities, q.quantities))
}
