package csvimport

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// A row with line breaks inside quotes ends within these bounds; beyond them
// its quote was never closed. They also bound the memory one row can take.
const (
	maxRowLines = 200
	maxRowBytes = 128 << 10
)

// The reasons for which a row cannot be cut into cells.
const (
	reasonQuote = "A quotation mark is opened here and not closed."
	reasonLong  = "The line is longer than 128 KB."
)

// lineReader reads the physical lines of a file; unread lines are read again.
type lineReader struct {
	r    *bufio.Reader
	back [][]byte // unread lines, the next one first
	read int      // lines read and not unread
}

// next returns the next line that is not empty without its end, its own copy; nil for a line
// that is too long to be a row's, of which the rest is skipped.
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
		return bytes.TrimSuffix(line, []byte("\r")), nil
	}
}

// skipBlank skips lines without a single sign, of which a file can have millions.
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

// unread makes lines the next ones to be read.
func (l *lineReader) unread(back [][]byte) {
	if len(back) == 0 {
		return
	}
	l.back = append(append(make([][]byte, 0, len(back)+len(l.back)), back...), l.back...)
	l.read -= len(back)
}

// record is one row cut into cells, or the reason why it could not be.
type record struct {
	line   int
	cells  [][]byte
	reason string
}

// record returns the next row that is not blank; a Read error or io.EOF ends it.
// width is the number of cells a row should have, 0 while it is unknown: a row
// that runs over several lines and then has another number of cells is taken
// for a quote left open, so that the rows after it are not swallowed by it.
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
		c := lexer{sep: sep}
		open := c.feed(first)
		var more [][]byte
		size := len(first)
		for open && !c.broken {
			line, err := l.next()
			if err != nil && !errors.Is(err, io.EOF) {
				return record{}, err
			}
			// A missing line is the file's end or one too long: no row goes on there.
			if line == nil {
				c.broken = true
				if err == nil {
					more = append(more, nil)
				}
				break
			}
			more = append(more, line)
			size += len(line)
			if len(more) >= maxRowLines || size > maxRowBytes {
				c.broken = true
				break
			}
			open = c.feed(line)
		}
		if c.broken || (len(more) > 0 && width > 0 && !fits(c.cells, width)) {
			l.unread(more)
			return record{line: start, reason: reasonQuote}, nil
		}
		if filled(c.cells) == 0 {
			continue
		}
		return record{line: start, cells: c.cells}, nil
	}
}

// lexer cuts lines into cells. Inside quotes a doubled quote is a quote; a
// quote that neither ends the cell nor is doubled is taken as written when the
// cell is on one line ("6" plate"), and breaks the row when it does not:
// then it is most likely the opening quote of a later row.
type lexer struct {
	sep    byte
	cells  [][]byte
	cell   []byte // the quoted cell being read
	open   bool   // inside quotes at the end of the line
	lines  int
	stray  bool
	broken bool
}

// feed takes the next line and reports whether the row goes on in another one.
func (c *lexer) feed(line []byte) bool {
	c.lines++
	i := 0
	if c.open {
		c.cell = append(c.cell, '\n')
		if i = c.quoted(line, 0); c.open || c.broken || i > len(line) {
			return c.open
		}
	}
	for {
		blanks := i
		for blanks < len(line) && (line[blanks] == ' ' || line[blanks] == '\t') && line[blanks] != c.sep {
			blanks++
		}
		if blanks < len(line) && line[blanks] == '"' {
			c.cell = []byte{}
			if i = c.quoted(line, blanks+1); c.open || c.broken || i > len(line) {
				return c.open
			}
			continue
		}
		end := bytes.IndexByte(line[i:], c.sep)
		if end < 0 {
			c.cells = append(c.cells, line[i:])
			return false
		}
		c.cells = append(c.cells, line[i:i+end])
		i += end + 1
	}
}

// quoted reads the inside of quotes from i and returns where the next cell
// begins: beyond the line's length when this was the last one.
func (c *lexer) quoted(line []byte, i int) int {
	c.open = true
	for {
		n := bytes.IndexByte(line[i:], '"')
		if n < 0 {
			c.cell = append(c.cell, line[i:]...)
			return len(line) + 1
		}
		c.cell = append(c.cell, line[i:i+n]...)
		i += n + 1
		if i < len(line) && line[i] == '"' {
			c.cell = append(c.cell, '"')
			i++
			continue
		}
		after := i
		for after < len(line) && (line[after] == ' ' || line[after] == '\t') && line[after] != c.sep {
			after++
		}
		if after < len(line) && line[after] != c.sep {
			c.stray = true
			c.broken = c.lines > 1
			c.cell = append(c.cell, '"')
			if c.broken {
				return i
			}
			continue
		}
		// A separator just before the end of a cell of several lines, with more
		// cells behind it, comes before the opening quote of a later row.
		later := after < len(line) && bytes.HasSuffix(c.cell, []byte{c.sep})
		if c.lines > 1 && (c.stray || later) {
			c.broken = true
			return i
		}
		c.open = false
		c.cells = append(c.cells, c.cell)
		c.cell = nil
		return after + 1
	}
}

// filled is the number of cells up to the last one that is not empty.
func filled(cells [][]byte) int {
	n := len(cells)
	for n > 0 && len(bytes.TrimSpace(cells[n-1])) == 0 {
		n--
	}
	return n
}

// fits reports whether a row has the header's cells; spreadsheets add empty ones
// at the end.
func fits(cells [][]byte, width int) bool {
	return len(cells) >= width && filled(cells) <= width
}
