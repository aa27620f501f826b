// Package demo holds the goods of the demo shop: a grocer's catalogue with its
// pictures, embedded in the binary. It is plain data and knows no database.
package demo

import (
	"embed"
	"fmt"
	"io/fs"

	"kirana/internal/money"
)

//go:embed catalogue/*.yaml
var catalogueFiles embed.FS

//go:embed pictures/*.webp
var pictureFiles embed.FS

// Catalogue is the demo shop's stock, in display order.
type Catalogue struct{ Categories []Category }

// Category is one aisle. An empty Picture means that the app draws a packet.
type Category struct {
	Name, Picture string
	SubCategories []SubCategory
	front         []string
}

// SubCategory is a shelf of an aisle, never empty.
type SubCategory struct {
	Name, Picture string
	Products      []Product
}

// Product is one thing in one unit. Its name is unique in the catalogue.
type Product struct {
	Name, Unit, Description, Picture string
	Price, Discount                  money.Paise // the shopper pays Price − Discount
	Stock                            int
	Details                          []Detail
}

// Detail is a line of a product's table: "Shelf life", "6 months".
type Detail struct{ Name, Text string }

// Placed is a product with the sub-category in which it stands.
type Placed struct {
	SubCategory string
	Product     Product
}

// Load reads the embedded catalogue. It fails if a file is malformed or breaks
// a rule of the shop: names are unique, a discount stays below its price, every
// picture exists.
func Load() (Catalogue, error) {
	names, err := fs.Glob(catalogueFiles, "catalogue/*.yaml")
	if err != nil {
		return Catalogue{}, fmt.Errorf("list the demo catalogue: %w", err)
	}
	var catalogue Catalogue
	for _, name := range names {
		text, err := catalogueFiles.ReadFile(name)
		if err != nil {
			return Catalogue{}, fmt.Errorf("read %s: %w", name, err)
		}
		category, err := parse(text)
		if err != nil {
			return Catalogue{}, fmt.Errorf("%s: %w", name, err)
		}
		catalogue.Categories = append(catalogue.Categories, category)
	}
	if err := catalogue.check(Pictures()); err != nil {
		return Catalogue{}, fmt.Errorf("demo catalogue: %w", err)
	}
	return catalogue, nil
}

// Pictures are the embedded pictures by the file names the catalogue uses.
func Pictures() fs.FS {
	pictures, err := fs.Sub(pictureFiles, "pictures")
	if err != nil {
		panic(err) // "pictures" is a valid path, so this cannot happen
	}
	return pictures
}

// InOrder are all products of the category as a shopper meets them: first the
// chosen front row, which mixes the shelves, then shelf by shelf.
func (c Category) InOrder() []Placed {
	var rest []Placed
	byName := map[string]Placed{}
	for _, shelf := range c.SubCategories {
		for _, product := range shelf.Products {
			placed := Placed{SubCategory: shelf.Name, Product: product}
			rest = append(rest, placed)
			byName[product.Name] = placed
		}
	}
	var ordered []Placed
	for _, name := range c.front {
		if placed, ok := byName[name]; ok {
			ordered = append(ordered, placed)
			delete(byName, name)
		}
	}
	for _, placed := range rest {
		if _, left := byName[placed.Product.Name]; left {
			ordered = append(ordered, placed)
		}
	}
	return ordered
}
