package catalog

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"kirana/internal/catalog/diet"
	"kirana/internal/catalog/drawing"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/money"
	"kirana/internal/unicodetext"
)

// Product is one thing in one size. Shoppers pay Price − Discount for it.
type Product struct {
	ID            string    `db:"id" json:"_id"`
	CategoryID    string    `db:"category_id" json:"-"`
	SubCategoryID string    `db:"sub_category_id" json:"-"`
	Category      Reference `db:"-" json:"category"`
	SubCategory   Reference `db:"-" json:"subCategory"`
	Name          string    `db:"name" json:"name"`
	Names         Names     `db:"names" json:"names,omitempty" doc:"Product names by language."`
	Unit          string    `db:"unit" json:"unit"`
	Images        Images    `db:"images" json:"-"` // uploaded pictures

	DisplayImages Images           `db:"-" json:"image" doc:"Addresses of the images, or of the drawing."`
	OwnImages     bool             `db:"-" json:"ownImages" doc:"false: image is a drawing."`
	Picture       *drawing.Drawing `db:"-" json:"picture,omitempty" doc:"Drawing shown if the product has no image. Absent if it has images."`

	Price        money.Paise `db:"price" json:"price" doc:"MRP in rupees."`
	Discount     money.Paise `db:"discount" json:"discount" doc:"Discount on one piece, in rupees."`
	Stock        int         `db:"stock" json:"stock" doc:"Stock available for sale, in pieces, or in steps of a product sold by weight."`
	Expired      int         `db:"expired" json:"expired,omitempty" doc:"Expired pieces of the stock, which the web shop does not sell. Staff only."`
	SoldBy       string      `db:"-" json:"soldBy" enum:"PIECE,WEIGHT" doc:"WEIGHT: sold by weight, in steps of unit."`
	StockGrams   *int        `db:"-" json:"stockGrams,omitempty" doc:"Stock of a product sold by weight, in grams."`
	StepGrams    int         `db:"step_grams" json:"-"`  // weight of the unit; 0: sold by the piece
	LooseGrams   int         `db:"loose_grams" json:"-"` // part of the stock below one step
	SoldOutUntil *time.Time  `db:"sold_out_until" json:"soldOutUntil,omitempty" doc:"Time from which the product can be bought again. Its stock is shown as 0 until then."`
	Description  string      `db:"description" json:"discription"`
	Details      Details     `db:"details" json:"more_details"`
	Publish      bool        `db:"publish" json:"publish"`
	Facts
	Barcodes  []string   `db:"-" json:"barcodes,omitempty" doc:"All barcodes, barcode first. Staff only."`
	TaxRate   ShownRate  `db:"-" json:"taxRate,omitempty" doc:"GST rate valid today, in per cent. Null: unknown, or a condition has to be chosen. Staff only."`
	DietMark  diet.Mark  `db:"-" json:"dietMark,omitempty" enum:"VEG,NON_VEG" doc:"Veg mark shown to shoppers: set by the shop, or derived from the product's words. Absent: no mark."`
	UnitPrice *UnitPrice `db:"-" json:"unitPrice,omitempty" doc:"Payable price by weight, volume or piece. Absent if the unit is not recognized, or is the measure itself."`
	CreatedAt time.Time  `db:"created_at" json:"createdAt"`
	UpdatedAt time.Time  `db:"updated_at" json:"updatedAt"`

	EditedAt  time.Time  `db:"edited_at" json:"-"` // last edit by staff or an import; UpdatedAt also counts stock
	DeletedAt *time.Time `db:"deleted_at" json:"-"`
	ImportKey *string    `db:"import_key" json:"-"` // key by which imports find the product; nil before its first import
}

// productColumns are the columns of the table products, from the db tags of Product. SelectProducts and SaveProducts
// use them. To add a column, add a migration and a field.
var productColumns = taggedColumns(reflect.TypeFor[Product]())

