package mail

import (
	"embed"
	"fmt"
	htmltemplate "html/template"
	"strings"
	texttemplate "text/template"

	"kirana/internal/money"
)

// letter is what a mail says. Both of its parts are written from it.
type letter struct {
	Subject string
	Name    string   // who is greeted; "" is nobody in particular
	Before  []string // paragraphs
	Code    string   // an OTP, in large figures
	Button  string   // what the link does
	Link    string
	Bill    *bill
	After   []string
}

// bill is the rows of a checkout.
type bill struct {
	Lines   []billLine
	Total   money.Paise
	Payment string
	Address []string
}

type billLine struct {
	Number   string // 'ORD-…'
	Name     string
	Choice   string // unit, size, color
	Quantity int
	Total    money.Paise
}

//go:embed templates
var templates embed.FS

var (
	htmlLetter = htmltemplate.Must(htmltemplate.ParseFS(templates, "templates/letter.html"))
	textLetter = texttemplate.Must(texttemplate.ParseFS(templates, "templates/letter.txt"))
)

// Shop is the shop's name.
func (letter) Shop() string { return shopName }

// write fills both parts of a message.
func (l letter) write(m *Message) error {
	var html, text strings.Builder
	if err := htmlLetter.Execute(&html, l); err != nil {
		return fmt.Errorf("write a mail as HTML: %w", err)
	}
	if err := textLetter.Execute(&text, l); err != nil {
		return fmt.Errorf("write a mail as text: %w", err)
	}
	m.Subject, m.HTML, m.Text = l.Subject, html.String(), text.String()
	return nil
}
