// Package mail sends the shop's mails: it runs the jobs that other features
// enqueue, and sends the messages to a mail server, or keeps
// them as files where there is none.
package mail

import (
	"bytes"
	"context"
	"fmt"
	netmail "net/mail"
	"strings"
	"time"
	"unicode"

	"kirana/internal/unicodetext"

	gomail "github.com/wneessen/go-mail"
)

// Message is a mail that is ready to go.
type Message struct {
	ID      string    // the same at every attempt
	At      time.Time // when its event happened, UTC
	To      string    // the address
	Name    string    // of who it is for; may be ""
	Shop    string    // the shop's name
	Subject string
	Text    string
	HTML    string
	Logo    Picture // the shop's, shown by "cid:logo"; empty without one
}

// Picture is a picture that goes along with a mail: nothing of a mail is loaded from anywhere.
type Picture struct {
	Data        []byte
	ContentType string
}

// Sender takes messages to where they go. Its errors hold nothing of a message:
// they are kept and logged.
type Sender interface {
	Send(ctx context.Context, m Message) error
}

// compose writes the message as RFC 5322 has it, with a part of plain text and
// one of HTML. No value can add a header: addresses are parsed, names and
// subjects are one line and encoded.
func compose(from netmail.Address, m Message) (*gomail.Msg, error) {
	// The error must not quote the address.
	to, err := netmail.ParseAddress(m.To)
	if err != nil || to.Address != m.To {
		return nil, errBadAddress
	}
	to.Name, to.Address = oneLine(m.Name), unicodetext.EmailASCII(to.Address)
	msg := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	from.Address = unicodetext.EmailASCII(from.Address)
	// An operator may name the sender; otherwise it is the shop.
	if from.Name == "" {
		from.Name = oneLine(m.Shop)
	}
	msg.FromMailAddress(&from)
	msg.ToMailAddress(to)
	msg.Subject(oneLine(m.Subject))
	msg.SetDateWithValue(m.At)
	msg.SetMessageIDWithValue(m.ID + from.Address[strings.LastIndexByte(from.Address, '@'):])
	msg.SetGenHeader("Auto-Submitted", "auto-generated") // no "I am on holiday" to the shop
	msg.SetBodyString(gomail.TypeTextPlain, m.Text)
	msg.AddAlternativeString(gomail.TypeTextHTML, m.HTML)
	if len(m.Logo.Data) > 0 {
		kind := gomail.WithFileContentType(gomail.ContentType(m.Logo.ContentType))
		if err := msg.EmbedReader("logo", bytes.NewReader(m.Logo.Data), gomail.WithFileContentID("<logo>"), kind); err != nil {
			return nil, fmt.Errorf("put the logo into a mail: %w", err)
		}
	}
	return msg, nil
}

// maxLine bounds what is in one line of a mail.
const maxLine = 120

// oneLine is a text that people typed, fit for a header or a line: without line
// breaks, control characters and the marks that turn the direction of writing.
func oneLine(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), r == unicode.ReplacementChar, unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, text)
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > maxLine {
		text = string(runes[:maxLine-1]) + "…"
	}
	return text
}
