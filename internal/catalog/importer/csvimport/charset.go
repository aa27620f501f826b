package csvimport

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	utf16 "golang.org/x/text/encoding/unicode"

	"kirana/internal/language"
)

// peekSize is the number of bytes examined to detect a file's format.
const peekSize = 64 << 10

// fileFormat is a file's encoding and line ends.
type fileFormat struct {
	name   string            // for the report; empty when each cell is decoded by itself
	skip   int               // length of the byte-order mark
	utf16  encoding.Encoding // nil for other encodings
	loneCR bool              // lines end in CR alone
	binary language.Phrase   // kind of a binary file; empty for text
	legacy *charmap.Charmap  // encoding of cells that are not valid UTF-8
}

func detectFormat(head []byte) fileFormat {
	var f fileFormat
	start := bytes.TrimLeft(bytes.TrimPrefix(head, []byte(byteOrderMark)), " \r\n")
	for _, kind := range binaryKinds {
		if bytes.HasPrefix(start, []byte(kind.head)) {
			return fileFormat{binary: kind.name}
		}
	}
	switch {
	case bytes.HasPrefix(head, []byte(byteOrderMark)):
		f = fileFormat{name: "UTF-8", skip: len(byteOrderMark)}
	case bytes.HasPrefix(head, []byte("\xff\xfe")):
		f = fileFormat{name: "UTF-16", skip: 2, utf16: utf16.UTF16(utf16.LittleEndian, utf16.IgnoreBOM)}
	case bytes.HasPrefix(head, []byte("\xfe\xff")):
		f = fileFormat{name: "UTF-16", skip: 2, utf16: utf16.UTF16(utf16.BigEndian, utf16.IgnoreBOM)}
	case bytes.Contains(head, []byte("\n")) && !bytes.Contains(head, []byte("\n\x00")) && !bytes.Contains(head, []byte("\x00\n")): // one byte a character
	case zeros(head, 1) > 1+8*zeros(head, 0):
		f = fileFormat{name: "UTF-16", utf16: utf16.UTF16(utf16.LittleEndian, utf16.IgnoreBOM)}
	case zeros(head, 0) > 1+8*zeros(head, 1):
		f = fileFormat{name: "UTF-16", utf16: utf16.UTF16(utf16.BigEndian, utf16.IgnoreBOM)}
	}
	f.loneCR = bytes.IndexByte(head, '\r') >= 0 && bytes.IndexByte(head, '\n') < 0 || f.utf16 == nil && endsInCR(head)
	f.legacy = legacyOf(head)
	return f
}

// byteOrderMark begins a file in UTF-8, and each part of files that were joined.
const byteOrderMark = "\xef\xbb\xbf"

// endsInCR reports whether the first row ends in CR alone. Such files of Excel for Mac have LF within cells.
func endsInCR(head []byte) bool {
	quoted := false
	for i, b := range head {
		switch {
		case b == '"':
			quoted = !quoted
		case quoted:
		case b == '\n':
			return false
		case b == '\r':
			return !bytes.HasPrefix(bytes.TrimLeft(head[i:], "\r"), []byte("\n"))
		}
	}
	return false
}

// zeros counts the zero bytes at even (odd = 0) or odd (odd = 1) offsets. UTF-16 has one in each ASCII character.
func zeros(head []byte, odd int) int {
	n := 0
	for i := odd; i < len(head); i += 2 {
		if head[i] == 0 {
			n++
		}
	}
	return n
}

