package search

// field is the part of a document that contains a word, in ascending order of weight and bonus.
type field uint8

const (
	inCategory field = iota
	inUnit
	inExtra
	inSubCategory
	besideName // a word of the name that describes the thing
	otherName  // the thing by another name, from Doc.Extra: "dahi" of a curd
	mainName   // the thing by its name
)

// fieldWeights are the factors by which a field scales the weight of a match.
var fieldWeights = [...]float32{inCategory: 0.12, inUnit: 0.2, inExtra: 0.45, inSubCategory: 0.5, besideName: 1, otherName: 0.97, mainName: 1}

// inName reports whether the field is the name or another name of the product.
func (f field) inName() bool { return f >= besideName }

// isTitle reports whether a word of the field names the thing.
func (f field) isTitle() bool { return f >= otherName }

// Bonuses of a field. The thing itself counts more than its ingredients, in any language.
const (
	titleBonus       = 16
	formBonus        = 10 // "turmeric" in "Turmeric Powder"
	namesSubCategory = 5  // "dal" in the sub-category Dals & Pulses
)

// nameField returns the posting of a word in a product's name.
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

// better reports whether p counts more than another posting of the same term and product.
func (p posting) better(than posting) bool {
	a, b := fieldWeights[p.field], fieldWeights[than.field]
	return a > b || a == b && (p.bonus > than.bonus || p.bonus == than.bonus && p.detail > than.detail)
}
