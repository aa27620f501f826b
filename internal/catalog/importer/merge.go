package importer

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
	"strconv"

	"kirana/internal/catalog"
	"kirana/internal/money"
)

// productField is a field of a product that an import may change. The price and its discount are one:
// a new price under an edited discount could be below zero.
type productField struct {
	name     string
	hasValue func(Row) bool
	get      func(catalog.Product) string
	set      func(*catalog.Product, Row)
}

// identifiesPrice reports whether changing this field makes the old price wrong: that of 5 kg
// is none of 1 kg.
func (f productField) identifiesPrice() bool { return f.name == nameField || f.name == unitField }

func always(Row) bool { return true }

// The names of the fields that belong together; price and discount are one.
const (
	nameField  = "name"
	priceField = "price"
	unitField  = "unit"
)

var productFields = []productField{
	{nameField, always, func(p catalog.Product) string { return p.Name }, func(p *catalog.Product, r Row) { p.Name = r.Name }},
	{
		priceField, always, priceText,
		func(p *catalog.Product, r Row) { p.Price, p.Discount = r.Price, r.Discount },
	},
	{
		unitField, func(r Row) bool { return r.Unit != "" },
		func(p catalog.Product) string { return p.Unit }, func(p *catalog.Product, r Row) { p.Unit = r.Unit },
	},
	{
		"description", func(r Row) bool { return r.Description != "" },
		func(p catalog.Product) string { return p.Description }, func(p *catalog.Product, r Row) { p.Description = r.Description },
	},
	{
		"details", func(r Row) bool { return len(r.Details) > 0 },
		detailsText, func(p *catalog.Product, r Row) { p.Details = r.Details },
	},
	{
		"barcode", func(r Row) bool { return r.Label.Barcode != "" },
		func(p catalog.Product) string { return p.Barcode }, func(p *catalog.Product, r Row) { p.Barcode = r.Label.Barcode },
	},
	{
		"maker", func(r Row) bool { return r.Label.Maker != "" },
		func(p catalog.Product) string { return p.Maker }, func(p *catalog.Product, r Row) { p.Maker = r.Label.Maker },
	},
	{
		"origin", func(r Row) bool { return r.Label.Origin != "" },
		func(p catalog.Product) string { return p.Origin }, func(p *catalog.Product, r Row) { p.Origin = r.Label.Origin },
	},
	{
		"best_before", func(r Row) bool { return r.Label.BestBefore != "" },
		func(p catalog.Product) string { return p.BestBefore }, func(p *catalog.Product, r Row) { p.BestBefore = r.Label.BestBefore },
	},
	{
		"consumer_care", func(r Row) bool { return r.Label.ConsumerCare != "" },
		func(p catalog.Product) string { return p.ConsumerCare }, func(p *catalog.Product, r Row) { p.ConsumerCare = r.Label.ConsumerCare },
	},
}

func priceText(p catalog.Product) string {
	if p.Discount == 0 {
		return p.Price.String()
	}
	return p.Price.String() + " less " + p.Discount.String()
}

// toPay is what a shopper pays for a product.
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

// FieldChange is a field before and after an import, as people read it.
type FieldChange struct{ Field, Old, New string }

// mergeResult is a product as it is and as a row would leave it.
type mergeResult struct {
	row              Row
	before, after    catalog.Product
	fields           []FieldChange // that change
	edited           []FieldChange // that would, had no person edited them
	unconfirmed      []FieldChange // a price change over 50 %, awaiting confirmation, and what waits with it
	damaged          []FieldChange // a spreadsheet has changed the text, so the shop's stays
	stockKept        bool          // the row has another stock, which is not taken
	moves            bool          // to the row's category and sub-category
	previousBaseline baseline      // nil: no import has been there
	baseline         baseline      // after this import
	newBaseline      bool          // the baseline is to be saved
}

// changes reports whether the product is to be saved.
func (m mergeResult) changes() bool {
	return len(m.fields) > 0 || m.moves || (m.before.ImportKey == nil && m.row.ID == "")
}

// merge compares a product with a row, field by field: what a person edited since the
// baseline stays.
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

// mergeCategory moves a product where the list names another category than last time, unless a
// person has moved it.
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

// digest returns a short text whole, and the digest of a long one.
func digest(text string) string {
	if len(text) <= maxBaselineText {
		return text
	}
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// maxBaselineText is shorter than no digest, so that the two are not taken for each other.
const maxBaselineText = 60
