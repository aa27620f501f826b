// Package demo holds the products of the demo shop: a grocer's catalog, embedded in the binary. It
// is plain data and does not use the database.
package demo

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"kirana/internal/catalog/drawing"
	"kirana/internal/money"
)

//go:embed catalogue/*.yaml
var catalogFiles embed.FS

// Catalog is the demo shop's stock, in display order.
type Catalog struct{ Categories []Category }

// Category is a group of sub-categories. If Picture is "", one is drawn, as in any shop.
type Category struct {
	Name, Picture string
	SubCategories []SubCategory
	featured      []string // names of the products shown first
}

// SubCategory is a group of products, never empty.
type SubCategory struct {
	Name, Picture string
	Products      []Product
}

// Product is one product in one unit. Its name is unique in the catalog.
type Product struct {
	Name, Unit, Description string
	Pictures                []string    // file names; without any, a picture is drawn
	Price, Discount         money.Paise // the shopper pays Price − Discount
	Stock                   int
	Details                 []Detail
}

// Detail is a line of a product's table: "Shelf life", "6 months".
type Detail struct{ Name, Text string }

// PlacedProduct is a product with the name of its sub-category.
type PlacedProduct struct {
	SubCategory string
	Product     Product
}

// Load parses the embedded catalog. It fails if a file is malformed or breaks a rule of the shop:
// names are unique, a discount is less than its price, every picture exists.
func Load() (Catalog, error) {
	names, err := fs.Glob(catalogFiles, "catalogue/*.yaml")
	if err != nil {
		return Catalog{}, fmt.Errorf("list the demo catalog: %w", err)
	}
	var catalog Catalog
	for _, name := range names {
		text, err := catalogFiles.ReadFile(name)
		if err != nil {
			return Catalog{}, fmt.Errorf("read %s: %w", name, err)
		}
		category, err := parse(text)
		if err != nil {
			return Catalog{}, fmt.Errorf("%s: %w", name, err)
		}
		catalog.Categories = append(catalog.Categories, category)
	}
	if err := catalog.check(drawing.Pictures()); err != nil {
		return Catalog{}, fmt.Errorf("demo catalog: %w", err)
	}
	return catalog, nil
}

// PictureNames returns the file names of all pictures in the catalog.
func (c Catalog) PictureNames() []string {
	used := map[string]bool{}
	for _, category := range c.Categories {
		used[category.Picture] = true
		for _, sub := range category.SubCategories {
			used[sub.Picture] = true
			for _, product := range sub.Products {
				for _, picture := range product.Pictures {
					used[picture] = true
				}
			}
		}
	}
	delete(used, "")
	return slices.Sorted(maps.Keys(used))
}

// InOrder returns the products of the category in display order: first the featured ones, then one
// sub-category after the other.
func (c Category) InOrder() []PlacedProduct {
	var rest []PlacedProduct
	byName := map[string]PlacedProduct{}
	for _, sub := range c.SubCategories {
		for _, product := range sub.Products {
			placed := PlacedProduct{SubCategory: sub.Name, Product: product}
			rest = append(rest, placed)
			byName[product.Name] = placed
		}
	}
	var ordered []PlacedProduct
	for _, name := range c.featured {
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
