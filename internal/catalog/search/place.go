package search

// place is where a word stands in a document, the weakest first.
type place uint8

const (
	inCategory place = iota
	inUnit
	inExtra
	inSubCategory
	besideName // a word of the name that does not say what the thing is
	otherName  // what the thing is, by its Extra: "dahi" of a curd also known as dahi
	mainName   // what the thing is, by its name
)

// weights of a word's match by its place.
var weights = [...]float32{inCategory: 0.12, inUnit: 0.2, inExtra: 0.45, inSubCategory: 0.5, besideName: 1, otherName: 0.97, mainName: 1}

// inName tells whether it is a word of the name, or another name.
func (p place) inName() bool { return p >= besideName }

// isThing tells whether the word there says what the thing is.
func (p place) isThing() bool { return p >= otherName }

// What a place adds to the worth of a word. What the thing is stands before what is made of it, in whichever language.
const (
	theThing   = 16
	inAForm    = 10 // "turmeric" in "Turmeric Powder"
	namesShelf = 5  // "dal" where the sub-category is Dals & Pulses
)

// inNamePlace gives the posting of a word of the name.
func inNamePlace(position int, r role, shelf bool) posting {
	p := posting{place: besideName, detail: uint8(6 - min(position, 6))}
	switch r {
	case head:
		p.place, p.bonus = mainName, theThing
	case formed:
		p.place, p.bonus = mainName, inAForm
	case beside:
	}
	if shelf {
		p.bonus += namesShelf
	}
	return p
}

// better tells which of two places of one word counts.
func (p posting) better(than posting) bool {
	a, b := weights[p.place], weights[than.place]
	return a > b || a == b && (p.bonus > than.bonus || p.bonus == than.bonus && p.detail > than.detail)
}
