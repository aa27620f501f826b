package importer

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
	"strconv"
	"strings"

	"kirana/internal/catalog"
	"kirana/internal/catalog/importer/csvimport"
	"kirana/internal/language"
	"kirana/internal/money"
)

// productField is a field of a product that an import may change. Price and discount are one field: a new price with an
// old, edited discount could be negative.
type productField struct {
	name     string
	hasValue func(Row) bool
	get      func(catalog.Product) string
	set      func(*catalog.Product, Row)
}

// identifiesPrice reports whether the price applies only to the field's value: the price of 5 kg is not that of 1 kg.
func (f productField) identifiesPrice() bool { return f.name == nameField || f.name == unitField }

func always(Row) bool { return true }

// The names of fields with special rules; price and discount are one.
const (
	nameField     = "name"
	priceField    = "price"
	unitField     = "unit"
	supplierField = "supplier"
	costField     = "cost"
)

var productFields = slices.Concat([]productField{
	{nameField, always, func(p catalog.Product) string { return p.Name }, func(p *catalog.Product, r Row) { p.Name = r.Name }},
	{
		priceField, always, priceText,
		func(p *catalog.Product, r Row) { p.Price, p.Discount = r.Price, r.Discount },
	},
	{
		unitField, func(r Row) bool { return r.Unit != "" },
		func(p catalog.Product) string { return p.Unit }, func(p *catalog.Product, r Row) {
			if !p.IsSoldByWeight() { // the unit of weighed goods is the step of their stock
				p.Unit = r.Unit
			}
		},
	},
	{
		"sold_by", func(r Row) bool { return r.SoldBy != "" },
		catalog.Product.Measure, func(p *catalog.Product, r Row) { p.SellBy(r.SoldBy) },
	},
	{
		"description", func(r Row) bool { return r.Description != "" },
		func(p catalog.Product) string { return p.Description }, func(p *catalog.Product, r Row) { p.Description = r.Description },
	},
	{
		"details", func(r Row) bool { return len(r.Details) > 0 },
		detailsText, func(p *catalog.Product, r Row) { p.Details = r.Details },
	},
	factField("sku", func(f *catalog.Facts) *string { return &f.SKU }),
	factField("barcode", func(f *catalog.Facts) *string { return &f.Barcode }),
	{
		"barcodes", func(r Row) bool { return len(r.MoreBarcodes) > 0 },
		func(p catalog.Product) string { return strings.Join(p.MoreBarcodes, " ") }, func(p *catalog.Product, r Row) { p.MoreBarcodes = r.MoreBarcodes },
	},
	factField("item_code", func(f *catalog.Facts) *string { return &f.ItemCode }),
}, labelFields(), []productField{
	factField("diet", func(f *catalog.Facts) *string { return &f.Diet }),
	factField("hsn", func(f *catalog.Facts) *string { return &f.HSN }),
	factField("tax_condition", func(f *catalog.Facts) *string { return &f.TaxCondition }),
	{
		"gst_rate", func(r Row) bool { return r.GSTRate != nil },
		rateText, func(p *catalog.Product, r Row) { p.GSTRate = r.GSTRate },
	},
	factField(supplierField, func(f *catalog.Facts) *string { return &f.Supplier }),
	countField("pack_size", func(f *catalog.Facts) *int { return &f.PackSize }),
	countField("min_stock", func(f *catalog.Facts) *int { return &f.MinStock }),
	{
		costField, func(r Row) bool { return r.Cost != nil },
		costText, func(p *catalog.Product, r Row) {
			if p.Cost == nil || p.Cost.Paise() != r.Cost.Paise() { // tables show the average cost rounded
				p.Cost = r.Cost
			}
		},
	},
}, nameFields())

// labelFields returns the fields of catalog.LabelTexts.
func labelFields() []productField {
	fields := make([]productField, len(catalog.LabelTexts))
	for i, label := range catalog.LabelTexts {
		fields[i] = factField(label.Name, label.Of)
	}
	return fields
}

func nameFields() []productField {
	langs := language.All()
	fields := make([]productField, len(langs))
	for i, lang := range langs {
		fields[i] = productField{
			string(csvimport.Name.In(lang)), func(r Row) bool { return r.Names[lang] != "" },
			func(p catalog.Product) string { return p.Names[lang] },
			func(p *catalog.Product, r Row) { p.Names = p.Names.With(catalog.Names{lang: r.Names[lang]}) },
		}
	}
	return fields
}

// factField returns the field of an optional text.
func factField(name string, of func(*catalog.Facts) *string) productField {
	return productField{
		name, func(r Row) bool { return *of(&r.Facts) != "" },
		func(p catalog.Product) string { return *of(&p.Facts) }, func(p *catalog.Product, r Row) { *of(&p.Facts) = *of(&r.Facts) },
	}
}

// countField returns the field of an optional number.
func countField(name string, of func(*catalog.Facts) *int) productField {
	return productField{
		name, func(r Row) bool { return *of(&r.Facts) > 0 },
		func(p catalog.Product) string { return strconv.Itoa(*of(&p.Facts)) }, func(p *catalog.Product, r Row) { *of(&p.Facts) = *of(&r.Facts) },
	}
}

