package catalog

import (
	"kirana/internal/money"
	"kirana/internal/tax"
)

// Facts are the optional fields of a product.
type Facts struct {
	Barcode      string `db:"barcode" json:"barcode,omitempty" doc:"Barcode on the packet."`
	Maker        string `db:"maker" json:"maker,omitempty" doc:"Name and address of the manufacturer, packer or importer."`
	Origin       string `db:"origin" json:"origin,omitempty" doc:"Country of origin."`
	BestBefore   string `db:"best_before" json:"bestBefore,omitempty" doc:"Best-before text of the packet, such as: 6 months from packing."`
	ConsumerCare string `db:"consumer_care" json:"consumerCare,omitempty" doc:"Consumer care contact of the manufacturer."`
	Diet         string `db:"diet" json:"diet,omitempty" enum:"VEG,NON_VEG,NONE" doc:"Veg mark set by the shop. If absent, it is derived from the product's words. Staff only."`
	SKU          string `db:"sku" json:"sku,omitempty" doc:"SKU: the shop's own code, unique. Staff only."`
	MoreBarcodes Codes  `db:"more_barcodes" json:"-"` // besides Barcode
	ItemCode     string `db:"item_code" json:"itemCode,omitempty" doc:"Item code: the short code on tiles and scales. Staff only."`
	TaxFacts
	Supply
}

// LabelText describes a field of Facts whose text is printed on the packet.
type LabelText struct {
	Name      string               // of its column of products, and in price lists
	Heading   string               // of its column in an export
	MaxLength int                  // in characters
	Of        func(*Facts) *string // returns a pointer to the field
}

// LabelTexts lists the texts of a packet in the order of an export's columns. Forms, price lists and exports have all
// of them.
var LabelTexts = []LabelText{
	{"maker", "Maker", 300, func(f *Facts) *string { return &f.Maker }},
	{"origin", "Country of origin", 60, func(f *Facts) *string { return &f.Origin }},
	{"best_before", "Best before", 100, func(f *Facts) *string { return &f.BestBefore }},
	{"consumer_care", "Consumer care", 300, func(f *Facts) *string { return &f.ConsumerCare }},
}

// Supply holds the facts for ordering a product again. Only staff see them.
type Supply struct {
	Supplier string          `db:"supplier_id" json:"supplier,omitempty" doc:"ID of the usual supplier. Staff only."`
	PackSize int             `db:"pack_size" json:"packSize,omitempty" doc:"Pieces in one of the supplier's packs. Staff only."`
	MinStock int             `db:"min_stock" json:"minStock,omitempty" doc:"Minimum stock in pieces: the product is ordered again when fewer are left. Staff only."`
	Cost     *money.UnitCost `db:"cost" json:"cost,omitempty" doc:"Cost of one piece in rupees, as the moving average. Owners and managers only."`
}

// TaxFacts decide the tax of a product. Its sub-category's facts replace those that the product lacks, see
// tax.Goods.Or.
type TaxFacts struct {
	HSN          string       `db:"hsn" json:"hsn,omitempty" doc:"HSN of 4, 6 or 8 digits. If absent from a product, the HSN of its sub-category applies."`
	TaxCondition string       `db:"tax_condition" json:"taxCondition,omitempty" doc:"Condition of the tax rate, such as PREPACKED or LOOSE."`
	GSTRate      *tax.Percent `db:"gst_rate" json:"gstRate" required:"false" doc:"Own GST rate, in per cent. Null: the rate follows from the HSN."`
}

// Goods converts the facts to the key of the table of tax rates.
func (t TaxFacts) Goods() tax.Goods {
	return tax.Goods{HSN: t.HSN, Condition: t.TaxCondition, Own: t.GSTRate}
}

// ForShoppers returns a product from WithAvailableStock without the fields for staff, and with only the grams that can be bought.
func (p Product) ForShoppers() Product {
	if p.StockGrams != nil {
		grams := 0
		if p.SoldOutUntil == nil {
			grams = p.Grams() // of the stock without expired pieces
		}
		p.StockGrams = &grams
	}
	p.SKU, p.ItemCode, p.Diet, p.TaxRate, p.Barcodes, p.Supply, p.Expired = "", "", "", "", nil, Supply{}, 0
	return p
}

// WithoutCost returns the product without its cost, for staff who may not see costs.
func (p Product) WithoutCost() Product {
	p.Cost = nil
	return p
}

// ShownRate is a tax rate as JSON: per cent, null for unknown, or "" to omit the field.
type ShownRate string

// UnknownRate is the rate of goods that have no rate or whose condition is not set.
const UnknownRate ShownRate = "null"

// RateOn returns the rate of goods on a day, or UnknownRate.
func RateOn(table *tax.Table, goods tax.Goods, day string) ShownRate {
	rate, lack := table.Find(goods, day)
	if lack != "" {
		return UnknownRate
	}
	return ShownRate(rate.Rate.String())
}

// MarshalJSON returns r unchanged.
func (r ShownRate) MarshalJSON() ([]byte, error) { return []byte(r), nil }

// UnmarshalJSON stores b unchanged.
func (r *ShownRate) UnmarshalJSON(b []byte) error {
	*r = ShownRate(b)
	return nil
}
