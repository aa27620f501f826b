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

// Product is one thing in one unit. What a shopper pays is Price − Discount.
type Product struct {
	ID            string    `db:"id" json:"_id"`
	CategoryID    string    `db:"category_id" json:"-"`
	SubCategoryID string    `db:"sub_category_id" json:"-"`
	Category      Reference `db:"-" json:"category"`
	SubCategory   Reference `db:"-" json:"subCategory"`
	Name          string    `db:"name" json:"name"`
	Names         Names     `db:"names" json:"names,omitempty" doc:"its name by language"`
	Unit          string    `db:"unit" json:"unit"`
	Images        Images    `db:"images" json:"-"` // its own pictures

	DisplayImages Images           `db:"-" json:"image" doc:"addresses of its pictures, or of its drawn one"`
	OwnImages     bool             `db:"-" json:"ownImages" doc:"false where image is the drawn picture"`
	Picture       *drawing.Drawing `db:"-" json:"picture,omitempty" doc:"what is drawn for a product without images; left out where it has some"`

	Price        money.Paise `db:"price" json:"price" doc:"MRP in rupees"`
	Discount     money.Paise `db:"discount" json:"discount" doc:"rupees off the price"`
	Stock        int         `db:"stock" json:"stock" doc:"what can be sold now: pieces, or steps of what is sold by weight"`
	Expired      int         `db:"expired" json:"expired,omitempty" doc:"for staff: pieces of the stock that are past their day, which the web shop does not sell"`
	SoldBy       string      `db:"-" json:"soldBy" enum:"PIECE,WEIGHT" doc:"WEIGHT: unit is the step in which the web shop sells it"`
	StockGrams   *int        `db:"-" json:"stockGrams,omitempty" doc:"the stock in grams, of what is sold by weight"`
	StepGrams    int         `db:"step_grams" json:"-"`  // weight of the unit; 0: sold by the piece
	LooseGrams   int         `db:"loose_grams" json:"-"` // of the stock, beside its steps
	SoldOutUntil *time.Time  `db:"sold_out_until" json:"soldOutUntil,omitempty" doc:"when it can be bought again; until then its stock is shown as 0"`
	Description  string      `db:"description" json:"discription"`
	Details      Details     `db:"details" json:"more_details"`
	Publish      bool        `db:"publish" json:"publish"`
	Facts
	Barcodes  []string   `db:"-" json:"barcodes,omitempty" doc:"for staff: all of its codes, the first one being barcode"`
	TaxRate   ShownRate  `db:"-" json:"taxRate,omitempty" doc:"for staff: the rate in per cent that is valid today; null: unknown, or a condition is to be chosen"`
	DietMark  diet.Mark  `db:"-" json:"dietMark,omitempty" enum:"VEG,NON_VEG" doc:"the veg mark of food, as shoppers see it: set by the shop, or by the words; left out: none"`
	UnitPrice *UnitPrice `db:"-" json:"unitPrice,omitempty" doc:"payable price by weight, volume or piece; absent where the unit does not say, or is itself the measure"`
	CreatedAt time.Time  `db:"created_at" json:"createdAt"`
	UpdatedAt time.Time  `db:"updated_at" json:"updatedAt"`

	EditedAt  time.Time  `db:"edited_at" json:"-"` // last edit by an administrator or an import; UpdatedAt also counts stock
	DeletedAt *time.Time `db:"deleted_at" json:"-"`
	ImportKey *string    `db:"import_key" json:"-"` // by which a later import finds the product; nil until the first
}

// productColumns are the columns of the table products, which every SELECT, INSERT and UPDATE of it names: the db tags of Product.
// To add a column: a migration and a field.
var productColumns = taggedColumns(reflect.TypeFor[Product]())

func taggedColumns(record reflect.Type) (columns []string) {
	for _, field := range reflect.VisibleFields(record) {
		if column := field.Tag.Get("db"); column != "-" && !field.Anonymous {
			columns = append(columns, column)
		}
	}
	return columns
}

// ErrNoProduct is the refusal for a product that does not exist.
var ErrNoProduct = fault.New(fault.NotFound, "no_product", "Product not found")

// Payable returns the price of one piece after the discount, in paise.
func (p Product) Payable() money.Paise { return p.Price - p.Discount }

// Visible reports whether shoppers see the product.
func (p Product) Visible() bool { return p.Publish && p.DeletedAt == nil }

// Available returns how many pieces can be bought: none that are past their day, and none while the
// product is marked as sold out. The mark is taken off when its time comes.
func (p Product) Available() int {
	if p.SoldOutUntil != nil {
		return 0
	}
	return p.Fresh()
}

// Fresh returns how many pieces of the stock are not past their day.
func (p Product) Fresh() int { return max(0, p.Stock-p.Expired) }

// Shown returns the product as it is shown: with the stock that can be bought.
func (p Product) Shown() Product {
	p.SoldBy = p.Measure()
	if p.Weighed() {
		grams := p.Grams()
		p.StockGrams = &grams
	}
	p.Stock = p.Available()
	return p
}