func taggedColumns(record reflect.Type) (columns []string) {
	for _, field := range reflect.VisibleFields(record) {
		if column := field.Tag.Get("db"); column != "-" && !field.Anonymous {
			columns = append(columns, column)
		}
	}
	return columns
}

// ErrNoProduct is returned for a product that does not exist.
var ErrNoProduct = fault.New(fault.NotFound, "no_product", "Product not found")

// Payable returns the price of one piece after the discount.
func (p Product) Payable() money.Paise { return p.Price - p.Discount }

// Visible reports whether shoppers see the product.
func (p Product) Visible() bool { return p.Publish && p.DeletedAt == nil }

// Available returns how many pieces can be bought: the fresh stock, or 0 while the product is marked as sold out. A job
// removes the mark when SoldOutUntil has passed.
func (p Product) Available() int {
	if p.SoldOutUntil != nil {
		return 0
	}
	return p.Fresh()
}

// Fresh returns the stock without expired pieces.
func (p Product) Fresh() int { return max(0, p.Stock-p.Expired) }

// WithAvailableStock returns the product with Stock set to Available, and with SoldBy and StockGrams.
func (p Product) WithAvailableStock() Product {
	p.SoldBy = p.Measure()
	if p.IsSoldByWeight() {
		grams := p.Grams()
		p.StockGrams = &grams
	}
	p.Stock = p.Available()
	return p
}

// Names of the details that hold the brand and the kind of a product.
const (
	brandDetail = "Brand"
	typeDetail  = "Type"
)

// Brand returns the brand from the product's details, or "".
func (p Product) Brand() string { return p.Details.Text(brandDetail) }

// Type returns the product's kind within its sub-category from its details, or "".
func (p Product) Type() string { return p.Details.Text(typeDetail) }

// WithDerived returns the product with unit price, veg mark and pictures, which are computed from its columns and the
// names of its sub-category and category.
func (p Product) WithDerived(subCategory, category string) Product {
	p.UnitPrice = unitPriceOf(p.Payable(), p.Unit)
	p.DietMark = p.dietMark(subCategory, category)
	p.Picture = drawing.For(p.Images, drawing.Thing{Name: p.Name, Brand: p.Brand(), Unit: p.Unit, Type: p.Type(), SubCategory: subCategory, Category: category})
	p.DisplayImages, p.OwnImages = p.Images.OrDrawing(p.Picture), len(p.Images) > 0
	return p
}

// dietMark returns the veg mark that the shop has set, or else the mark that the product's words suggest. For goods
// that the shop marks as diet.None, it returns diet.Unknown.
func (p Product) dietMark(subCategory, category string) diet.Mark {
	switch mark := diet.Mark(p.Diet); mark {
	case diet.Veg, diet.NonVeg:
		return mark
	case diet.Unknown:
		return diet.Of(p.Name, p.Brand(), subCategory, category)
	case diet.None:
	}
	return diet.Unknown
}

// Limits of a product's texts (in characters), lists and numbers.
const (
	MaxName         = 200
	MaxCategoryName = 100
	MaxUnit         = 60
	MaxDescription  = 5000
	MaxDetails      = 30
	MaxDetailName   = 60
	MaxDetailText   = 1000
	MaxImages       = 5
	MaxStock        = 1_000_000
	MaxBarcode      = 60
	MaxItemCode     = 20
	MaxPackSize     = 10_000
)

// IsBarcode reports whether a text can be a barcode: printable ASCII without spaces, as in EAN, UPC and Code 128.
func IsBarcode(text string) bool {
	for _, r := range text {
		if r <= ' ' || r > '~' {
			return false
		}
	}
	return text != "" && len(text) <= MaxBarcode
}

// IsGTIN reports whether a barcode is a GS1 number: 8, 12, 13 or 14 digits with a correct check digit, not all 0.
func IsGTIN(barcode string) bool {
	length := len(barcode)
	return (length == 8 || length >= 12 && length <= 14) && unicodetext.HasCheckDigit(barcode) && strings.Trim(barcode, "0") != ""
}

