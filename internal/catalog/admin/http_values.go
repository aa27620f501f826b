package admin

import (
	"kirana/internal/catalog"
	"kirana/internal/catalog/drawing"
	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/id"
	"kirana/internal/money"
)

// The following functions convert form fields to fields of patches: nil if the field was not sent.

func text(t httpapi.Text) *string {
	if !t.Set {
		return nil
	}
	return &t.Value
}

// nonEmptyText returns an optional text, nil if it was not sent. An empty text fails with fault.Invalid.
func nonEmptyText(field, label string, t httpapi.Text) (*string, error) {
	if t.Set && t.Value == "" {
		return nil, fault.InField(field, "%s is required.", label)
	}
	return text(t), nil
}

func number(n httpapi.Int) *int {
	if !n.Set {
		return nil
	}
	return &n.Value
}

func rupees(a httpapi.Rupees) *money.Paise {
	if !a.Set {
		return nil
	}
	return &a.Value
}

func ref(r httpapi.Ref) *string {
	if !r.Set {
		return nil
	}
	return &r.Value
}

func flag(f httpapi.Flag) *bool {
	if !f.Set {
		return nil
	}
	return &f.Value
}

// ownImages returns the URLs of uploaded pictures. It omits drawings, which forms send back as they received them.
func ownImages(texts []httpapi.Text) catalog.Images {
	images := make(catalog.Images, len(texts))
	for i, t := range texts {
		images[i] = t.Value
	}
	return images.Own()
}

// ownImage returns the URL of an uploaded picture, "" for a drawing, or nil if the field was not sent.
func ownImage(t httpapi.Text) *string {
	if drawing.IsURL(t.Value) {
		t.Value = ""
	}
	return text(t)
}

// checkID returns fault.Invalid unless the text has the form of an id.
func checkID(recordID string) error {
	if !id.Valid(recordID) {
		return fault.InField("id", "The id is not valid.")
	}
	return nil
}