// binaryKinds are the first bytes of files that are uploaded by mistake instead of a CSV.
var binaryKinds = []struct {
	head string
	name language.Phrase
}{
	{"PK\x03\x04", language.Word("a workbook")},
	{"\xd0\xcf\x11\xe0", language.Word("a workbook of an old kind, or one with a password")},
	{"\x09\x00\x04\x00", language.Word("a workbook of an old kind, or one with a password")}, // Excel 2
	{"\x09\x02\x06\x00", language.Word("a workbook of an old kind, or one with a password")}, // Excel 3
	{"\x09\x04\x06\x00", language.Word("a workbook of an old kind, or one with a password")}, // Excel 4
	{"\x09\x08\x08\x00", language.Word("a workbook of an old kind, or one with a password")}, // Excel 5
	{"\x09\x08\x10\x00", language.Word("a workbook of an old kind, or one with a password")}, // Excel 97
	{"%PDF", language.Word("a PDF")},
	{"\x89PNG", language.Word("a picture")},
	{"\xff\xd8\xff", language.Word("a picture")},
	{"GIF8", language.Word("a picture")},
	{"{\\rtf", language.Word("a text document")},
	{"MIME-Version:", language.Word("a web page with its pictures")},
	{"From: <Saved by", language.Word("a web page with its pictures")},
	{"Content-Type: multipart/", language.Word("a web page with its pictures")},
	{"{", language.Word("a JSON file")},
	{"[{", language.Word("a JSON file")},
	{"[[", language.Word("a JSON file")},
	{"[\n", language.Word("a JSON file")},
	{"[\r\n", language.Word("a JSON file")},
	{"ID;P", language.Word("a SYLK file")},
	{"Rar!", language.Word("a RAR archive")},
	{"7z\xbc\xaf", language.Word("a 7z archive")},
	{"\x1f\x8b", language.Word("a compressed file")},
}

// legacies are the encodings of files that are not UTF-8, the most common first: Windows, old Macs, DOS.
var legacies = []*charmap.Charmap{charmap.Windows1252, charmap.Macintosh, charmap.CodePage850}

// legacyOf returns the encoding that makes most bytes beyond ASCII plausible between their neighbors; Windows-1252 for valid
// UTF-8.
func legacyOf(head []byte) *charmap.Charmap {
	if utf8.Valid(head[:max(0, len(head)-utf8.UTFMax)]) {
		return legacies[0]
	}
	fits := make([]int, len(legacies))
	for i := 1; i < len(head)-1; i++ {
		if head[i] < utf8.RuneSelf {
			continue
		}
		for j, legacy := range legacies {
			if fitsBetween(legacy.DecodeByte(head[i]), head[i-1], head[i+1]) {
				fits[j]++
			}
		}
	}
	return legacies[slices.Index(fits, slices.Max(fits))]
}

// fitsBetween reports whether a decoded character is plausible between its neighbors: a letter in a word of the same
// case, a sign or space next to a word.
func fitsBetween(r rune, before, after byte) bool {
	upper := asciiUpper(before) && (asciiUpper(after) || !asciiLetter(after)) || asciiUpper(after) && !asciiLetter(before)
	switch {
	case strings.ContainsRune("½¼¾", r):
		return !asciiLetter(before)
	case !asciiLetter(before) && !asciiLetter(after):
		return false
	case unicode.IsUpper(r):
		return upper || !asciiLetter(before)
	case unicode.IsLower(r):
		return !upper
	case strings.ContainsRune("®™", r):
		return asciiLetter(before) && !asciiLetter(after)
	}
	return strings.ContainsRune("’‘“”–—…\u00a0", r)
}

func asciiUpper(b byte) bool { return b >= 'A' && b <= 'Z' }

func asciiLetter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }

// counter counts the bytes read from the file, for a progress bar.
type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

// crReader converts the line ends of old spreadsheets (CR alone) to LF.
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

// decode1252 decodes Windows-1252. Its five unassigned bytes become the code points of the same number, as in browsers
// (WHATWG), so that encoding restores them.
func decode1252(cell []byte) string {
	out := make([]rune, len(cell))
	for i, b := range cell {
		out[i] = charmap.Windows1252.DecodeByte(b)
	}
	return string(out)
}

// charset counts the cells beyond ASCII by encoding.
type charset struct {
	utf8, legacyCells int
	legacy            *charmap.Charmap // for cells that are not valid UTF-8
}

// text decodes a cell as UTF-8 if valid, else in the legacy encoding. Deciding per cell also reads files that mix both.
func (c *charset) text(cell []byte) string {
	if ascii(cell) {
		return string(cell)
	}
	if utf8.Valid(cell) {
		c.utf8++
		return string(cell)
	}
	c.legacyCells++
	if c.legacy != charmap.Windows1252 {
		text, err := c.legacy.NewDecoder().Bytes(cell)
		if err == nil {
			return string(text)
		}
	}
	return decode1252(cell)
}

func (c *charset) name() string {
	switch {
	case c.legacyCells == 0:
		return "UTF-8"
	case c.legacy == charmap.Macintosh:
		return "MacRoman"
	case c.legacy == charmap.CodePage850:
		return "CP850"
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
