package csvimport

import (
	"io"
	"slices"
	"strings"
	"unicode"
)

// maxSamples is the largest number of cells of a column that an inspection shows.
const maxSamples = 3

// maxSampleText is the largest number of characters of such a cell that are shown.
const maxSampleText = 60

// Inspection is what a file looks like before it is imported.
type Inspection struct {
	Columns []InspectedColumn
	// Headerless reports that the first line looks like a product.
	Headerless bool
	// Program is the one whose export the file is, "" where none is known.
	Program string
}

// InspectedColumn is a column with the field it would be taken for, "" for none and for a price that several columns are
// called, and its first cells that are not empty.
type InspectedColumn struct {
	Name    string
	Field   Field
	Samples []string
}

// Inspect reads the beginning of a file. Unlike New it takes one whose columns for name and
// price are not known; the other errors are the same.
func Inspect(source io.Reader, o Options) (Inspection, error) {
	r, err := newReader(&Reader{counter: &counter{r: source}, inspected: true}, o)
	if err != nil {
		return Inspection{}, err
	}
	fieldOf := map[int]Field{}
	for f, i := range r.columns.at {
		switch {
		case f == amount:
			fieldOf[i] = Unit
		case !isPrice(f) || !slices.Contains([]string{r.columns.names[i], r.columns.plain[i], r.columns.short[i]}, r.columns.twice):
			fieldOf[i] = f
		}
	}
	inspection := Inspection{Headerless: !o.NoHeader && len(fieldOf) == 0}
	if r.columns.profile != nil {
		inspection.Program = r.columns.profile.name
	}
	hasNumber := false
	for i, name := range r.columns.names {
		hasNumber = hasNumber || holdsNumber(name)
		column := InspectedColumn{Name: name, Field: fieldOf[i]}
		for _, row := range r.ahead {
			if len(column.Samples) == maxSamples {
				break
			}
			if i < len(row.text) && value(row.text[i]) != "" {
				column.Samples = append(column.Samples, cutAtWord(value(row.text[i]), maxSampleText))
			}
		}
		inspection.Columns = append(inspection.Columns, column)
	}
	inspection.Headerless = inspection.Headerless && hasNumber
	return inspection, nil
}

// holdsNumber reports whether a word of the cell begins with a digit: a price or a pack ("Rs. 80", "500 g"), where
// "Rate1" is a column's name.
func holdsNumber(cell string) bool {
	words := strings.FieldsFunc(cell, func(r rune) bool { return !isNameRune(r) })
	return slices.ContainsFunc(words, func(word string) bool { return unicode.IsDigit([]rune(word)[0]) })
}

// Fields returns the fields that a column can be mapped to, in the order of the report.
func Fields() []Field { return append([]Field(nil), fields...) }
