package csvimport

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// Maximum size of one row. A quote that is still open beyond it counts as unclosed. The bounds also limit memory.
const (
	maxRowLines = 200
	maxRowBytes = 128 << 10
)

// Reasons why a row cannot be split into cells.
const (
	reasonQuote = "A quotation mark is opened here and not closed."
	reasonLong  = "The line is longer than 128 KB."
)

// lineReader reads the lines of a file, with unread.
type lineReader struct {
	r    *bufio.Reader
	back [][]byte // unread lines, in order
	read int      // line number of the last line read
}

// next returns a copy of the next line without its line end, skipping blank lines; nil for a line over maxRowBytes.
func (l *lineReader) next() ([]byte, error) {
	if len(l.back) > 0 {
		line := l.back[0]
		l.back = l.back[1:]
		l.read++
		return line, nil
	}
	if err := l.skipBlank(); err != nil {
		return nil, err
	}
	line := []byte{}
	tooLong := false
	for {
		part, err := l.r.ReadSlice('\n')
		if len(line)+len(part) > maxRowBytes {
			tooLong = true
		}
		if !tooLong {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF) && (len(line) > 0 || tooLong):
		case err != nil:
			return nil, err
		}
		l.read++
		if tooLong {
			return nil, nil
		}
		line = bytes.TrimSuffix(line, []byte("\n"))
		return bytes.TrimPrefix(bytes.TrimSuffix(line, []byte("\r")), []byte(byteOrderMark)), nil
	}
}

// skipBlank skips lines without any character, of which a file can have millions.
func (l *lineReader) skipBlank() error {
	for {
		head, err := l.r.Peek(max(1, l.r.Buffered()))
		if len(head) == 0 {
			return err
		}
		n := 0
		for n < len(head) && (head[n] == '\n' || head[n] == '\r' && n+1 < len(head) && head[n+1] == '\n') {
			if head[n] == '\n' {
				l.read++
			}
			n++
		}
		if _, err := l.r.Discard(n); n < len(head) || err != nil {
			return err
		}
	}
}

// unread puts lines back to be read next.
func (l *lineReader) unread(back [][]byte) {
	if len(back) == 0 {
		return
	}
	l.back = append(append(make([][]byte, 0, len(back)+len(l.back)), back...), l.back...)
	l.read -= len(back)
}

// record is a row split into cells, or the reason why it could not be.
type record struct {
	line   int
	cells  [][]byte
	reason string
}

// record returns the next non-blank row; its errors are read errors and io.EOF. width is the expected number of cells, 0
// if unknown. A row over several lines with another number of cells has an unclosed quote: its later lines are read again
// as rows.
func (l *lineReader) record(sep byte, width int) (record, error) {
	for {
		first, err := l.next()
		if err != nil {
			return record{}, err
		}
		start := l.read
		if first == nil {
			return record{line: start, reason: reasonLong}, nil
		}
		row := lexer{sep: sep}
		open := row.feed(first)
		var more [][]byte
		size := len(first)
		for open && !row.broken {
			line, err := l.next()
			if err != nil && !errors.Is(err, io.EOF) {
				return record{}, err
			}
			// A nil line is the end of the file or too long: the row cannot continue.
			if line == nil {
				row.broken = true
				if err == nil {
					more = append(more, nil)
				}
				break
			}
			more = append(more, line)
			size += len(line)
			if len(more) >= maxRowLines || size > maxRowBytes {
				row.broken = true
				break
			}
			open = row.feed(line)
		}
		if row.broken || (len(more) > 0 && width > 0 && !fits(row.cells, width)) {
			l.unread(more)
			return record{line: start, reason: reasonQuote}, nil
		}
		if filled(row.cells) == 0 {
			continue
		}
		return record{line: start, cells: row.cells}, nil
	}
}

// lexer splits lines into cells. Inside quotes, a doubled quote is a quote. A stray quote is literal within one line ("6"
// plate"), but breaks a row over several lines: it is then most likely the opening quote of a later row.
type lexer struct {
	sep    byte
	cells  [][]byte
	cell   []byte // content of the quoted cell so far
	open   bool   // the line ended inside quotes
	lines  int
	stray  bool
	broken bool
}

// feed adds a line and reports whether the row continues on the next one.
func (l *lexer) feed(line []byte) bool {
	l.lines++
	i := 0
	if l.open {
		l.cell = append(l.cell, '\n')
		if i = l.quoted(line, 0); l.open || l.broken || i > len(line) {
			return l.open
		}
	}
	for {
		blanks := i
		for blanks < len(line) && (line[blanks] == ' ' || line[blanks] == '\t') && line[blanks] != l.sep {
			blanks++
		}
		if blanks < len(line) && line[blanks] == '"' {
			l.cell = []byte{}
			if i = l.quoted(line, blanks+1); l.open || l.broken || i > len(line) {
				return l.open
			}
			continue
		}
		end := bytes.IndexByte(line[i:], l.sep)
		if end < 0 {
			l.cells = append(l.cells, line[i:])
			return false
		}
		l.cells = append(l.cells, line[i:i+end])
		i += end + 1
	}
}

// quoted reads quoted text from i and returns the offset of the next cell; after the last cell it is beyond the line.
func (l *lexer) quoted(line []byte, i int) int {
	l.open = true
	for {
		n := bytes.IndexByte(line[i:], '"')
		if n < 0 {
			l.cell = append(l.cell, line[i:]...)
			return len(line) + 1
		}
		l.cell = append(l.cell, line[i:i+n]...)
		i += n + 1
		if i < len(line) && line[i] == '"' {
			l.cell = append(l.cell, '"')
			i++
			continue
		}
		after := i
		for after < len(line) && (line[after] == ' ' || line[after] == '\t') && line[after] != l.sep {
			after++
		}
		if after < len(line) && line[after] != l.sep {
			l.stray = true
			l.broken = l.lines > 1
			l.cell = append(l.cell, '"')
			if l.broken {
				return i
			}
			continue
		}
		// In a multi-line cell with more cells after it, a quote right after a separator is the opening quote of a
		// later row.
		later := after < len(line) && bytes.HasSuffix(l.cell, []byte{l.sep})
		if l.lines > 1 && (l.stray || later) {
			l.broken = true
			return i
		}
		l.open = false
		l.cells = append(l.cells, l.cell)
		l.cell = nil
		return after + 1
	}
}

// filled returns the number of cells up to the last non-empty one.
func filled(cells [][]byte) int {
	n := len(cells)
	for n > 0 && len(bytes.TrimSpace(cells[n-1])) == 0 {
		n--
	}
	return n
}

// fits reports whether a row has the header's number of cells; spreadsheets append empty ones.
func fits(cells [][]byte, width int) bool {
	return len(cells) >= width && filled(cells) <= width
}
