package demo

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

// check returns every broken rule of the catalog, so that an editor can fix all of them together.
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

func (c *checker) refuse(format string, args ...any) {
	c.faults = append(c.faults, fmt.Errorf(format, args...))
}

func (c *checker) category(category Category) {
	c.checkName("category", category.Name)
	c.picture(category.Name, category.Picture)
	featured := map[string]bool{}
	for _, name := range category.featured {
		if featured[name] {
			c.refuse("%s: %q is featured twice", category.Name, name)
		}
		featured[name] = true
	}
	for _, sub := range category.SubCategories {
		c.checkName("sub-category", sub.Name)
		c.picture(sub.Name, sub.Picture)
		if len(sub.Products) == 0 {
			c.refuse("sub-category %q is empty", sub.Name)
		}
		for _, product := range sub.Products {
			c.product(product)
			delete(featured, product.Name)
		}
	}
	for name := range featured {
		c.refuse("%s: %q of the featured products is in no sub-category", category.Name, name)
	}
}

func (c *checker) product(p Product) {
	c.checkName("product", p.Name)
	for _, picture := range p.Pictures {
		c.picture(p.Name, picture)
	}
	if p.Unit == "" || p.Description == "" {
		c.refuse("product %q needs a unit and a description", p.Name)
	}
	if p.Price <= 0 || p.Discount < 0 || p.Discount >= p.Price {
		c.refuse("product %q needs a price above its discount", p.Name)
	}
	if p.Stock < 0 {
		c.refuse("product %q has a negative stock", p.Name)
	}
	lines := map[string]bool{}
	for _, detail := range p.Details {
		if detail.Name == "" || detail.Text == "" || lines[detail.Name] {
			c.refuse("product %q: the detail %q is empty or repeated", p.Name, detail.Name)
		}
		lines[detail.Name] = true
	}
}

// checkName checks that a name is unique among its kind.
func (c *checker) checkName(kind, name string) {
	key := kind + " " + strings.ToLower(name)
	if name == "" || name != strings.TrimSpace(name) || c.seen[key] {
		c.refuse("%s %q has no name of its own", kind, name)
	}
	c.seen[key] = true
}

// picture checks that a picture exists. "" is allowed: a picture is drawn.
func (c *checker) picture(of, name string) {
	if name == "" {
		return
	}
	if _, err := fs.Stat(c.pictures, name); err != nil {
		c.refuse("%q: there is no picture %q", of, name)
	}
}
