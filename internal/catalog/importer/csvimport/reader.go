package csvimport

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"kirana/internal/fault"
	"kirana/internal/language"
)

// sampleRows is the number of rows examined before Next returns the first.
const sampleRows = 100

const maxColumns = 1000

// Reader reads the rows of one file in order. It is not safe for concurrent use.
type Reader struct {
	lines          *lineReader
	counter        *counter
	size           int64
	closer         io.Closer
	encoding       string // by the byte-order mark; empty without one
	charset        charset
	separator      byte
	columns        columns
	key            bool               // Options.Key names the column of keys
	inspected      bool               // columns may be missing, for a person to assign
	isHeader       func(columns) bool // of a table; nil for a price list
	pricing        pricing
	today          time.Time
	date1904       bool
	shared         map[string]bool // keys shared by several products
	joined         bool            // the header is two rows
	taxTitle       string          // words above the header which say that tax is not in the prices
	group          string          // category from the last group heading
	heading        *cells          // that heading's row, until a product follows
	known          map[string]bool // normalized headings that are recognized
	foreign        bool            // a header of other columns has been read
	categoryFilled bool            // the sample has rows with a category
	categoriesOnce bool            // the sample writes each category once, above rows without one
	above          [2]string       // last category and sub-category
	lastText       []string        // cells of the row above, for ditto marks
	statusWords    map[string]bool
	grouped        []cells             // rewritten rows of an export, still to return
	parents        map[string]sheetRow // variable products of an export, by their SKU and id
	ahead          []cells             // sample rows, still to return
	last           error               // error that ended the sample
	units          map[string]string   // cache of unitText
}

// cells is one row as text, or the reason why it could not be read.
type cells struct {
	line    int
	text    []string
	reason  string
	extra   string // cells beyond the header's columns
	short   bool   // cells are missing at the end
	heading bool   // first product below a group heading
}

// Open opens a file; the caller must Close it. It returns the errors of New, and a refusal if the file cannot be opened.
func Open(path string, o Options) (*Reader, error) {
	file, err := os.Open(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, fault.New(fault.Invalid, "no_such_file", "The file does not exist.")
	case errors.Is(err, os.ErrPermission):
		return nil, fault.New(fault.Invalid, "file_not_readable", "The file may not be read by this user.")
	case err != nil:
		return nil, fmt.Errorf("open price list: %w", err)
	}
	info, err := file.Stat()
	if err == nil && info.IsDir() {
		err = fault.New(fault.Invalid, "not_a_file", "This is a folder; name the CSV file in it.")
	}
	var r *Reader
	if err == nil {
		r, err = New(file, info.Size(), o)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	r.closer = file
	return r, nil
}

// New reads the header and finds the columns. It refuses a source that is not CSV text, has no header or lacks a column
// for name or price, and a Map or Key that names an unknown column. size is only for Size.
func New(source io.Reader, size int64, o Options) (*Reader, error) {
	return newReader(&Reader{counter: &counter{r: source}, size: size, key: o.Key != ""}, o)
}

func newReader(r *Reader, o Options) (*Reader, error) {
	r.today, r.date1904, r.shared, r.statusWords = o.Today, o.Date1904, o.Shared, o.StatusWords
	peeked := bufio.NewReaderSize(r.counter, peekSize)
	head, err := peeked.Peek(peekSize)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, bufio.ErrBufferFull) {
		return nil, fmt.Errorf("read price list: %w", err)
	}
	f := detectFormat(head)
	if f.binary.Format != "" {
		return nil, fault.New(fault.Invalid, "not_csv", "This is %s; save the list as XLSX or CSV and import that file.", f.binary)
	}
	if _, err := peeked.Discard(f.skip); err != nil {
		return nil, fmt.Errorf("read price list: %w", err)
	}
	r.encoding, r.charset.legacy = f.name, f.legacy
	var text io.Reader = peeked
	if f.utf16 != nil {
		text = f.utf16.NewDecoder().Reader(text)
	}
	if f.loneCR {
		text = crReader{text}
	}
	r.lines = &lineReader{r: bufio.NewReaderSize(text, peekSize)}
	if err := r.readHeader(o); err != nil {
		return nil, err
	}
	return r, r.readSample(o)
}

