// Package drawing chooses a drawn picture for a product or category without an image: by its name, or else by its type
// or category, or else by its unit. words.csv maps words to pictures; silhouettes are drawn in the colors of tints.csv.
// See docs/adr/0032-drawn-pictures.md.
package drawing

import "strings"

// Thing is the subject of a picture: a product, a sub-category (without Name), or a category (only Category).
type Thing struct {
	Name        string
	Brand       string // omitted from the label if Name begins with it
	Unit        string
	Type        string // kind within the sub-category, from a price list
	SubCategory string
	Category    string
}

// Drawing is a drawn picture.
type Drawing struct {
	URL   string `json:"url" doc:"Address of an SVG or WebP file that never changes."`
	Shape string `json:"shape,omitempty" doc:"Name of the silhouette, which decides the position of the label. Absent for a WebP file, which has no label."`
	Label string `json:"label,omitempty" doc:"Text on the label, a few words. Absent without a label."`
	Brand string `json:"brand,omitempty" doc:"Brand, shown in small type above the label."`
}

// Of returns the picture of a thing. Every thing has one.
func Of(t Thing) Drawing {
	words := table()
	name := wordsOf(t.Name)
	name = withHead(withoutBrand(name, wordsOf(t.Brand)))
	found := words.choose(t, name)
	return words.draw(found, t, name)
}

// For returns the picture of a thing without images, and nil for one with images.
func For(images []string, t Thing) *Drawing {
	if len(images) > 0 {
		return nil
	}
	d := Of(t)
	return &d
}

// draw returns the picture of an entry. A silhouette has the entry's tint and label. If the entry can have flavors, a
// flavor in the name replaces the tint and precedes the label.
func (w *wordTable) draw(e entry, t Thing, name []token) Drawing {
	if strings.HasSuffix(e.picture, ".webp") {
		return Drawing{URL: urlOf(e.picture)}
	}
	tint, hasFlavors := strings.CutSuffix(e.tint, "+")
	label := e.label
	if hasFlavors {
		if flavor, found := w.flavor(name, e); found {
			tint = flavor.tint
			if flavor.label != "" && !strings.Contains(label, " ") && flavor.label != label {
				label = strings.TrimSpace(flavor.label + " " + label)
			}
		}
	}
	if tint == categoryTint {
		tint = tintOfCategory(t.Category)
	}
	if label == "" {
		label = labelOf(name)
	}
	return Drawing{URL: urlOf(e.picture + "-" + tint + ".svg"), Shape: e.picture, Label: label, Brand: brandOn(e, label, t.Brand)}
}

// loose are the silhouettes of unpacked goods, which show no brand.
var loose = map[string]bool{
	"pile": true, "rice": true, "nuts": true, "powder": true, "bunch": true, "gourd": true, "root": true, "cauli": true, "leaf": true, "round": true, "pods": true,
}

// maxBrand is the maximum number of characters of a brand that is readable above a label.
const maxBrand = 18

// brandOn returns the brand to show above the label; "" for unpacked goods, for a long brand, and for a brand that equals
// the label.
func brandOn(e entry, label, brand string) string {
	if loose[e.picture] || len([]rune(brand)) > maxBrand || strings.EqualFold(label, brand) {
		return ""
	}
	return brand
}

// flavor returns the first flavor, scent or color in a name, except the phrase of the chosen entry.
func (w *wordTable) flavor(name []token, chosen entry) (entry, bool) {
	var first hit
	for _, h := range w.flavors.find(name, "") {
		if h.phrase == chosen.phrase || h.picture == swallow {
			continue
		}
		if first.phrase == "" || h.at < first.at {
			first = h
		}
	}
	return first.entry, first.phrase != ""
}

// maxLabel limits the characters of a label made from a name.
const maxLabel = 16

// labelOf returns up to two words at the end of a name's head, without numbers and vague words.
func labelOf(name []token) string {
	var label string
	words := 0
	for i := len(name) - 1; i >= 0 && words < 2; i-- {
		t := name[i]
		if !t.head || vague[t.text] || strings.ContainsAny(t.text, "0123456789") {
			continue
		}
		next := strings.TrimSpace(t.shown + " " + label)
		if len([]rune(next)) > maxLabel {
			break
		}
		label, words = next, words+1
	}
	return label
}

// categoryTint in words.csv stands for the color of the thing's category.
const categoryTint = "category"

// categoryTints are the colors of categories.
var categoryTints = []string{"leaf", "coral", "sky", "amber", "red", "plum", "teal", "navy"}

// tintOfCategory returns the color of a category, always the same for a name.
func tintOfCategory(category string) string {
	sum := 0
	for _, r := range category {
		sum += int(r)
	}
	return categoryTints[sum%len(categoryTints)]
}