// The details that name a product's brand and its kind below the sub-category.
const (
	brandDetail = "Brand"
	typeDetail  = "Type"
)

// Brand returns the product's brand by its details, "" when they do not say it.
func (p Product) Brand() string { return p.Details.Text(brandDetail) }

// Type returns the kind of the product below its sub-category by its details, "" when they do
// not say it.
func (p Product) Type() string { return p.Details.Text(typeDetail) }

// WithDerived returns the product with what follows from its columns and from the names of
// its sub-category and category: its unit price, its veg mark, and its pictures as an answer shows them.
func (p Product) WithDerived(subCategory, category string) Product {
	p.UnitPrice = unitPriceOf(p.Payable(), p.Unit)
	p.DietMark = p.dietMark(subCategory, category)
	p.Picture = drawing.For(p.Images, drawing.Thing{Name: p.Name, Brand: p.Brand(), Unit: p.Unit, Type: p.Type(), SubCategory: subCategory, Category: category})
	p.DisplayImages, p.OwnImages = p.Images.OrDrawing(p.Picture), len(p.Images) > 0
	return p
}

// dietMark returns the mark that the shop has set, or else that of the product's words.
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

// Limits of a product's texts and lists.
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

// IsBarcode reports whether a text can be a barcode: printable ASCII without spaces, as the
// codes of groceries (EAN, UPC, Code 128) have it.
func IsBarcode(text string) bool {
	for _, r := range text {
		if r <= ' ' || r > '~' {
			return false
		}
	}
	return text != "" && len(text) <= MaxBarcode
}

// IsGTIN reports whether a barcode is a number that GS1 gives out: of 8, 12, 13 or 14 digits, the last of which is right.
func IsGTIN(barcode string) bool {
	length := len(barcode)
	return (length == 8 || length >= 12 && length <= 14) && unicodetext.HasCheckDigit(barcode) && strings.Trim(barcode, "0") != ""
}

// ArticleNumber returns the GTIN of an article that others sell as well, that of a UPC-E in full; "" of the shop's own codes.
func (p Product) ArticleNumber() string {
	gtin := p.Barcode
	if !IsGTIN(gtin) && len(gtin) == 8 { // seven may be a number of the shop's own
		gtin = unicodetext.ExpandUPCE(gtin)
	}
	if !IsGTIN(gtin) || IsInStore(gtin) {
		return ""
	}
	return gtin
}

// barcodeSigns are what people and spreadsheets put between the digits of a barcode.
var barcodeSigns = strings.NewReplacer(" ", "", "-", "", ",", "")

// BarcodeOf returns a typed barcode as it is stored: with digits of any script as 0 to 9, a number without the spaces that are
// printed between its digits, and a GTIN also without dashes.
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

// IsInStore reports whether a GTIN names no article: GS1 leaves numbers that begin with 2, 02 or 04, and an EAN-8 that begins with 0 or 2,
// to each shop for goods of its own, and those that begin with 05, 98 or 99 are coupons and receipts.
// https://www.gs1.org/standards/id-keys/company-prefix
func IsInStore(gtin string) bool {
	switch len(gtin) {
	case 8:
		return gtin[0] == '0' || gtin[0] == '2'
	case 12: // a UPC-A is an EAN-13 with a 0 before it
		gtin = "0" + gtin
	case 14: // the first digit is the kind of packet
		gtin = gtin[1:]
	}
	return slices.ContainsFunc([]string{"2", "02", "04", "05", "98", "99"}, func(prefix string) bool { return strings.HasPrefix(gtin, prefix) })
}

// AllBarcodes returns every code of the product, the first one first.
func (p Product) AllBarcodes() []string {
	if p.Barcode == "" {
		return p.MoreBarcodes
	}
	return append([]string{p.Barcode}, p.MoreBarcodes...)
}

// Codes are barcodes. In the database spaces stand between them, which no barcode has.
type Codes []string

// Value writes the codes as text.
func (c Codes) Value() (driver.Value, error) { return strings.Join(c, " "), nil }

// Scan reads what Value wrote.
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

// Images are the URLs of a product's pictures, the first one on its card.
type Images []string

// OrDrawing returns the pictures, or the address of the drawing where there are none.
func (i Images) OrDrawing(d *drawing.Drawing) Images {
	if len(i) > 0 || d == nil {
		return i
	}
	return Images{d.URL}
}

// Own returns the pictures without those that are drawn.
func (i Images) Own() Images {
	return slices.DeleteFunc(slices.Clone(i), drawing.IsURL)
}

// Value writes the list as JSON text.
func (i Images) Value() (driver.Value, error) { return db.JSONText(i) }

// Scan reads what Value wrote.
func (i *Images) Scan(src any) error { return db.ScanJSON(src, i) }

// MarshalJSON writes no list as an empty one.
func (i Images) MarshalJSON() ([]byte, error) { return json.Marshal([]string(i.orEmpty())) }

func (i Images) orEmpty() Images {
	if i == nil {
		return Images{}
	}
	return i
}