func costText(p catalog.Product) string {
	if p.Cost == nil {
		return ""
	}
	return p.Cost.Paise().String()
}

func rateText(p catalog.Product) string {
	if p.GSTRate == nil {
		return ""
	}
	return p.GSTRate.String() + " %"
}

// priceText formats price and discount without words: it is stored, and shown in every language.
func priceText(p catalog.Product) string {
	if p.Discount == 0 {
		return p.Price.String()
	}
	return p.Price.String() + " − " + p.Discount.String()
}

// toPay returns the price after the discount.
func toPay(p catalog.Product) money.Paise { return p.Price - p.Discount }

func detailsText(p catalog.Product) string {
	text := ""
	for i, detail := range p.Details {
		if i > 0 {
			text += ", "
		}
		text += detail.Name + ": " + detail.Text
	}
	return text
}

// FieldChange is a field before and after an import, as display text.
type FieldChange struct{ Field, Old, New string }

// mergeResult is a product before and after a row is applied.
type mergeResult struct {
	row              Row
	before, after    catalog.Product
	fields           []FieldChange // changed fields
	edited           []FieldChange // fields that would change if a person had not edited them
	unconfirmed      []FieldChange // price changes over 50 % that await confirmation, and fields that wait with them
	damaged          []FieldChange // texts that a spreadsheet changed; the shop's are kept
	stockKept        bool          // the row's stock differs and is ignored
	moves            bool          // the product moves to the row's category and sub-category
	previousBaseline baseline      // nil: first import of the product
	baseline         baseline      // after this import
	newBaseline      bool          // the baseline must be saved
}

// changes reports whether the product must be saved.
func (m mergeResult) changes() bool {
	return len(m.fields) > 0 || m.moves || (m.before.ImportKey == nil && m.row.ID == "")
}

// merge compares a product with a row, field by field. Fields that a person edited since the baseline are kept.
func merge(row Row, before catalog.Product, previous baseline, u Update) mergeResult {
	m := mergeResult{row: row, before: before, after: before, previousBaseline: previous, baseline: maps.Clone(previous)}
	if m.baseline == nil {
		m.baseline = baseline{}
	}
	wanted := row.applyTo(before)
	if u.mayChange(priceField) && u.needsConfirmation(row, toPay(before), toPay(wanted)) {
		m.unconfirmed = []FieldChange{{priceField, priceText(before), priceText(wanted)}}
	}
	for _, p := range productFields {
		if !p.hasValue(row) || !u.mayChange(p.name) {
			continue
		}
		was, is := p.get(before), p.get(wanted)
		base, imported := previous[p.name]
		if p.name == priceField && m.unconfirmed != nil {
			continue
		}
		if is != was && imported && base != digest(was) && !u.OverwriteEdited {
			m.edited = append(m.edited, FieldChange{p.name, was, is})
			continue
		}
		if is != was && m.unconfirmed != nil && p.identifiesPrice() {
			m.unconfirmed = append(m.unconfirmed, FieldChange{p.name, was, is})
			continue
		}
		p.set(&m.after, row)
		m.baseline[p.name] = digest(is)
		if is != was {
			m.fields = append(m.fields, FieldChange{p.name, was, is})
		}
	}
	m.after.ImportKey = wanted.ImportKey
	if row.Images != nil && !slices.Equal(row.Images, before.Images) {
		m.after.Images = row.Images
		m.fields = append(m.fields, FieldChange{Field: "pictures"})
	}
	m.mergeStock(u)
	m.mergeCategory(u)
	m.newBaseline = !maps.Equal(m.baseline, previous)
	return m
}

func (m *mergeResult) mergeStock(u Update) {
	m.after.Stock = u.stock(m.before.Stock, m.row)
	if m.after.Stock != m.before.Stock {
		m.fields = append(m.fields, FieldChange{stockField, strconv.Itoa(m.before.Stock), strconv.Itoa(m.after.Stock)})
	}
	m.stockKept = m.row.StockKnown && m.after.Stock == m.before.Stock && m.row.Stock != m.before.Stock
}

// mergeCategory moves a product if the list names another category than at the last import, unless a person has moved the
// product.
func (m *mergeResult) mergeCategory(u Update) {
	if !m.row.HasCategory || !u.mayChange(categoryField) {
		return
	}
	listed := subCategoryKeyOf(m.row)
	base, imported := m.baseline.category()
	same := base.key == listed || listed.category == listed.subCategory && base.key.category == listed.category
	switch {
	case !imported:
		m.baseline.setCategory(m.row, m.before.SubCategoryID)
	case same:
	case base.subCategoryID != m.before.SubCategoryID && !u.OverwriteEdited:
		m.edited = append(m.edited, FieldChange{Field: categoryField, New: categoryText(m.row)})
	default:
		m.moves = true
		m.fields = append(m.fields, FieldChange{Field: categoryField, Old: base.text, New: categoryText(m.row)})
	}
}

func categoryText(r Row) string { return r.Category + " > " + r.SubCategory }

// digest returns a short text unchanged, and the SHA-256 of a long one in hex.
func digest(text string) string {
	if len(text) <= maxBaselineText {
		return text
	}
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// maxBaselineText is the maximum length of a text stored unchanged, in bytes. Every digest is longer, so the two cannot be
// confused.
const maxBaselineText = 60
