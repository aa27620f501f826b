package workbook

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/html"
)

// xlsx is an open Office Open XML workbook.
type xlsx struct {
	parts   map[string]*zip.File
	left    int64 // bytes that may still be unpacked
	sheets  []string
	texts   []byte         // shared texts, concatenated
	ends    []uint32       // end of each shared text in texts
	formats []numberFormat // by cell style
	base    time.Time      // day 0 of dates
}

// maxZIPEntries is the maximum number of parts.
const maxZIPEntries = 10_000

func openXLSX(file *os.File) (*Book, error) {
	size, err := countEntries(file)
	if err != nil {
		return nil, err
	}
	archive, err := zip.NewReader(file, size)
	if err != nil {
		return nil, ErrUnreadable
	}
	x := &xlsx{parts: map[string]*zip.File{}, left: maxAll, base: day0(1899, 12, 30)}
	for _, part := range archive.File {
		x.parts[strings.ToLower(strings.ReplaceAll(part.Name, `\`, "/"))] = part
	}
	main := "xl/workbook.xml"
	if root, err := x.related("_rels/.rels", ""); err == nil && root.byType["officedocument"] != "" {
		main = root.byType["officedocument"]
	}
	sheets, err := x.readWorkbook(main)
	if err != nil {
		return nil, err
	}
	for i := range sheets {
		if sheets[i].Empty, err = isEmpty(func(yield func(Row) error) error { return x.rows(i, nil, yield) }); err != nil {
			return nil, err
		}
	}
	return &Book{sheets: sheets, rows: x.readSheet}, nil
}

// countEntries returns the size of a ZIP file in bytes, and refuses too many entries before zip.NewReader allocates
// their list.
func countEntries(file *os.File) (int64, error) {
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return 0, fmt.Errorf("read spreadsheet: %w", err)
	}
	signature, entries, size := []byte("PK\x01\x02"), 0, int64(0)
	buffer, kept := make([]byte, 64<<10), 0
	for {
		n, err := file.Read(buffer[kept:])
		size += int64(n)
		read := buffer[:kept+n]
		entries += bytes.Count(read, signature)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return 0, fmt.Errorf("read spreadsheet: %w", err)
		}
		// A signature may span two reads.
		kept = min(len(read), len(signature)-1)
		copy(buffer, read[len(read)-kept:])
	}
	if entries > maxZIPEntries {
		return 0, ErrUnreadable
	}
	return size, nil
}

func (x *xlsx) part(name string) (io.ReadCloser, error) {
	part, found := x.parts[strings.ToLower(strings.TrimPrefix(name, "/"))]
	if !found {
		return nil, ErrUnreadable
	}
	opened, err := part.Open()
	if err != nil {
		return nil, ErrUnreadable
	}
	return &boundedPart{opened, x, maxPart}, nil
}

// boundedPart returns an error beyond the limits of a part or of the workbook.
type boundedPart struct {
	io.ReadCloser
	of   *xlsx
	left int64
}

func (p *boundedPart) Read(b []byte) (int, error) {
	n, err := p.ReadCloser.Read(b)
	p.left -= int64(n)
	p.of.left -= int64(n)
	if p.left < 0 || p.of.left < 0 {
		return 0, ErrUnreadable
	}
	return n, err
}

// each calls handle for the tags and texts of a part.
func (x *xlsx) each(name string, handle func(m *markup) error) error {
	part, err := x.part(name)
	if err != nil {
		return err
	}
	defer func() { _ = part.Close() }()
	m := newMarkup(part, true)
	for {
		err := m.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = handle(m)
		}
		if err != nil {
			return err
		}
	}
}

// relations are the names of the parts that a part refers to.
type relations struct{ byID, byType map[string]string }

// related reads a relations part; its targets are relative to folder.
func (x *xlsx) related(name, folder string) (relations, error) {
	found := relations{map[string]string{}, map[string]string{}}
	err := x.each(name, func(m *markup) error {
		if !m.begins("relationship") {
			return nil
		}
		a := m.attributes()
		target := a["target"]
		if !strings.HasPrefix(target, "/") {
			target = path.Join(folder, target)
		}
		found.byID[a["id"]] = target
		found.byType[strings.ToLower(path.Base(a["type"]))] = target
		if len(found.byID) > maxZIPEntries {
			return ErrUnreadable
		}
		return nil
	})
	return found, err
}

// readWorkbook reads the list of sheets, the shared texts and the formats.
func (x *xlsx) readWorkbook(main string) ([]Sheet, error) {
	folder := path.Dir(main)
	related, err := x.related(path.Join(folder, "_rels", path.Base(main)+".rels"), folder)
	if err != nil {
		return nil, err
	}
	var sheets []Sheet
	err = x.each(main, func(m *markup) error {
		switch {
		case m.begins("workbookpr"):
			if date1904 := m.attributes()["date1904"]; date1904 == "1" || date1904 == "true" {
				x.base = day0(1904, 1, 1)
			}
		case m.begins("sheet"):
			a := m.attributes()
			target, known := related.byID[a["r:id"]]
			if !known {
				target, known = related.byID[a["id"]]
			}
			if !known || !strings.Contains(target, "sheet") || strings.Contains(target, "chartsheet") {
				return nil // not a worksheet, such as a chart
			}
			if len(sheets) == maxSheets {
				return ErrUnreadable
			}
			state := strings.ToLower(a["state"])
			sheets = append(sheets, Sheet{Name: a["name"], Hidden: state == "hidden" || state == "veryhidden", Date1904: x.base.Year() == 1904})
			x.sheets = append(x.sheets, target)
		}
		return nil
	})
	if err == nil && len(sheets) == 0 {
		err = ErrUnreadable
	}
	if styles := related.byType["styles"]; err == nil && styles != "" {
		err = x.readStyles(styles)
	}
	if texts := related.byType["sharedstrings"]; err == nil && texts != "" {
		err = x.readTexts(texts)
	}
	return sheets, err
}

const maxStyles = 100_000

func (x *xlsx) readStyles(name string) error {
	codes, inCells := map[string]string{}, false
	return x.each(name, func(m *markup) error {
		switch {
		case m.begins("numfmt"):
			if a := m.attributes(); len(codes) < maxStyles && len(a["formatcode"]) <= 1000 {
				codes[a["numfmtid"]] = a["formatcode"]
			}
		case m.name == "cellxfs":
			inCells = m.kind == html.StartTagToken
		case inCells && m.begins("xf"):
			id := m.attributes()["numfmtid"]
			code, own := codes[id]
			if number, err := strconv.Atoi(id); err == nil && !own {
				if code = builtInFormats[number]; number >= 27 && number <= 36 || number >= 50 && number <= 58 {
					code = "d/m/yyyy" // East Asian date formats
				}
			}
			if x.formats = append(x.formats, parseFormat(code)); len(x.formats) > maxStyles {
				return ErrUnreadable
			}
		}
		return nil
	})
}

// readTexts reads the texts that cells share, without phonetic guides.
func (x *xlsx) readTexts(name string) error {
	inText, phonetic := false, false
	return x.each(name, func(m *markup) error {
		switch {
		case m.name == "rph":
			phonetic = m.kind == html.StartTagToken
		case m.name == "t":
			inText = m.kind == html.StartTagToken
		case inText && !phonetic:
			x.texts = append(x.texts, m.text()...)
		}
		if m.ends("si") {
			x.ends = append(x.ends, uint32(len(x.texts))) //nolint:gosec // bounded below
		}
		if len(x.texts) > maxTexts || len(x.ends) > maxEntries {
			return ErrUnreadable
		}
		return nil
	})
}

// shared returns the shared text of an index; "" if the index is invalid.
func (x *xlsx) shared(number string) string {
	i, err := strconv.Atoi(strings.TrimSpace(number))
	if err != nil || i < 0 || i >= len(x.ends) {
		return ""
	}
	start := uint32(0)
	if i > 0 {
		start = x.ends[i-1]
	}
	return unescape(string(x.texts[start:x.ends[i]]))
}

var escaped = regexp.MustCompile(`_x([0-9A-Fa-f]{4})_`)

// unescape decodes control characters written as _x000D_.
func unescape(text string) string {
	if !strings.Contains(text, "_x") {
		return text
	}
	return escaped.ReplaceAllStringFunc(text, func(found string) string {
		code, _ := strconv.ParseUint(found[2:6], 16, 16)
		return string(rune(code))
	})
}