// readHeader reads the header: the first non-blank line, with the line below if it is a second row of the header, or a
// line below a title. With NoHeader, it numbers the columns. A "sep=;" line before the header, written by spreadsheets,
// sets the separator.
func (r *Reader) readHeader(o Options) error {
	for {
		header, err := r.lines.next()
		if errors.Is(err, io.EOF) {
			return errEmpty()
		}
		if err != nil {
			return fmt.Errorf("read price list: %w", err)
		}
		if header == nil || bytes.IndexByte(header, 0) >= 0 {
			return fault.New(fault.Invalid, "not_csv", "The file is not a CSV; its first line must name the columns.")
		}
		if sep, isSeparatorLine := bytes.CutPrefix(header, []byte("sep=")); isSeparatorLine && len(sep) == 1 {
			r.separator = sep[0]
			continue
		}
		if len(bytes.Trim(header, " \t,;|\"")) == 0 {
			continue
		}
		if r.separator == 0 {
			r.separator = separatorOf(header, o)
		}
		r.pricing = pricing{paise: o.Paise, commas: r.separator == ';'}
		r.lines.unread([][]byte{header})
		break
	}
	if o.NoHeader {
		return r.nameColumns(o)
	}
	err := r.findColumns(o)
	if fault.Of(err) == nil && err != nil {
		return err
	}
	if r.isHeader != nil && !r.isHeader(r.columns) && r.takeHeader(o, maxTableTitleLines, r.isHeader) {
		return nil
	}
	if r.joinBelow(o) {
		return nil
	}
	switch {
	case err == nil:
		return nil
	case r.findHeaderBelow(o):
		return nil
	case r.inspected && len(r.columns.names) > 0:
		r.skipTitle(o)
		return nil
	}
	return err
}

// nameColumns numbers the columns of a file without a header and unreads the first line.
func (r *Reader) nameColumns(o Options) error {
	first, err := r.lines.next()
	if err != nil {
		return fmt.Errorf("read price list: %w", err)
	}
	r.lines.unread([][]byte{first})
	c := lexer{sep: r.separator}
	c.feed(first)
	names := make([]string, min(filled(c.cells), maxColumns))
	for i := range names {
		names[i] = fmt.Sprint("Column ", i+1)
	}
	if r.columns, err = find(names, o); err != nil || r.inspected {
		return err
	}
	return r.columns.missing()
}

// maxHeadingBytes is the maximum length of a heading. A longer cell belongs to a product and would be costly to compare
// with all headings.
const maxHeadingBytes = 300

// names returns the cells as headings, each cut to maxHeadingBytes.
func (r *Reader) names(cells [][]byte) []string {
	names := make([]string, 0, len(cells))
	for _, cell := range cells[:min(filled(cells), maxColumns)] {
		names = append(names, line(r.charset.text(cell[:min(len(cell), maxHeadingBytes)])))
	}
	return names
}

// findColumns reads the next row as the header.
func (r *Reader) findColumns(o Options) error {
	head, err := r.lines.record(r.separator, 0)
	if errors.Is(err, io.EOF) {
		return errEmpty()
	}
	if err != nil {
		return fmt.Errorf("read price list: %w", err)
	}
	if head.reason != "" {
		return fault.New(fault.Invalid, "bad_header", "The header cannot be read: a quotation mark in it is opened and not closed.")
	}
	if filled(head.cells) > maxColumns {
		return fault.New(fault.Invalid, "not_csv", "The header has more than %d columns, so this is not a price list.", maxColumns)
	}
	if r.columns, err = find(r.names(head.cells), o); err != nil {
		return err
	}
	return r.columns.missing()
}

func errEmpty() error {
	return fault.New(fault.Invalid, "empty_file", "The file is empty; its first line must name the columns.")
}

// readSample reads the first rows and settles the columns whose meaning depends on their cells.
func (r *Reader) readSample(o Options) error {
	var sample [][]string
	for len(r.ahead) < sampleRows {
		row, err := r.cut()
		if err != nil {
			r.last = err
			break
		}
		r.ahead = append(r.ahead, row)
		if row.reason == "" {
			sample = append(sample, row.text)
		}
	}
	r.columns.settleAmount(o, sample)
	r.columns.settleStock(o, sample)
	r.columns.settleWords(o, sample)
	r.columns.settleVariant(o, sample)
	r.columns.settleStatus(o)
	if name := r.columns.unnamedPrice(o, sample); name != "" {
		if r.columns.twice = name; !r.inspected {
			return r.columns.missing()
		}
	}
	r.categoryFilled = slices.ContainsFunc(r.columns.cells(sample, Category), func(cell string) bool { return value(cell) != "" })
	r.categoriesOnce = r.columns.profile == nil && areOnce(r.columns.cells(sample, Category))
	r.pricing.learn(r.columns.cells(sample, Price, SalePrice, Discount))
	if r.last != nil && !errors.Is(r.last, io.EOF) {
		return r.last
	}
	return nil
}

