package csvimport

import (
	"io"
	"slices"
	"strings"
	"unicode"
)

// maxSamples is the maximum number of sample cells per column.
const maxSamples = 3

// maxSampleText is the maximum length of a sample in characters.
const maxSampleText = 60

// Inspection describes a file before its import.
type Inspection struct {
	Columns []InspectedColumn
	// Headerless reports that the first line looks like a product.
	Headerless bool
	// Program is the program that exported the file, "" if unknown.
	Program string
}

// InspectedColumn is a column with its detected field and its first non-empty cells. Field is "" if unknown, and for a
// price whose heading several columns share.
type InspectedColumn struct {
	Name    string
	Field   Field
	Samples []string
}

// Inspect reads the beginning of a file. Unlike New it accepts files without detected columns for name and price; other
// errors are the same.
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

// holdsNumber reports whether a word of the cell begins with a digit, as in a price or size ("Rs. 80", "500 g") but not
// in a heading ("Rate1").
func holdsNumber(cell string) bool {
	words := strings.FieldsFunc(cell, func(r rune) bool { return !isNameRune(r) })
	return slices.ContainsFunc(words, func(word string) bool { return unicode.IsDigit([]rune(word)[0]) })
}

// Fields returns the fields a column can be mapped to, in the order of the report.
func Fields() []Field { return append([]Field(nil), fields...) }
