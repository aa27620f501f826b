package workbook

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"golang.org/x/net/html"
)

// markup reads the tags and texts of XML or HTML, each up to maxToken bytes. Names are in lower case and without a
// namespace.
type markup struct {
	z     *html.Tokenizer
	xml   bool
	depth int
	kind  html.TokenType
	name  string
}

func newMarkup(r io.Reader, xml bool) *markup {
	z := html.NewTokenizer(r)
	z.SetMaxBuf(maxToken)
	z.AllowCDATA(xml)
	return &markup{z: z, xml: xml}
}

// next reads the next tag or text; io.EOF after the last one.
func (m *markup) next() error {
	m.kind, m.name = m.z.Next(), ""
	switch m.kind {
	case html.ErrorToken:
		if err := m.z.Err(); errors.Is(err, io.EOF) {
			return io.EOF
		}
		return ErrUnreadable
	case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
		name, _ := m.z.TagName()
		if colon := bytes.LastIndexByte(name, ':'); colon >= 0 {
			name = name[colon+1:]
		}
		m.name = internName(name)
	default: // a text has no name
	}
	if !m.xml {
		return nil
	}
	switch m.kind {
	case html.StartTagToken:
		m.z.NextIsNotRawText() // in XML, <style> contains tags
		m.depth++
	case html.SelfClosingTagToken:
		m.z.NextIsNotRawText() // nor does text follow <style/>
	case html.EndTagToken:
		m.depth--
	default: // other tokens do not change the depth
	}
	if m.depth > maxDepth {
		return ErrUnreadable
	}
	return nil
}

// internName returns frequent names without allocating.
func internName(name []byte) string {
	switch string(name) {
	case "c":
		return "c"
	case "v":
		return "v"
	case "row":
		return "row"
	case "t":
		return "t"
	case "td":
		return "td"
	case "cell":
		return "cell"
	case "data":
		return "data"
	}
	return string(name)
}

// begins reports whether an element of this name begins here. An empty element begins and ends here.
func (m *markup) begins(name string) bool {
	return m.name == name && (m.kind == html.StartTagToken || m.kind == html.SelfClosingTagToken)
}

// ends reports whether an element of this name ends here.
func (m *markup) ends(name string) bool {
	return m.name == name && (m.kind == html.EndTagToken || m.kind == html.SelfClosingTagToken)
}

func (m *markup) attributes() map[string]string {
	found := map[string]string{}
	for {
		key, value, more := m.z.TagAttr()
		if len(key) > 0 {
			name := string(key)
			if colon := strings.LastIndexByte(name, ':'); colon >= 0 && name != "r:id" {
				name = name[colon+1:]
			}
			found[name] = string(value)
		}
		if !more {
			return found
		}
	}
}

// text returns the current text, nil for a tag.
func (m *markup) text() []byte {
	if m.kind != html.TextToken {
		return nil
	}
	return m.z.Text()
}
