package demo

import (
	"bytes"
	"fmt"

	"go.yaml.in/yaml/v3"

	"kirana/internal/money"
)

type categoryFile struct {
	Name          string            `yaml:"name"`
	Picture       string            `yaml:"picture"`
	Front         []string          `yaml:"front"` // names of the products that lead the category's row
	SubCategories []subCategoryFile `yaml:"subcategories"`
}

type subCategoryFile struct {
	Name     string        `yaml:"name"`
	Picture  string        `yaml:"picture"`
	Details  detailLines   `yaml:"details"` // defaults of all products
	Products []productFile `yaml:"products"`
}

type productFile struct {
	Name        string      `yaml:"name"`
	Unit        string      `yaml:"unit"`
	Price       rupees      `yaml:"price"`
	Discount    rupees      `yaml:"discount"`
	Stock       int         `yaml:"stock"`
	Picture     string      `yaml:"picture"`
	Servings    []string    `yaml:"servings"` // serving pictures, after the product's own
	Description string      `yaml:"description"`
	Details     detailLines `yaml:"details"`
}

// rupees is an amount written as in the shop: 49 or 49.50.
type rupees money.Paise

// UnmarshalYAML parses the digits as written, never through a float.
func (r *rupees) UnmarshalYAML(node *yaml.Node) error {
	amount, err := money.Parse(node.Value)
	if err != nil {
		return fmt.Errorf("line %d: %q is not an amount in rupees", node.Line, node.Value)
	}
	*r = rupees(amount)
	return nil
}

// detailLines is a mapping in the order of the file.
type detailLines []Detail

// UnmarshalYAML refuses anything but a mapping of texts.
func (d *detailLines) UnmarshalYAML(node *yaml.Node) error {
	if node.Kind != yaml.MappingNode {
		return fmt.Errorf("line %d: details are names and texts", node.Line)
	}
	for i := 0; i+1 < len(node.Content); i += 2 {
		name, text := node.Content[i], node.Content[i+1]
		if text.Kind != yaml.ScalarNode {
			return fmt.Errorf("line %d: the detail %q is not a text", text.Line, name.Value)
		}
		*d = append(*d, Detail{Name: name.Value, Text: text.Value})
	}
	return nil
}

// parse parses one category. An unknown field is an error, so that a misspelled one is noticed.
func parse(text []byte) (Category, error) {
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	var file categoryFile
	if err := decoder.Decode(&file); err != nil {
		return Category{}, err
	}
	category := Category{Name: file.Name, Picture: file.Picture, featured: file.Front}
	for _, sub := range file.SubCategories {
		products := make([]Product, 0, len(sub.Products))
		for _, p := range sub.Products {
			products = append(products, Product{
				Name: p.Name, Unit: p.Unit, Description: p.Description, Pictures: p.pictures(),
				Price: money.Paise(p.Price), Discount: money.Paise(p.Discount), Stock: p.Stock,
				Details: p.Details.with(sub.Details),
			})
		}
		category.SubCategories = append(category.SubCategories,
			SubCategory{Name: sub.Name, Picture: sub.Picture, Products: products})
	}
	return category, nil
}

// pictures returns the product's own picture and those of its servings.
func (p productFile) pictures() []string {
	if p.Picture == "" {
		return nil
	}
	return append([]string{p.Picture}, p.Servings...)
}

// with returns the product's own lines, then the common ones it does not override.
func (d detailLines) with(common detailLines) []Detail {
	lines := append([]Detail(nil), d...)
	for _, line := range common {
		if !d.has(line.Name) {
			lines = append(lines, line)
		}
	}
	return lines
}

func (d detailLines) has(name string) bool {
	for _, line := range d {
		if line.Name == name {
			return true
		}
	}
	return false
}
