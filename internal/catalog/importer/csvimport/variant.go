package csvimport

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// defaultVariants are variants of a product that has one only, normalized by fold.
var defaultVariants = []string{"default", "default title", "default variant"}

// listMark matches the number or bullet of a line in a pasted list, and WhatsApp's signs of bold and italic text.
var listMark = regexp.MustCompile(`^(?:[•·▪◦●○►➤➡→✅✔☑]\x{FE0F}?\s*|[–—-]\s+|[*_]+\s*|\([\d०-९]{1,3}\)\s*|[\d०-९]{1,3}[.)]\s+)+`)

// withoutListMark returns a name without its listMark.
func withoutListMark(name string) string {
	mark := listMark.FindString(name)
	if bare := strings.TrimRight(name[len(mark):], "*_ "); mark != "" && strings.ContainsFunc(bare, unicode.IsLetter) {
		return bare
	}
	return name
}

// nameParts returns get with the name without its mark of a list, and with the variant in the name, or in the unit if the
// variant is a size. Texts of the shop's own table are unchanged.
func nameParts(get func(Field) string) func(Field) string {
	cell, unit, variant := value(get(Name)), get(Unit), value(get(Variant))
	name := withoutListMark(cell)
	if cell == "" || name == cell && variant == "" || value(get(ID)) != "" {
		return get
	}
	if variant != "" && !slices.Contains(defaultVariants, fold(variant)) {
		named, size := nameAndUnit(name, []string{variant})
		switch {
		case size == "":
			name = named
		case isUnitWord(value(unit)) || strings.Trim(value(unit), "0123456789.,") == "":
			unit = size
		case squeezedUnit(unitText(unit)) != squeezedUnit(size):
			name += ", " + variant
		}
	}
	texts := map[Field]string{Name: name, Unit: unit}
	return func(f Field) string {
		if text, known := texts[f]; known {
			return text
		}
		return get(f)
	}
}

// settleVariant finds the variant of a list without a heading for it: words below no heading beside the name, as below
// merged cells, or a column "Type" that alone tells two rows of the sample apart.
func (c *columns) settleVariant(o Options, sample [][]string) {
	_, has := c.at[Variant]
	_, mapped := o.Map[Variant]
	if has || mapped || c.profile != nil {
		return
	}
	kind, hasType := c.at[Type]
	_, typeMapped := o.Map[Type]
	name, hasName := c.at[Name]
	switch beside := name + 1; {
	case hasName && beside < len(c.names) && c.names[beside] == "" && !c.isMapped(beside) && areWords(sample, beside):
		c.at[Variant] = beside
	case hasType && !typeMapped && c.tellsApart(sample, kind):
		c.at[Variant] = kind
		delete(c.at, Type)
	}
}

// areWords reports whether most cells of the column have letters.
func areWords(sample [][]string, column int) bool {
	words := 0
	for _, row := range sample {
		if strings.ContainsFunc(row[column], unicode.IsLetter) {
			words++
		}
	}
	return words*2 > len(sample)
}

// tellsApart reports whether two rows of one name, brand and size differ in the column.
func (c *columns) tellsApart(sample [][]string, column int) bool {
	types := map[string]string{}
	for _, row := range sample {
		kind := fold(value(row[column]))
		var product strings.Builder
		for _, f := range []Field{Brand, Name, Unit, Grams, amount} {
			if i, found := c.at[f]; found {
				product.WriteString(fold(value(row[i])))
			}
			product.WriteByte('\t')
		}
		if first := types[product.String()]; kind != "" && first != "" && first != kind {
			return true
		}
		types[product.String()] = kind
	}
	return false
}
