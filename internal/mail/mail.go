// Package mail sends the shop's mails: it runs the mail jobs of other features, and hands the
// messages to a mail server, or stores them as files without one.
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

// Message is a complete mail.
type Message struct {
	ID      string    // the same for every attempt
	At      time.Time // creation of the job that sends the mail, UTC
	To      string    // address
	Name    string    // of the recipient; may be ""
	Shop    string    // the shop's name
	Subject string
	Text    string
	HTML    string
	Logo    Picture // the shop's logo, shown as "cid:logo"; may be empty
}

// Picture is embedded in a mail: mails load nothing from the network.
type Picture struct {
	Data        []byte
	ContentType string
}

// Sender delivers messages. Its errors contain nothing of a message: they are stored and logged.
type Sender interface {
	Send(ctx context.Context, m Message) error
}

// compose builds an RFC 5322 message with a plain-text and an HTML part. No value can add a header:
// addresses are parsed, names and subjects are single lines and encoded.
func compose(from netmail.Address, m Message) (*gomail.Msg, error) {
	// The error must not quote the address.
	to, err := netmail.ParseAddress(m.To)
	if err != nil || to.Address != m.To {
		return nil, errBadAddress
	}
	to.Name, to.Address = oneLine(m.Name), unicodetext.EmailASCII(to.Address)
	msg := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	from.Address = unicodetext.EmailASCII(from.Address)
	// The operator may have set the sender's name; the default is the shop's.
	if from.Name == "" {
		from.Name = oneLine(m.Shop)
	}
	msg.FromMailAddress(&from)
	msg.ToMailAddress(to)
	msg.Subject(oneLine(m.Subject))
	msg.SetDateWithValue(m.At)
	msg.SetMessageIDWithValue(m.ID + from.Address[strings.LastIndexByte(from.Address, '@'):])
	msg.SetGenHeader("Auto-Submitted", "auto-generated") // prevents automatic replies to the shop
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

// maxLine bounds a text in one line of a mail, in characters.
const maxLine = 120

// oneLine makes a typed text fit for a header or a line: without line breaks, control characters
// and bidirectional marks.
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
