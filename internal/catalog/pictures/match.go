package pictures

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"kirana/internal/catalog"
	"kirana/internal/catalog/view"
	"kirana/internal/unicodetext"
)

// names finds products by file name, for one version of the catalog.
type names struct {
	version     uint64
	products    map[string]ProductSummary // by id
	byCode      map[string][]string       // ids by barcode and SKU, normalized by unicodetext.Barcode
	byName      map[string][]string       // ids by name, and by name with unit, normalized by compactKey
	owners      map[string][]string       // ids by picture
	notCompared []string                  // pictures without a fingerprint
}

// skuPrefix begins the import key of a product that a price list identifies by SKU.
const skuPrefix = "sku\t"

// currentNames returns the names of the current catalog. The caller holds s.mu.
func (s *Service) currentNames() *names {
	snapshot := s.View.Snapshot()
	if s.names != nil && s.names.version == snapshot.Version() {
		return s.names
	}
	n := &names{
		version: snapshot.Version(), products: map[string]ProductSummary{},
		byCode: map[string][]string{}, byName: map[string][]string{}, owners: map[string][]string{},
	}
	for _, p := range snapshot.Find(view.Query{Unpublished: true, Sort: view.ByNewest}).Products {
		n.add(p)
		for _, image := range p.Images {
			if _, known := s.known.byImage[image]; !known {
				n.notCompared = append(n.notCompared, image)
			}
		}
	}
	s.names = n
	return n
}

func (n *names) add(p catalog.Product) {
	n.products[p.ID] = summaryOf(p)
	codes := append(slices.Clone(p.AllBarcodes()), p.SKU)
	if p.ImportKey != nil {
		if sku, ok := strings.CutPrefix(*p.ImportKey, skuPrefix); ok {
			codes = append(codes, sku)
		}
	}
	for _, code := range codes {
		if key := unicodetext.Barcode(code); key != "" && !slices.Contains(n.byCode[key], p.ID) {
			n.byCode[key] = append(n.byCode[key], p.ID)
		}
	}
	name, withUnit := compactKey(p.Name), compactKey(p.Name+p.Unit)
	n.byName[name] = append(n.byName[name], p.ID)
	if withUnit != name {
		n.byName[withUnit] = append(n.byName[withUnit], p.ID)
	}
	for _, image := range p.Images {
		n.owners[image] = append(n.owners[image], p.ID)
	}
}

// match is the product that a file name refers to.
type match struct {
	productID string // "" for none
	sure      bool
}

// pictureSuffix matches the suffix of a further picture: _2, -3, " (1)", " copy", "-back".
var pictureSuffix = regexp.MustCompile(`(?i)(?:[ _-]+[1-9]|[ _-]*\([0-9]{1,2}\)|[ _-]+(?:copy|front|back|side))$`)

// matchOf finds a product by the name of a file or of its folder. A single product with this barcode, SKU or name, with or
// without unit, is a sure match. Otherwise it returns the first of several such products or the first result of search, as a
// match that is not sure.
func (n *names) matchOf(file string, search func(words string) (productID string, found bool)) match {
	file = strings.ReplaceAll(file, `\`, "/")
	stem := strings.TrimSuffix(path.Base(file), path.Ext(file))
	withoutSuffix := pictureSuffix.ReplaceAllString(stem, "")
	texts := []string{stem, withoutSuffix}
	if folder := path.Base(path.Dir(file)); folder != "." && folder != "/" {
		texts = append(texts, folder)
	}
	first := ""
	for _, text := range texts {
		ids := n.byCode[unicodetext.Barcode(text)]
		if reading := unicodetext.OtherBarcode(text); len(ids) == 0 && reading != "" {
			ids = n.byCode[unicodetext.Barcode(reading)]
		}
		if key := compactKey(text); len(ids) == 0 && key != "" {
			ids = n.byName[key]
		}
		if len(ids) == 1 {
			return match{ids[0], true}
		}
		if len(ids) > 1 && first == "" {
			first = ids[0]
		}
	}
	if first != "" {
		return match{first, false}
	}
	productID, _ := search(wordsOf(withoutSuffix))
	return match{productID, false}
}

// nearest returns the first search result that has all words.
func (s *Service) nearest(words string) (productID string, found bool) {
	if words == "" {
		return "", false
	}
	hits := s.View.Snapshot().Find(view.Query{Words: words, Unpublished: true, Page: 1, Limit: 1})
	if len(hits.Products) == 0 || hits.Partial {
		return "", false
	}
	return hits.Products[0].ID, true
}

// compactKey returns the letters and digits of a text in lower case: the same for "Full Cream Milk, 1 L" and
// "full-cream-milk_1l".
func compactKey(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

// wordsOf returns the words of a file name as a search text; "" for a camera's file name.
func wordsOf(stem string) string {
	words := strings.FieldsFunc(stem, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	})
	for _, word := range words {
		switch strings.ToLower(word) {
		case "img", "dsc", "dscn", "pxl", "screenshot", "image", "photo", "whatsapp":
			return ""
		}
	}
	return strings.Join(words, " ")
}
