package csvimport

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

// profile describes the product export of a shop program. Its rows are rewritten into rows of a plain list: each variant
// becomes a product, with its option in the unit or the name.
type profile struct {
	name   string
	marks  []string           // normalized headings that occur together only in its exports
	fields map[Field][]string // normalized headings, the surest first
	group  string             // column with the same value in all rows of a product; "" if each row is a product
	// rewrite returns the rows to read for a product, or none for a product that is not sold itself.
	rewrite func(r *Reader, product []sheetRow) []cells
}

var profiles = []*profile{&shopify, &wooCommerce, &vyapar, &vyaparSheet}

// maxGroup is the maximum number of rows read together as one product.
const maxGroup = 3000

func profileOf(c columns) *profile {
	for _, p := range profiles {
		if !slices.ContainsFunc(p.marks, func(mark string) bool { return !slices.Contains(c.plain, mark) }) {
			return p
		}
	}
	return nil
}

// mapping returns the file's column numbers by field.
func (p *profile) mapping(c columns) map[Field]string {
	m := map[Field]string{}
	for field, names := range p.fields {
		for _, name := range names {
			if i := slices.Index(c.plain, name); i >= 0 {
				m[field] = fmt.Sprint("#", i+1)
				break
			}
		}
	}
	return SkipUnmapped(m)
}

// sheetRow is a row whose cells are found by their columns' normalized headings.
type sheetRow struct {
	cells
	columns *columns
}

func (s sheetRow) get(name string) string {
	if i := slices.Index(s.columns.plain, name); i >= 0 {
		return value(s.text[i])
	}
	return ""
}

// set writes a cell; it does nothing if the file lacks the column.
func (s sheetRow) set(name, text string) {
	if i := slices.Index(s.columns.plain, name); i >= 0 {
		s.text[i] = text
	}
}

// fill fills the named cells that are empty with those of another row.
func (s sheetRow) fill(from sheetRow, names ...string) {
	for _, name := range names {
		if i := slices.Index(s.columns.plain, name); i >= 0 && value(s.text[i]) == "" {
			s.text[i] = from.text[i]
		}
	}
}

// cutShared shortens texts that all variants copy from this row, so that a long text is not processed once per variant.
// The result may be one character too long, which makes the later check cut and note it.
func (s sheetRow) cutShared(names ...string) {
	for _, name := range names {
		i := slices.Index(s.columns.plain, name)
		if i < 0 || len(s.text[i]) <= MaxDescription {
			continue
		}
		if text := []rune(paragraphs(s.text[i])); len(text) > MaxDescription {
			s.text[i] = string(text[:MaxDescription+1])
		} else {
			s.text[i] = string(text)
		}
	}
}

// nextOfProfile returns the next row, rewritten by the file's profile if any.
func (r *Reader) nextOfProfile() (cells, error) {
	if r.columns.profile == nil {
		return r.nextCells()
	}
	for len(r.grouped) == 0 {
		product, err := r.nextGroup()
		if err != nil {
			return cells{}, err
		}
		if product[0].reason != "" {
			return product[0].cells, nil
		}
		r.grouped = r.columns.profile.rewrite(r, product)
	}
	next := r.grouped[0]
	r.grouped = r.grouped[1:]
	return next, nil
}

// nextGroup returns the rows of the next product.
func (r *Reader) nextGroup() ([]sheetRow, error) {
	first, err := r.nextCells()
	if err != nil {
		return nil, err
	}
	product := []sheetRow{{first, &r.columns}}
	group := r.columns.profile.group
	if group == "" || first.reason != "" {
		return product, nil
	}
	for len(product) < maxGroup {
		next, err := r.nextCells()
		if errors.Is(err, io.EOF) {
			break // the next call returns io.EOF again
		}
		if err != nil {
			return nil, err
		}
		row := sheetRow{next, &r.columns}
		if next.reason != "" || row.get(group) != product[0].get(group) {
			r.ahead = slices.Insert(r.ahead, 0, next)
			break
		}
		product = append(product, row)
	}
	return product, nil
}

var (
	sizeOption = regexp.MustCompile(`^(?:\d+ x )*\d+(?:\.\d+)? (?:kg|g|mg|ml|L|pcs?)$`)
	packOption = regexp.MustCompile(`(?i)^(?:pack|set|box|combo) of \d+$`)
)

// nameAndUnit returns a variant's name and unit: options that are sizes make the unit, others are appended to the name.
func nameAndUnit(title string, options []string) (name, unit string) {
	name = title
	var sizes []string
	for _, option := range options {
		switch size := unitText(option); {
		case sizeOption.MatchString(size) || packOption.MatchString(size):
			sizes = append(sizes, size)
		case !containsBrand(name, option):
			name += ", " + option
		}
	}
	return name, strings.Join(sizes, ", ")
}

var urlStart = regexp.MustCompile(`(?i)(?:^|[\s,|;])https?://`)

// Limits of a product's picture URLs.
const (
	maxImages   = 5
	readImages  = maxImages + 1 // one more, to remark on it
	maxImageURL = 2000          // bytes
)

// setImages sets the URLs of the product's pictures. Other texts and surplus URLs are ignored with a remark.
func (r *Reader) setImages(row *Row, cell string) {
	urls, odd := imageURLs(cell)
	if odd {
		row.remark(NoteImageInvalid, r.columnOf(Image), cell)
	}
	if len(urls) > maxImages {
		row.remark(NoteImagesMore, r.columnOf(Image), urls[maxImages])
		urls = urls[:maxImages]
	}
	row.Images = urls
}

// imageURLs returns the first readImages URLs in a cell, separated by commas, bars or blanks; a comma may also be part of
// a URL. odd reports other text.
func imageURLs(cell string) (urls []string, odd bool) {
	cell = value(cell)
	starts := urlStart.FindAllStringIndex(cell, -1)
	odd = cell != "" && (len(starts) == 0 || strings.Trim(cell[:starts[0][0]], " ,|;") != "")
	for i, start := range starts {
		end := len(cell)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		address := strings.Trim(cell[start[0]:end], " ,|;")
		switch {
		case strings.ContainsAny(address, " \"<>") || len(address) > maxImageURL:
			odd = true
		case len(urls) < readImages && !slices.Contains(urls, address):
			urls = append(urls, address)
		}
	}
	return urls, odd
}
