package search

import (
	"math"
	"slices"
	"strings"
)

// Bonuses of a match besides the weights of its words.
const (
	wholeName            = 25 // the name equals the query
	wholeOtherName       = 12 // another name of the product equals the query
	rightQuantity        = 30 // "milk 500 ml" prefers that size, of any milk
	inMainSubCategory    = 10 // times the sub-category's share of the best matches, relative to the largest share
	usualDepartmentShare = 2  // replaces that share in the sub-categories where shoppers look for the thing
	severalProducts      = 30 // subtracted: single products rank before combos
	inOrder              = 6
	optionalMatch        = 10
)

// Tie-breakers of equal matches. posting.detail is averaged over the words.
const (
	startsName = 8
	covered    = 18 // times the typed share of the name
)

// score is the score of one product while a query runs.
type score struct {
	match, detail float32
	// best and bestDetail are the current word's part of match and detail.
	best, bestDetail float32
	words            uint8 // number of words found
	titles           uint8 // number found in the title
	names            uint8 // number found in the name
	current          uint8 // number of the last word counted, from 1
	named            uint8 // number of the last word counted in the name, from 1
	thing            uint8 // number of the last word counted in the title, from 1
}

// accumulator holds the scores of one query. Queries reuse it and leave it empty.
type accumulator struct {
	scores  []score
	touched []int32
}

// accumulator returns an empty accumulator for a number of slots.
func (x *Index) accumulator(slots int) *accumulator {
	t, ok := x.accumulators.Get().(*accumulator)
	if !ok || len(t.scores) < slots {
		return &accumulator{scores: make([]score, slots+slots/8)}
	}
	return t
}

func (acc *accumulator) clear() {
	for _, slot := range acc.touched {
		acc.scores[slot] = score{}
	}
	acc.touched = acc.touched[:0]
}

// scoreAll scores the products that have every word, and reports whether there are any. If not, it empties the
// accumulator. The rarest word is scored first.
func (acc *accumulator) scoreAll(words []expansion) bool {
	order := make([]int, len(words))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return words[a].frequency - words[b].frequency })
	for round, i := range order {
		acc.add(words[i], uint8(i+1), uint8(round), 1, len(words))
		if !slices.ContainsFunc(acc.touched, func(slot int32) bool { return int(acc.scores[slot].words) > round }) {
			acc.clear()
			return false
		}
	}
	return true
}

// scoreAny scores the products that have any of the words; rare words count more. It returns the number of words of the
// best products, or half of all words if that is more.
func (acc *accumulator) scoreAny(words []expansion, products int) int {
	for i, w := range words {
		rarity := math.Log1p(float64(products)/float64(1+w.frequency)) / math.Log1p(float64(products))
		acc.add(w, uint8(i+1), 0, float32(0.2+0.8*rarity), len(words))
	}
	best := (len(words) + 1) / 2
	for _, slot := range acc.touched {
		best = max(best, int(acc.scores[slot].words))
	}
	return best
}

// add adds the score of the word with this number to each product that has at least needed other words.
func (acc *accumulator) add(e expansion, number, needed uint8, factor float32, words int) {
	share := factor / float32(words)
	for i := range e.candidates {
		c := &e.candidates[i]
		w := wordScore{candidate: c, number: number, needed: needed, named: e.named, share: share}
		for f := range w.weights {
			w.weights[f] = c.at(field(f)) * factor
		}
		postings := c.terms[0].postings
		if needed > 0 && len(acc.touched) < len(postings)/lookupCost {
			for _, slot := range acc.touched {
				if acc.scores[slot].words < needed {
					continue
				}
				if at, found := c.terms[0].at(slot); found {
					acc.addPosting(&w, postings[at])
				}
			}
			continue
		}
		for _, p := range postings {
			acc.addPosting(&w, p)
		}
	}
}

// lookupCost is the cost of looking up one posting, relative to reading one in sequence.
const lookupCost = 16

// wordScore computes what a candidate of one word adds to a product's score.
type wordScore struct {
	candidate      *candidate
	weights        [mainName + 1]float32 // by field
	share          float32
	number, needed uint8
	named          bool
}

// addPosting adds the score of a word to the product of a posting.
func (acc *accumulator) addPosting(w *wordScore, p posting) {
	c := w.candidate
	if c.nameOnly && !p.field.inName() || w.named && p.field == inCategory {
		return
	}
	s := &acc.scores[p.slot]
	if s.current != w.number && s.words < w.needed {
		return
	}
	if len(c.terms) > 1 && !p.combine(c.terms[1:]) {
		return
	}
	if s.current != w.number {
		if s.words == 0 {
			acc.touched = append(acc.touched, p.slot)
		}
		s.current, s.best, s.bestDetail = w.number, 0, 0
		s.words++
	}
	value, detail := w.weights[p.field]+w.share*float32(p.bonus)*c.weight/literal, w.share*float32(p.detail)
	if value > s.best || value == s.best && detail > s.bestDetail {
		s.match += value - s.best
		s.detail += detail - s.bestDetail
		s.best, s.bestDetail = value, detail
	}
	if p.field.inName() && s.named != w.number {
		s.named = w.number
		s.names++
	}
	if p.field.isTitle() && s.thing != w.number {
		s.thing = w.number
		s.titles++
	}
}

// combine reports whether the product has the other terms too. It replaces p by the posting that counts: the weakest
// field or, within a name, the best one.
func (p *posting) combine(terms []*term) bool {
	for _, t := range terms {
		at, found := t.at(p.slot)
		if !found {
			return false
		}
		next := t.postings[at]
		if bothInName := p.field.inName() && next.field.inName(); p.better(next) != bothInName {
			*p = next
		}
	}
	return true
}

