package mail

import (
	"cmp"
	"embed"
	"fmt"
	htmltemplate "html/template"
	"slices"
	"strings"
	texttemplate "text/template"

	"kirana/internal/money"
	"kirana/internal/settings"
)

// template is the content of a mail; its HTML and text parts are both rendered from it. "{shop}" in
// its texts stands for the shop's name.
type template struct {
	Shop    contact
	Subject string
	Name    string   // the person greeted; may be ""
	Before  []string // paragraphs
	Code    string   // an OTP, in large digits
	Button  string   // label of the link
	Link    string
	Receipt *receipt
	Bills   []billLine
	After   []string
}

// billLine is a bill of an order.
type billLine struct {
	Name string // with the number
	Link string // "" when it has ended
}

// receipt lists the rows of an order.
type receipt struct {
	Lines []receiptLine
	Total money.Paise // of the lines
	// RoundOff is added to Total to give what is paid; 0 for none.
	RoundOff money.Paise
	Payment  string
	Address  []string
}

type receiptLine struct {
	Number   string // 'ORD-…'
	Name     string
	Unit     string
	Typed    []string // size and color chosen by the shopper, as the client sent them
	Quantity int
	Total    money.Paise
}

// Payable returns what is paid.
func (r receipt) Payable() money.Paise { return r.Total + r.RoundOff }

// Choice returns unit, size and color in one line.
func (l receiptLine) Choice() string {
	var parts []string
	for _, part := range append([]string{l.Unit}, l.Typed...) {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, ", ")
}

//go:embed templates
var templates embed.FS

var (
	htmlTemplate = htmltemplate.Must(htmltemplate.ParseFS(templates, "templates/mail.html"))
	textTemplate = texttemplate.Must(texttemplate.ParseFS(templates, "templates/mail.txt"))
)

// contact is the sending shop: its name and contact details.
type contact struct {
	Name  string
	Logo  bool   // the mail has one
	Band  string // colors, #rrggbb: of the band with the name, and of the button
	Press string
	Lines []string
}

func contactOf(s settings.Settings) contact {
	c := contact{Name: oneLine(s.Name), Band: cmp.Or(s.Accent, "#0a4252"), Press: cmp.Or(s.Accent, "#0b566b")}
	for _, line := range []struct{ label, text string }{
		{"", s.Legal.Name},
		{"", cmp.Or(s.Legal.Address, s.Address)},
		{"Phone ", s.Phone},
		{"", s.Email},
		{"FSSAI ", s.Legal.FSSAI},
		{"GSTIN ", s.Legal.GSTIN},
		{"Complaints: ", s.Legal.Grievance},
	} {
		if text := oneLine(line.text); text != "" {
			c.Lines = append(c.Lines, line.label+text)
		}
	}
	return c
}

// by returns the mail signed by a shop.
func (t template) by(shop contact) template {
	named := strings.NewReplacer("{shop}", shop.Name)
	t.Shop, t.Subject, t.Before, t.After = shop, named.Replace(t.Subject), slices.Clone(t.Before), slices.Clone(t.After)
	for _, paragraphs := range [][]string{t.Before, t.After} {
		for i := range paragraphs {
			paragraphs[i] = named.Replace(paragraphs[i])
		}
	}
	return t
}

// withoutTypedWords returns the mail without text typed by its recipient, or by the person who gave
// the address.
func (t template) withoutTypedWords() template {
	t.Name = ""
	if t.Receipt == nil {
		return t
	}
	r := *t.Receipt
	r.Address, r.Lines = nil, slices.Clone(r.Lines)
	for i := range r.Lines {
		r.Lines[i].Typed = nil
	}
	t.Receipt = &r
	return t
}

// write fills both parts of a message.
func (t template) write(m *Message) error {
	var html, text strings.Builder
	if err := htmlTemplate.Execute(&html, t); err != nil {
		return fmt.Errorf("write a mail as HTML: %w", err)
	}
	if err := textTemplate.Execute(&text, t); err != nil {
		return fmt.Errorf("write a mail as text: %w", err)
	}
	m.Subject, m.HTML, m.Text = t.Subject, html.String(), text.String()
	return nil
}