// ArticleNumber returns Barcode as a GTIN, with a UPC-E expanded to its UPC-A; "" if it is not a GTIN, or an in-store
// number.
func (p Product) ArticleNumber() string {
	gtin := p.Barcode
	if !IsGTIN(gtin) && len(gtin) == 8 { // not with 7 digits: the shop's own numbers may have 7, too
		gtin = unicodetext.ExpandUPCE(gtin)
	}
	if !IsGTIN(gtin) || IsInStore(gtin) {
		return ""
	}
	return gtin
}

// barcodeSigns removes the characters that people and spreadsheets put between the digits of a barcode.
var barcodeSigns = strings.NewReplacer(" ", "", "-", "", ",", "")

// BarcodeOf normalizes a typed barcode. It converts digits of any script to 0–9. From a GTIN it removes spaces, dashes
// and commas, from another number only spaces.
func BarcodeOf(typed string) string {
	code := unicodetext.Digits(unicodetext.Visible(typed))
	if digits := barcodeSigns.Replace(code); IsGTIN(digits) {
		return digits
	}
	if digits := strings.Join(strings.Fields(code), ""); strings.Trim(digits, "0123456789") == "" {
		return digits
	}
	return code
}

// IsInStore reports whether a GTIN has a meaning in one shop only. EAN-13 beginning with 2, 02 or 04, and EAN-8
// beginning with 0 or 2, are for a shop's own goods; 05, 98 and 99 are for coupons and receipts.
//
// https://www.gs1.org/standards/id-keys/company-prefix
func IsInStore(gtin string) bool {
	switch len(gtin) {
	case 8:
		return gtin[0] == '0' || gtin[0] == '2'
	case 12: // a UPC-A is an EAN-13 without its leading 0
		gtin = "0" + gtin
	case 14: // the first digit is the packaging level
		gtin = gtin[1:]
	}
	return slices.ContainsFunc([]string{"2", "02", "04", "05", "98", "99"}, func(prefix string) bool { return strings.HasPrefix(gtin, prefix) })
}

// AllBarcodes returns all barcodes of the product, Barcode first.
func (p Product) AllBarcodes() []string {
	if p.Barcode == "" {
		return p.MoreBarcodes
	}
	return append([]string{p.Barcode}, p.MoreBarcodes...)
}

// Codes are barcodes, separated by spaces in the database.
type Codes []string

// Value joins the codes with spaces.
func (c Codes) Value() (driver.Value, error) { return strings.Join(c, " "), nil }

// Scan decodes the text that Value returns.
func (c *Codes) Scan(src any) error {
	switch text := src.(type) {
	case string:
		*c = strings.Fields(text)
	case []byte:
		*c = strings.Fields(string(text))
	default:
		return fmt.Errorf("expected codes as text, got %T", src)
	}
	return nil
}

// Images are the URLs of a product's pictures. The product card shows the first.
type Images []string

// OrDrawing returns the pictures, or the drawing's URL if there are none.
func (i Images) OrDrawing(d *drawing.Drawing) Images {
	if len(i) > 0 || d == nil {
		return i
	}
	return Images{d.URL}
}

// Own returns the uploaded pictures, without drawings.
func (i Images) Own() Images {
	return slices.DeleteFunc(slices.Clone(i), drawing.IsURL)
}

// Value returns the list as JSON.
func (i Images) Value() (driver.Value, error) { return db.JSONText(i) }

// Scan decodes the JSON that Value returns.
func (i *Images) Scan(src any) error { return db.ScanJSON(src, i) }

// MarshalJSON encodes nil as an empty list.
func (i Images) MarshalJSON() ([]byte, error) { return json.Marshal([]string(i.orEmpty())) }

func (i Images) orEmpty() Images {
	if i == nil {
		return Images{}
	}
	return i
}
