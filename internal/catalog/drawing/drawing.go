// Package drawing chooses a drawn picture for what has no photograph: by its words, then by
// those of its place in the shop, last of all by its unit. words.csv is the table; the
// silhouettes are drawn in the colors of tints.csv. See docs/adr/0032-drawn-pictures.md.
package drawing

import "strings"

// Thing is the subject of a picture: a product, or a category by its name alone.
type Thing struct {
	Name        string
	Brand       string // left out of Name where it stands in front of it
	Unit        string
	Type        string // the kind that a price list names below the sub-category
	SubCategory string
	Category    string
}

// Drawing is a drawn picture.
type Drawing struct {
	URL   string `json:"url" doc:"of an SVG or WebP file, which never changes"`
	Shape string `json:"shape,omitempty" doc:"which silhouette it is, for the place of its label; left out where it needs none"`
	Label string `json:"label,omitempty" doc:"what stands on the silhouette's label, in a few words"`
	Brand string `json:"brand,omitempty" doc:"stands above the label, small"`
}

// Of returns the picture of a thing; every thing has one.
func Of(t Thing) Drawing {
	words := table()
	name := wordsOf(t.Name)
	name = withHead(withoutBrand(name, wordsOf(t.Brand)))
	found := words.choose(t, name)
	return words.draw(found, t, name)
}

// For returns the picture of a thing without images, nil for one with some.
func For(images []string, t Thing) *Drawing {
	if len(images) > 0 {
		return nil
	}
	d := Of(t)
	return &d
}

// draw colors and labels the chosen entry.
func (w *wordTable) draw(e entry, t Thing, name []token) Drawing {
	if strings.HasSuffix(e.picture, ".webp") {
		return Drawing{URL: urlOf(e.picture)}
	}
	tint, open := strings.CutSuffix(e.tint, "+")
	label := e.label
	if open {
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
		label = telling(name)
	}
	return Drawing{URL: urlOf(e.picture + "-" + tint + ".svg"), Shape: e.picture, Label: label, Brand: brandOn(e, label, t.Brand)}
}

// loose are the silhouettes of unpacked goods, which carry no brand.
var loose = map[string]bool{
	"pile": true, "rice": true, "nuts": true, "powder": true, "bunch": true, "gourd": true, "root": true, "cauli": true, "leaf": true, "round": true, "pods": true,
}

// maxBrand is the largest number of letters of a brand that can be read on a label.
const maxBrand = 18

// brandOn returns the brand as it stands on a package above the label; "" on none, for one
// that is too long, and for one that the label says already.
func brandOn(e entry, label, brand string) string {
	if loose[e.picture] || len([]rune(brand)) > maxBrand || strings.EqualFold(label, brand) {
		return ""
	}
	return brand
}

// flavor returns the first word for a flavor, scent or color in a name, beside those that
// were chosen already.
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

// maxLabel is the largest number of letters of a name that stand on a label that the table does not give.
const maxLabel = 16

// telling returns the last two words of a name's head that say something.
func telling(name []token) string {
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

// categoryTint stands in the table for the color of a thing's own category.
const categoryTint = "category"

// categoryTints are the colors of categories that no word of a thing says more about.
var categoryTints = []string{"leaf", "coral", "sky", "amber", "red", "plum", "teal", "navy"}

// tintOfCategory returns always the same color for a category.
func tintOfCategory(category string) string {
	sum := 0
	for _, r := range category {
		sum += int(r)
	}
	return categoryTints[sum%len(categoryTints)]
}
