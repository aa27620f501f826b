package demo

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

// check returns every broken rule of the catalog, so that an editor can fix all at once.
func (c Catalog) check(pictures fs.FS) error {
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
	k.checkName("category", category.Name)
	k.picture(category.Name, category.Picture)
	featured := map[string]bool{}
	for _, name := range category.featured {
		if featured[name] {
			k.refuse("%s: %q is featured twice", category.Name, name)
		}
		featured[name] = true
	}
	for _, sub := range category.SubCategories {
		k.checkName("sub-category", sub.Name)
		k.picture(sub.Name, sub.Picture)
		if len(sub.Products) == 0 {
			k.refuse("sub-category %q is empty", sub.Name)
		}
		for _, product := range sub.Products {
			k.product(product)
			delete(featured, product.Name)
		}
	}
	for name := range featured {
		k.refuse("%s: %q of the featured products is in no sub-category", category.Name, name)
	}
}

func (k *checker) product(p Product) {
	k.checkName("product", p.Name)
	for _, picture := range p.Pictures {
		k.picture(p.Name, picture)
	}
	if p.Unit == "" || p.Description == "" {
		k.refuse("product %q needs a unit and a description", p.Name)
	}
	if p.Price <= 0 || p.Discount < 0 || p.Discount >= p.Price {
		k.refuse("product %q needs a price above its discount", p.Name)
	}
	if p.Stock < 0 {
		k.refuse("product %q has a negative stock", p.Name)
	}
	lines := map[string]bool{}
	for _, detail := range p.Details {
		if detail.Name == "" || detail.Text == "" || lines[detail.Name] {
			k.refuse("product %q: the detail %q is empty or repeated", p.Name, detail.Name)
		}
		lines[detail.Name] = true
	}
}

// checkName checks that a name is unique among its kind.
func (k *checker) checkName(kind, name string) {
	key := kind + " " + strings.ToLower(name)
	if name == "" || name != strings.TrimSpace(name) || k.seen[key] {
		k.refuse("%s %q has no name of its own", kind, name)
	}
	k.seen[key] = true
}

// picture checks that a picture exists. "" is allowed: a picture is drawn.
func (k *checker) picture(of, name string) {
	if name == "" {
		return
	}
	if _, err := fs.Stat(k.pictures, name); err != nil {
		k.refuse("%q: there is no picture %q", of, name)
	}
}
