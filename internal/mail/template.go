package mail

import (
	"cmp"
	"embed"
	"fmt"
	htmltemplate "html/template"
	"slices"
	"strings"
	texttemplate "text/template"

	"kirana/internal/catalog"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/settings"
)

// template is the content of a mail in any language. "{shop}" in its texts stands for the shop's name.
type template struct {
	Subject language.Phrase
	// Language is used if no account with a language has the address; "" for the shop's default.
	Language string
	Name     string            // the person greeted; may be ""
	Before   []language.Phrase // paragraphs
	Code     string            // an OTP, in large digits
	Button   language.Phrase   // label of the link
	Link     string
	Receipt  *receipt
	Bills    []billLine
	After    []language.Phrase
}

// page is a mail of a shop in a language; its HTML and text parts are both rendered from it.
type page struct {
	template

	Shop contact
	Lang string
}

// T returns a text in the mail's language: a Phrase, or the English format of one.
func (p page) T(text any, args ...any) string {
	phrase, ok := text.(language.Phrase)
	if !ok {
		phrase = language.NewPhrase(fmt.Sprint(text), args...)
	}
	return strings.ReplaceAll(phrase.In(p.Lang), "{shop}", p.Shop.Name)
}

// Greeting returns the line that greets the reader. It isolates the name, whose text direction may differ.
func (p page) Greeting() htmltemplate.HTML {
	return htmltemplate.HTML(fmt.Sprintf(htmltemplate.HTMLEscapeString(p.T("Hello %s,")), "<bdi>"+htmltemplate.HTMLEscapeString(p.Name)+"</bdi>")) //nolint:gosec // escaped
}

// billLine is a bill of an order.
type billLine struct {
	Name language.Phrase // with the number
	Link string          // "" if expired
}

// receipt lists the lines of an order.
type receipt struct {
	Lines []receiptLine
	Total money.Paise // of the lines
	// RoundOff is added to Total to give the amount paid.
	RoundOff money.Paise
	Payment  language.Phrase
	Address  []string
}

type receiptLine struct {
	Number   string // 'ORD-…'
	Name     catalog.Named
	Unit     string
	Typed    []string // size and color chosen by the shopper, as the client sent them
	Quantity int
	Total    money.Paise
}

// Payable returns the amount to pay.
func (r receipt) Payable() money.Paise { return r.Total + r.RoundOff }

// Choice returns unit, size and color in one line, the unit in language lang.
func (l receiptLine) Choice(lang string) string {
	var parts []string
	for _, part := range append([]string{language.Unit(lang, l.Unit)}, l.Typed...) {
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

// contact holds the shop's name, contact details and colors in a mail.
type contact struct {
	Name  string
	Logo  bool   // the mail shows the logo
	Band  string // color of the band with the name, #rrggbb
	Press string // color of the button, #rrggbb
	Lines []string
}

func contactOf(lang string, s settings.Settings) contact {
	c := contact{Name: oneLine(s.Name), Band: cmp.Or(s.Accent, "#0a4252"), Press: cmp.Or(s.Accent, "#0b566b")}
	for _, line := range []struct{ format, text string }{
		{"%s", s.Legal.Name},
		{"%s", cmp.Or(s.Legal.Address, s.Address)},
		{"Phone %s", s.Phone},
		{"%s", s.Email},
		{"FSSAI %s", s.Legal.FSSAI},
		{"GSTIN %s", s.Legal.GSTIN},
		{"Complaints: %s", s.Legal.Grievance},
	} {
		if text := oneLine(line.text); text != "" {
			c.Lines = append(c.Lines, language.Text(lang, line.format, text))
		}
	}
	return c
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
func (p page) write(m *Message) error {
	var html, text strings.Builder
	if err := htmlTemplate.Execute(&html, p); err != nil {
		return fmt.Errorf("write a mail as HTML: %w", err)
	}
	if err := textTemplate.Execute(&text, p); err != nil {
		return fmt.Errorf("write a mail as text: %w", err)
	}
	m.Subject, m.HTML, m.Text = p.T(p.Subject), html.String(), text.String()
	return nil
}
