package catalog

import (
	"bytes"
	"database/sql/driver"
	"encoding/json"
	"strings"

	"github.com/tidwall/gjson"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/unicodetext"
)

// Detail is one extra field of a product, such as "Shelf life" with the text "6 months".
type Detail struct{ Name, Text string }

// Details is an ordered map from field names to texts.
type Details []Detail

// Value returns the details as a JSON object.
func (d Details) Value() (driver.Value, error) { return db.JSONText(d) }

// Scan decodes the JSON object that Value returns.
func (d *Details) Scan(src any) error { return db.ScanJSON(src, d) }

// MarshalJSON encodes the details as an object and keeps their order.
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

// UnmarshalJSON decodes an object of texts and keeps its order. Numbers and booleans become texts; null fields are
// skipped. It stops after MaxDetails+1 fields, which Validate refuses. The JSON must be valid.
func (d *Details) UnmarshalJSON(b []byte) error {
	*d = Details{}
	object := gjson.ParseBytes(b)
	if object.Type == gjson.Null {
		return nil
	}
	if !object.IsObject() {
		return errDetails
	}
	for name, value := range object.All() {
		text := value.Raw // a number or boolean as written
		switch {
		case len(*d) > MaxDetails:
			return nil
		case value.Type == gjson.Null:
			continue
		case value.Type == gjson.JSON:
			return errDetails
		case value.Type == gjson.String:
			text = value.Str
		}
		// Clone the texts: substrings would keep the whole object in memory.
		d.set(Detail{Name: strings.Clone(unicodetext.Visible(name.Str)), Text: strings.Clone(unicodetext.Visible(text))})
	}
	return nil
}

// set replaces the detail with this name, or appends it.
func (d *Details) set(detail Detail) {
	for i := range *d {
		if (*d)[i].Name == detail.Name {
			(*d)[i] = detail
			return
		}
	}
	*d = append(*d, detail)
}

// Text returns the text of a detail by name, ignoring case; "" if there is none.
func (d Details) Text(name string) string {
	for _, detail := range d {
		if strings.EqualFold(detail.Name, name) {
			return detail.Text
		}
	}
	return ""
}

var errDetails = fault.InField("more_details", "Extra fields must be an object of names and texts.")

// Validate returns the faults of the details, all in the field more_details.
func (d Details) Validate() (wrong []fault.Field) {
	refuse := func(message string) {
		wrong = append(wrong, fault.Field{Field: "more_details", Message: message})
	}
	if len(d) > MaxDetails {
		refuse("A product can have at most 30 extra fields.")
	}
	for _, detail := range d {
		switch {
		case detail.Name == "":
			refuse("Each extra field needs a name.")
		case unicodetext.Lines(detail.Name):
			refuse("The name of an extra field must be on one line.")
		case len([]rune(detail.Name)) > MaxDetailName:
			refuse("The name of an extra field can have at most 60 characters.")
		case len([]rune(detail.Text)) > MaxDetailText:
			refuse("An extra field can have at most 1000 characters.")
		}
	}
	return wrong
}
