package csvimport

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// peekSize is how many bytes of the file's beginning are examined to detect its format.
const peekSize = 64 << 10

// fileFormat is a file's encoding and how to decode it.
type fileFormat struct {
	name   string           // for the report; empty: judged cell by cell
	skip   int              // length of the byte-order mark
	order  binary.ByteOrder // of UTF-16, else nil
	loneCR bool             // lines end in CR alone
	binary bool             // a workbook, not text
}

func detectFormat(head []byte) fileFormat {
	var f fileFormat
	switch {
	case bytes.HasPrefix(head, []byte("PK\x03\x04")), bytes.HasPrefix(head, []byte("\xd0\xcf\x11\xe0")):
		return fileFormat{binary: true}
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		f = fileFormat{name: "UTF-8", skip: 3}
	case bytes.HasPrefix(head, []byte("\xff\xfe")):
		f = fileFormat{name: "UTF-16", skip: 2, order: binary.LittleEndian}
	case bytes.HasPrefix(head, []byte("\xfe\xff")):
		f = fileFormat{name: "UTF-16", skip: 2, order: binary.BigEndian}
	case len(head) >= 4 && head[1] == 0 && head[3] == 0 && head[0] != 0:
		f = fileFormat{name: "UTF-16", order: binary.LittleEndian}
	case len(head) >= 4 && head[0] == 0 && head[2] == 0 && head[1] != 0:
		f = fileFormat{name: "UTF-16", order: binary.BigEndian}
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

// utf16Reader decodes UTF-16 to UTF-8.
type utf16Reader struct {
	r     io.Reader
	order binary.ByteOrder
	in    []byte // read, not decoded: an odd byte or half a surrogate pair
	out   []byte // decoded, not handed out
	err   error
}

func (u *utf16Reader) Read(p []byte) (int, error) {
	for len(u.out) == 0 {
		if u.err != nil {
			return 0, u.err
		}
		u.fill()
	}
	n := copy(p, u.out)
	u.out = u.out[n:]
	return n, nil
}

func (u *utf16Reader) fill() {
	chunk := make([]byte, 8<<10)
	n, err := u.r.Read(chunk)
	u.err = err
	u.in = append(u.in, chunk[:n]...)
	for len(u.in) >= 2 {
		r, size := rune(u.order.Uint16(u.in)), 2
		if utf16.IsSurrogate(r) {
			if len(u.in) < 4 {
				if !errors.Is(u.err, io.EOF) {
					return
				}
				r = utf8.RuneError
			} else if pair := utf16.DecodeRune(r, rune(u.order.Uint16(u.in[2:]))); pair == utf8.RuneError {
				r = utf8.RuneError
			} else {
				r, size = pair, 4
			}
		}
		u.out = utf8.AppendRune(u.out, r)
		u.in = u.in[size:]
	}
}

// windows1252 holds what the bytes 0x80 to 0x9F mean. The five without a
// letter keep their number, as browsers do, so that the way back is exact.
var windows1252 = [32]rune{
	'€', 0x81, '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', 0x8d, 'Ž', 0x8f,
	0x90, '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', 0x9d, 'ž', 'Ÿ',
}

var windows1252Bytes = func() map[rune]byte {
	m := make(map[rune]byte, 128)
	for b := 0x80; b <= 0xff; b++ {
		m[runeOf1252(byte(b))] = byte(b)
	}
	return m
}()

func runeOf1252(b byte) rune {
	if b >= 0x80 && b < 0xa0 {
		return windows1252[b-0x80]
	}
	return rune(b)
}

func decode1252(cell []byte) string {
	out := make([]byte, 0, len(cell)+len(cell)/8)
	for _, b := range cell {
		out = utf8.AppendRune(out, runeOf1252(b))
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
