package csvimport

import (
	"bytes"
	"io"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// peekSize is how many bytes of the file's beginning are examined to detect its format.
const peekSize = 64 << 10

// fileFormat is a file's encoding and how to decode it.
type fileFormat struct {
	name   string            // for the report; empty: judged cell by cell
	skip   int               // length of the byte-order mark
	utf16  encoding.Encoding // nil: it is none
	loneCR bool              // lines end in CR alone
	binary bool              // a workbook, not text
}

func detectFormat(head []byte) fileFormat {
	var f fileFormat
	switch {
	case bytes.HasPrefix(head, []byte("PK\x03\x04")), bytes.HasPrefix(head, []byte("\xd0\xcf\x11\xe0")):
		return fileFormat{binary: true}
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		f = fileFormat{name: "UTF-8", skip: 3}
	case bytes.HasPrefix(head, []byte("\xff\xfe")):
		f = fileFormat{name: "UTF-16", skip: 2, utf16: unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)}
	case bytes.HasPrefix(head, []byte("\xfe\xff")):
		f = fileFormat{name: "UTF-16", skip: 2, utf16: unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)}
	case len(head) >= 4 && head[1] == 0 && head[3] == 0 && head[0] != 0:
		f = fileFormat{name: "UTF-16", utf16: unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)}
	case len(head) >= 4 && head[0] == 0 && head[2] == 0 && head[1] != 0:
		f = fileFormat{name: "UTF-16", utf16: unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)}
	}
	f.loneCR = bytes.IndexByte(head, '\r') >= 0 && bytes.IndexByte(head, '\n') < 0
	return f
}

// counter counts what was read of the file, for a progress bar.
type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

// crReader turns the line ends of old spreadsheets (CR alone) into LF.
type crReader struct{ r io.Reader }

func (c crReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	for i, b := range p[:n] {
		if b == '\r' {
			p[i] = '\n'
		}
	}
	return n, err
}

// decode1252 reads bytes as Windows-1252. The five without a letter keep their number, as
// browsers do (WHATWG), so that the way back is exact.
func decode1252(cell []byte) string {
	out := make([]rune, len(cell))
	for i, b := range cell {
		out[i] = charmap.Windows1252.DecodeByte(b)
	}
	return string(out)
}

// charset counts in which encoding the cells beyond ASCII were written.
type charset struct{ utf8, windows int }

// text reads a cell as UTF-8 where it is that, else as Windows-1252: whole
// files of either kind come out right, and so do files glued from both.
func (c *charset) text(cell []byte) string {
	if ascii(cell) {
		return string(cell)
	}
	if utf8.Valid(cell) {
		c.utf8++
		return string(cell)
	}
	c.windows++
	return decode1252(cell)
}

func (c *charset) name() string {
	switch {
	case c.windows == 0:
		return "UTF-8"
	case c.utf8 == 0:
		return "Windows-1252"
	}
	return "UTF-8, some cells Windows-1252"
}

func ascii(b []byte) bool {
	for _, c := range b {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