// Next returns the next row, or the problem for which it was left out; io.EOF after the last one. Other errors are read
// errors.
func (r *Reader) Next() (Row, *Problem, error) {
	raw, err := r.nextOfProfile()
	if err == nil && raw.reason == "" {
		if reason := r.checkHeader(raw); reason != "" {
			return Row{}, &Problem{Line: raw.line, Reason: reason}, nil
		}
	}
	for err == nil && r.isHeading(raw) {
		above, heading := r.heading, raw
		r.heading = &heading
		if above != nil {
			return Row{}, r.headingProblem(*above), nil
		}
		raw, err = r.nextOfProfile()
	}
	if lonely := r.heading; errors.Is(err, io.EOF) && lonely != nil {
		r.heading = nil
		return Row{}, r.headingProblem(*lonely), nil
	}
	if err != nil {
		return Row{}, nil, err
	}
	if r.heading != nil {
		r.group, raw.heading = cutAtWord(groupName(r.onlyText(*r.heading)), MaxCategory), true
		r.heading = nil
	}
	if raw.reason != "" {
		return Row{}, &Problem{Line: raw.line, Reason: language.Stored(raw.reason)}, nil
	}
	row, err := r.row(raw)
	if why, left := errors.AsType[refusal](err); left {
		return Row{}, &Problem{Line: raw.line, Reason: why.reason, Name: cutAtWord(row.Name, MaxName), Column: why.column, Value: why.value}, nil
	}
	return row, nil, err
}

// nextCells returns the next row, from the sample first.
func (r *Reader) nextCells() (cells, error) {
	if len(r.ahead) > 0 {
		raw := r.ahead[0]
		r.ahead = r.ahead[1:]
		return raw, nil
	}
	if r.last != nil {
		return cells{}, r.last
	}
	raw, err := r.cut()
	r.last = err
	return raw, err
}

// cut splits the next row into cells, as many as there are columns, and records surplus and missing ones.
func (r *Reader) cut() (cells, error) {
	width := len(r.columns.names)
	rec, err := r.lines.record(r.separator, width)
	if errors.Is(err, io.EOF) {
		return cells{}, io.EOF
	}
	if err != nil {
		return cells{}, fmt.Errorf("read price list: %w", err)
	}
	raw := cells{line: rec.line, reason: rec.reason}
	switch {
	case raw.reason != "":
		return raw, nil
	case filled(rec.cells) > width:
		var extra []string
		for _, cell := range rec.cells[width:filled(rec.cells)] {
			extra = append(extra, r.charset.text(cell))
		}
		raw.extra = cutAtWord(strings.Join(extra, ", "), maxSampleText)
	}
	raw.short = len(rec.cells) < width
	raw.text = make([]string, width)
	for i, cell := range rec.cells[:min(width, len(rec.cells))] {
		raw.text[i] = r.charset.text(cell)
		if len(r.lastText) == width && dittoMark.MatchString(raw.text[i]) && r.lastText[i] != "" {
			raw.text[i] = r.lastText[i]
		}
	}
	r.lastText = raw.text
	return raw, nil
}

// Size returns the size of the file in bytes, as given to New.
func (r *Reader) Size() int64 { return r.size }

// Offset returns the number of bytes read, slightly ahead of the rows.
func (r *Reader) Offset() int64 { return r.counter.n }

// Close closes a file that Open opened.
func (r *Reader) Close() error {
	if r.closer == nil {
		return nil
	}
	return r.closer.Close()
}

// Columns describes how the file was read.
type Columns struct {
	// Encoding is final after the last row; until a cell shows otherwise it is UTF-8.
	Encoding  string
	Separator string
	// Program is the program that exported the file ("Shopify"), "" if unknown.
	Program string
	Mapped  []MappedColumn
	// Unused are the columns without a field.
	Unused []string
}

// MappedColumn is a column of the file and its field.
type MappedColumn struct {
	Field  Field
	Column string
	Index  int // index of the column, from 0
}

// Has reports whether the field has a column.
func (c Columns) Has(f Field) bool {
	for _, t := range c.Mapped {
		if t.Field == f {
			return true
		}
	}
	return false
}

// Of returns the heading of the field's column, "" without one.
func (c Columns) Of(f Field) string {
	for _, t := range c.Mapped {
		if t.Field == f {
			return t.Column
		}
	}
	return ""
}

// Columns returns the fields of the columns, the unused columns, and the encoding.
func (r *Reader) Columns() Columns {
	c := Columns{Encoding: r.encoding, Separator: separatorNames[r.separator]}
	if r.columns.profile != nil {
		c.Program = r.columns.profile.name
	}
	if r.encoding == "" {
		c.Encoding = r.charset.name()
	}
	if c.Separator == "" {
		c.Separator = string(r.separator)
	}
	used := map[int]bool{r.columns.key: r.key}
	for _, f := range fields {
		if i, ok := r.columns.at[f]; ok {
			used[i] = true
			c.Mapped = append(c.Mapped, MappedColumn{f, r.columns.names[i], i})
		}
	}
	if i, ok := r.columns.at[amount]; ok {
		used[i] = true
		c.Mapped = append(c.Mapped, MappedColumn{Unit, r.columns.names[i], i})
	}
	for i, name := range r.columns.names {
		if !used[i] {
			c.Unused = append(c.Unused, name)
		}
	}
	return c
}