// appendMatches appends the products that have at least so many words, and empties the accumulator.
func (acc *accumulator) appendMatches(to []Match, c *contents, q query, words int) []Match {
	defer acc.clear()
	optional := c.optionalTerms(q.optional)
	byTitle := q.brand == nil && acc.isTitled(words)
	shares := acc.mainSubCategories(c, q, words, byTitle)
	// Keep the products with the most words in their names, among those that lack words.
	names := uint8(0)
	if words < len(q.words) {
		for _, slot := range acc.touched {
			if s := &acc.scores[slot]; int(s.words) >= words {
				names = max(names, s.names)
			}
		}
	}
	to = slices.Grow(to, len(acc.touched))
	for _, slot := range acc.touched {
		s := &acc.scores[slot]
		if int(s.words) < words || s.names < names {
			continue
		}
		p := &c.docs[slot]
		inName := int(s.names) >= len(q.words) // all words, a condition for containing the whole text
		match := s.match + p.matchBonus(&q, inName)
		if shares != nil && s.namesThing(byTitle) {
			match += inMainSubCategory * shares[p.subCategory]
		}
		if p.combo { // a combo's size is that of one of its products: remove the bonus for it
			match = max(0, match-severalProducts-rightQuantity*float32(countCommon(p.quantities, q.quantities)))
		}
		for _, term := range optional {
			if p.combo {
				break
			}
			if _, found := term.at(slot); found {
				match += optionalMatch
			}
		}
		detail := s.detail + p.detailBonus(s, &q, inName)
		named := int(s.names) >= words || words == 0
		to = append(to, Match{order(match, detail, p.rank), p.ref, slot, named})
	}
	return to
}

// order encodes the rank of a match: by best match, then by detail, then by lowest rank of the name.
func order(match, detail float32, rank int32) uint64 {
	return uint64(^uint16(match*gradesPerPoint))<<48 | uint64(^uint16(detail*1024))<<31 | uint64(uint32(rank))
}

// isTitled reports whether the title of a match has a word of the query. Otherwise, as with most brands, a word in a
// product's name is enough; see namesThing.
func (acc *accumulator) isTitled(words int) bool {
	return slices.ContainsFunc(acc.touched, func(slot int32) bool {
		s := &acc.scores[slot]
		return int(s.words) >= words && s.titles > 0
	})
}

// namesThing reports whether the match is for the thing itself.
func (s *score) namesThing(byTitle bool) bool {
	if byTitle {
		return s.titles > 0
	}
	return s.names > 0
}

// mainSubCategories returns each sub-category's share of the best matches, relative to the largest share: it separates
// the sub-category in which dals are sold from one in which a snack has that name. Names with fewer other words count
// more. Sub-categories of the thing's usual department get usualDepartmentShare.
func (acc *accumulator) mainSubCategories(c *contents, q query, words int, byTitle bool) []float32 {
	if len(q.words) == 0 || q.words[0].prefix {
		return nil
	}
	var best float32
	for _, slot := range acc.touched {
		if s := &acc.scores[slot]; int(s.words) >= words && s.namesThing(byTitle) {
			best = max(best, s.match)
		}
	}
	weight, heaviest := make([]float32, len(c.subCategories)), float32(0)
	for _, slot := range acc.touched {
		s := &acc.scores[slot]
		if int(s.words) < words || !s.namesThing(byTitle) || s.match < best-titleBonus {
			continue
		}
		p := &c.docs[slot]
		share := min(1, float32(s.names)/float32(max(1, p.length)))
		weight[p.subCategory] += share
		heaviest = max(heaviest, weight[p.subCategory])
	}
	usual := usualDepartment(q)
	for subCategory, w := range weight {
		if w == 0 {
			continue
		}
		weight[subCategory] = w / heaviest
		if usual != nil && usual.has(c.subCategories[subCategory]) {
			weight[subCategory] = usualDepartmentShare
		}
	}
	return weight
}

// gradesPerPoint is the resolution of a score, chosen so that a uint16 holds twelve words of 160 points.
const gradesPerPoint = 32

// optionalTerms returns the known terms of optional words.
func (c *contents) optionalTerms(optional []word) []*term {
	var terms []*term
	for _, w := range optional {
		if t := c.words.byText[w.text]; t != nil {
			terms = append(terms, t)
		}
	}
	return terms
}

func (p *product) matchBonus(q *query, inName bool) float32 {
	var bonus float32
	if len(q.quantities) > 0 {
		bonus = rightQuantity * float32(countCommon(p.quantities, q.quantities))
	}
	switch {
	case inName && (p.name == q.text || p.name == q.typed):
		bonus += wholeName
	case len(p.otherNames) > 0 && (slices.Contains(p.otherNames, q.text) || slices.Contains(p.otherNames, q.typed)):
		bonus += wholeOtherName
	}
	if inName && len(q.words) > 1 {
		if at := strings.Index(p.name, q.text); at == 0 || at > 0 && p.name[at-1] == ' ' {
			bonus += inOrder
		}
	}
	return bonus
}

func (p *product) detailBonus(s *score, q *query, inName bool) float32 {
	var bonus float32
	if p.length > 0 {
		bonus += covered * min(1, float32(s.names)/float32(p.length))
	}
	if inName {
		if rest, found := strings.CutPrefix(p.name, q.text); found && (rest == "" || rest[0] == ' ') {
			bonus += startsName
		}
	}
	return bonus
}
