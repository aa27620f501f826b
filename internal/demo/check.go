package demo

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

// check tells every rule that the catalogue breaks, so that an editor mends
// them in one go.
func (c Catalogue) check(pictures fs.FS) error {
	checker := checker{pictures: pictures, seen: map[string]bool{}}
	for _, category := range c.Categories {
		checker.category(category)
	}
	return errors.Join(checker.faults...)
}

type checker struct {
	pictures fs.FS
	seen     map[string]bool
	faults   []error
}

func (k *checker) refuse(format string, args ...any) {
	k.faults = append(k.faults, fmt.Errorf(format, args...))
}

func (k *checker) category(category Category) {
	k.named("category", category.Name, category.Picture)
	front := map[string]bool{}
	for _, name := range category.front {
		if front[name] {
			k.refuse("%s: %q is twice in the front row", category.Name, name)
		}
		front[name] = true
	}
	for _, shelf := range category.SubCategories {
		k.named("sub-category", shelf.Name, shelf.Picture)
		if len(shelf.Products) == 0 {
			k.refuse("sub-category %q is empty", shelf.Name)
		}
		for _, product := range shelf.Products {
			k.product(product)
			delete(front, product.Name)
		}
	}
	for name := range front {
		k.refuse("%s: %q of the front row is not on a shelf", category.Name, name)
	}
}

func (k *checker) product(p Product) {
	k.named("product", p.Name, p.Picture)
	if p.Unit == "" || p.Description == "" {
		k.refuse("product %q needs a unit and a description", p.Name)
	}
	if p.Price <= 0 || p.Discount < 0 || p.Discount >= p.Price {
		k.refuse("product %q needs a price above its discount", p.Name)
	}
	if p.Stock < 0 {
		k.refuse("product %q has less than no stock", p.Name)
	}
	lines := map[string]bool{}
	for _, detail := range p.Details {
		if detail.Name == "" || detail.Text == "" || lines[detail.Name] {
			k.refuse("product %q: the detail %q is empty or there twice", p.Name, detail.Name)
		}
		lines[detail.Name] = true
	}
}

// named checks what categories, sub-categories and products share: a name that
// none of the same kind has, and a picture that exists if there is one.
func (k *checker) named(kind, name, picture string) {
	key := kind + " " + strings.ToLower(name)
	if name == "" || name != strings.TrimSpace(name) || k.seen[key] {
		k.refuse("%s %q has no name of its own", kind, name)
	}
	k.seen[key] = true
	if picture == "" {
		return
	}
	if _, err := fs.Stat(k.pictures, picture); err != nil {
		k.refuse("%s %q: there is no picture %q", kind, name, picture)
	}
}
