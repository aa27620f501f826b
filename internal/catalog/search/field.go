package search

// field is the part of a document that contains a word, by ascending weight.
type field uint8

const (
	inCategory field = iota
	inUnit
	inExtra
	inSubCategory
	besideName // a word of the name that does not say what the thing is
	otherName  // what the thing is, by its Extra: "dahi" of a curd also known as dahi
	mainName   // what the thing is, by its name
)

// fieldWeights scale a word's match by its field.
var fieldWeights = [...]float32{inCategory: 0.12, inUnit: 0.2, inExtra: 0.45, inSubCategory: 0.5, besideName: 1, otherName: 0.97, mainName: 1}

// inName reports whether the field is the name or another name.
func (f field) inName() bool { return f >= besideName }

// isTitle reports whether a word of the field names the thing.
func (f field) isTitle() bool { return f >= otherName }

// What a field adds to the weight of a word. What the thing is counts more than what it is made of, in whichever language.
const (
	titleBonus       = 16
	formBonus        = 10 // "turmeric" in "Turmeric Powder"
	namesSubCategory = 5  // "dal" where the sub-category is Dals & Pulses
)

// nameField returns the posting of a word of the name.
func nameField(position int, r role, inSubCategoryName bool) posting {
	p := posting{field: besideName, detail: uint8(6 - min(position, 6))}
	switch r {
	case head:
		p.field, p.bonus = mainName, titleBonus
	case formed:
		p.field, p.bonus = mainName, formBonus
	case beside:
	}
	if inSubCategoryName {
		p.bonus += namesSubCategory
	}
	return p
}

// better returns which of two positions of one word counts.
func (p posting) better(than posting) bool {
	a, b := fieldWeights[p.field], fieldWeights[than.field]
	return a > b || a == b && (p.bonus > than.bonus || p.bonus == than.bonus && p.detail > than.detail)
}
