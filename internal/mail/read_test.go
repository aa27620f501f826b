package mail_test

import (
	"encoding/base64"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	netmail "net/mail"
	"regexp"
	"strings"
	"testing"
)

type readMail struct {
	Header     netmail.Header
	Subject    string
	To         *netmail.Address
	Text, HTML string
}

func read(t testing.TB, content string) readMail {
	t.Helper()
	message, err := netmail.ReadMessage(strings.NewReader(content))
	if err != nil {
		t.Fatalf("read the mail: %v\n%s", err, content)
	}
	m := readMail{Header: message.Header}
	if m.Subject, err = new(mime.WordDecoder).DecodeHeader(message.Header.Get("Subject")); err != nil {
		t.Fatal(err)
	}
	if m.To, err = netmail.ParseAddress(message.Header.Get("To")); err != nil {
		t.Fatal(err)
	}
	kind, parameters, err := mime.ParseMediaType(message.Header.Get("Content-Type"))
	alternative := message.Body
	if err == nil && kind == "multipart/related" {
		related := multipart.NewReader(message.Body, parameters["boundary"])
		first, partErr := related.NextRawPart()
		if partErr != nil {
			t.Fatal(partErr)
		}
		alternative = first
		kind, parameters, err = mime.ParseMediaType(first.Header.Get("Content-Type"))
	}
	if err != nil || kind != "multipart/alternative" {
		t.Fatalf("the mail is %s: %v, want multipart/alternative", kind, err)
	}
	parts := multipart.NewReader(alternative, parameters["boundary"])
	for {
		part, err := parts.NextRawPart()
		if err != nil {
			break
		}
		kind, parameters, err := mime.ParseMediaType(part.Header.Get("Content-Type"))
		if err != nil || !strings.EqualFold(parameters["charset"], "utf-8") {
			t.Fatalf("a part has the type %s, %v, want the charset utf-8", part.Header.Get("Content-Type"), err)
		}
		body := io.Reader(part)
		switch part.Header.Get("Content-Transfer-Encoding") {
		case "quoted-printable":
			body = quotedprintable.NewReader(part)
		case "base64":
			body = base64.NewDecoder(base64.StdEncoding, part)
		}
		decoded, err := io.ReadAll(body)
		if err != nil {
			t.Fatal(err)
		}
		switch kind {
		case "text/plain":
			m.Text = string(decoded)
		case "text/html":
			m.HTML = string(decoded)
		default:
			t.Errorf("the mail has a part of type %s", kind)
		}
	}
	return m
}

var sixDigits = regexp.MustCompile(`\b\d{6}\b`)

// otp returns the code shown in both parts of the mail.
func (m readMail) otp(t testing.TB) string {
	t.Helper()
	found := sixDigits.FindAllString(m.Text, -1)
	if len(found) != 1 || !strings.Contains(m.HTML, found[0]) {
		t.Fatalf("the mail shows the codes %v, want one, in text and HTML:\n%s\n%s", found, m.Text, m.HTML)
	}
	return found[0]
}

var linkWithCode = regexp.MustCompile(`https://shop\.example\.in/verify-email\?code=([A-Za-z0-9_-]{20,})`)

// code returns the code of the link in both parts of the mail.
func (m readMail) code(t testing.TB) string {
	t.Helper()
	found := linkWithCode.FindStringSubmatch(m.Text)
	if found == nil || !strings.Contains(m.HTML, `href="`+found[0]+`"`) {
		t.Fatalf("the mail shows no link with a code in text and HTML:\n%s\n%s", m.Text, m.HTML)
	}
	return found[1]
}
