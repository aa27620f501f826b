package mail

import (
	"embed"
	"fmt"
	htmltemplate "html/template"
	"strings"
	texttemplate "text/template"

	"kirana/internal/money"
)

// template is the content of a mail. Its HTML and its text part are both rendered from it.
type template struct {
	Subject string
	Name    string   // who is greeted; "" is nobody in particular
	Before  []string // paragraphs
	Code    string   // an OTP, in large figures
	Button  string   // what the link does
	Link    string
	Receipt *receipt
	After   []string
}

// receipt lists the rows of a checkout.
type receipt struct {
	Lines   []receiptLine
	Total   money.Paise
	Payment string
	Address []string
}

type receiptLine struct {
	Number   string // 'ORD-…'
	Name     string
	Choice   string // unit, size, color
	Quantity int
	Total    money.Paise
}

//go:embed templates
var templates embed.FS

var (
	htmlTemplate = htmltemplate.Must(htmltemplate.ParseFS(templates, "templates/mail.html"))
	textTemplate = texttemplate.Must(texttemplate.ParseFS(templates, "templates/mail.txt"))
)

// Shop is the shop's name.
func (template) Shop() string { return shopName }

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
