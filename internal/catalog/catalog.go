// Package catalog is what the shop sells: categories, their sub-categories,
// products and the stock of each.
package catalog

import (
	"bytes"
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"kirana/internal/fault"
	"kirana/internal/money"
	"kirana/internal/unicodetext"
)

// Category is a shelf of the shop, shown by position.
type Category struct {
	ID        string    `db:"id" json:"_id"`
	Name      string    `db:"name" json:"name"`
	NameKey   string    `db:"name_key" json:"-"`
	Image     string    `db:"image" json:"image"`
	Position  int       `db:"position" json:"position"`
	CreatedAt time.Time `db:"created_at" json:"createdAt"`
	UpdatedAt time.Time `db:"updated_at" json:"updatedAt"`
}

// SubCategory is a part of one category.
type SubCategory struct {
	ID         string    `db:"id" json:"_id"`
	CategoryID string    `db:"category_id" json:"-"`
	Category   Reference `db:"-" json:"category"`
	Name       string    `db:"name" json:"name"`
	NameKey    string    `db:"name_key" json:"-"`
	Image      string    `db:"image" json:"image"`
	CreatedAt  time.Time `db:"created_at" json:"createdAt"`
	UpdatedAt  time.Time `db:"updated_at" json:"updatedAt"`
}

// Reference names a record beside the one it stands in.
type Reference struct {
	ID   string `json:"_id"`
	Name string `json:"name"`
}

// Product is one thing in one unit. What a shopper pays is Price − Discount.
type Product struct {
	ID            string      `db:"id" json:"_id"`
	CategoryID    string      `db:"category_id" json:"-"`
	SubCategoryID string      `db:"sub_category_id" json:"-"`
	Category      Reference   `db:"-" json:"category"`
	SubCategory   Reference   `db:"-" json:"subCategory"`
	Name          string      `db:"name" json:"name"`
	Unit          string      `db:"unit" json:"unit"`
	Images        Images      `db:"images" json:"image"`
	Price         money.Paise `db:"price" json:"price" doc:"MRP in rupees"`
	Discount      money.Paise `db:"discount" json:"discount" doc:"rupees off the price"`
	Stock         int         `db:"stock" json:"stock" doc:"what can be sold now"`
	Description   string      `db:"description" json:"discription"`
	Details       Details     `db:"details" json:"more_details"`
	Publish       bool        `db:"publish" json:"publish"`
	CreatedAt     time.Time   `db:"created_at" json:"createdAt"`
	UpdatedAt     time.Time   `db:"updated_at" json:"updatedAt"`

	EditedAt  time.Time  `db:"edited_at" json:"-"` // last edit by a person or an import
	DeletedAt *time.Time `db:"deleted_at" json:"-"`
	ImportKey *string    `db:"import_key" json:"-"` // what an import finds it again by
}

// Payable is what a shopper pays for one piece.
func (p Product) Payable() money.Paise { return p.Price - p.Discount }

// Visible tells whether shoppers see the product.
func (p Product) Visible() bool { return p.Publish && p.DeletedAt == nil }

// Limits of a product's texts and lists.
const (
	MaxName        = 200
	MaxUnit        = 60
	MaxDescription = 5000
	MaxDetails     = 30
	MaxDetailName  = 60
	MaxDetailText  = 1000
	MaxImages      = 5
	MaxStock       = 1_000_000
)

// Images are the URLs of a product's pictures, the first one on its card.
type Images []string

// Value writes the list as JSON text.
func (i Images) Value() (driver.Value, error) {
	b, err := json.Marshal(i.orEmpty())
	return string(b), err
}

// Scan reads what Value wrote.
func (i *Images) Scan(src any) error { return scanJSON(src, i) }

// MarshalJSON writes no list as an empty one.
func (i Images) MarshalJSON() ([]byte, error) { return json.Marshal([]string(i.orEmpty())) }

func (i Images) orEmpty() Images {
	if i == nil {
		return Images{}
	}
	return i
}

// Detail is one line of a product's table: "Shelf life", "6 months".
type Detail struct{ Name, Text string }

// Details is the free map of field name to text, in the order it was given.
type Details []Detail

// Value writes the details as the text of a JSON object.
func (d Details) Value() (driver.Value, error) {
	b, err := d.MarshalJSON()
	return string(b), err
}

// Scan reads what Value wrote.
func (d *Details) Scan(src any) error { return scanJSON(src, d) }

// MarshalJSON writes an object that keeps the order.
func (d Details) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, detail := range d {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := json.Marshal(detail.Name)
		if err != nil {
			return nil, err
		}
		text, err := json.Marshal(detail.Text)
		if err != nil {
			return nil, err
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(text)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// UnmarshalJSON reads an object of texts (numbers and booleans count as their
// text, null is left out) and keeps the order. Of more than MaxDetails it reads
// one too many and no further.
func (d *Details) UnmarshalJSON(b []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(b))
	decoder.UseNumber()
	opening, err := decoder.Token()
	if err != nil {
		return err
	}
	*d = Details{}
	if opening == nil {
		return nil
	}
	if opening != json.Delim('{') {
		return errDetails
	}
	for decoder.More() && len(*d) <= MaxDetails {
		name, err := decoder.Token()
		if err != nil {
			return err
		}
		value, err := decoder.Token()
		if err != nil {
			return err
		}
		switch text := value.(type) {
		case nil:
			continue
		case json.Delim:
			return errDetails
		default:
			d.put(Detail{Name: unicodetext.Visible(fmt.Sprint(name)), Text: unicodetext.Visible(fmt.Sprint(text))})
		}
	}
	return nil
}

// put replaces the detail of that name, or adds it at the end.
func (d *Details) put(detail Detail) {
	for i := range *d {
		if (*d)[i].Name == detail.Name {
			(*d)[i] = detail
			return
		}
	}
	*d = append(*d, detail)
}

var errDetails = fault.InField("more_details", "Extra fields must be an object of names and texts.")

func scanJSON(src, into any) error {
	switch text := src.(type) {
	case string:
		return json.Unmarshal([]byte(text), into)
	case []byte:
		return json.Unmarshal(text, into)
	}
	return fmt.Errorf("expected JSON text, got %T", src)
}

// foldName is a name as it is compared: without regard to case and blanks.
func foldName(name string) string {
	return strings.ToLower(strings.Join(strings.Fields(name), " "))
}

// NextVersion is the updatedAt of a change made at t to a record last changed at
// last: t, or the first moment the databases can tell from last. Two states of a
// record never bear the same time.
func NextVersion(t, last time.Time) time.Time {
	if t.After(last) {
		return t
	}
	return last.Add(time.Microsecond)
}
