package csvimport_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"kirana/internal/catalog/importer/csvimport"
	"kirana/internal/fault"
	"kirana/internal/money"
)

// check asserts the invariants of a row.
func check(t *testing.T, row csvimport.Row) {
	t.Helper()
	for name, c := range map[string]struct {
		text      string
		maxLength int
	}{
		"name": {row.Name, csvimport.MaxName}, "unit": {row.Unit, csvimport.MaxUnit},
		"category": {row.Category, csvimport.MaxCategory}, "sub-category": {row.SubCategory, csvimport.MaxCategory},
	} {
		n := utf8.RuneCountInString(c.text)
		if n == 0 && name != "unit" || n > c.maxLength || !utf8.ValidString(c.text) || strings.TrimSpace(c.text) != c.text || strings.ContainsAny(c.text, "\x00\n\t") {
			t.Fatalf("line %d: %s %q, want trimmed UTF-8 of one line and at most %d characters", row.Line, name, c.text, c.maxLength)
		}
	}
	if utf8.RuneCountInString(row.Description) > csvimport.MaxDescription || !utf8.ValidString(row.Description) || strings.Contains(row.Description, "\x00") {
		t.Fatalf("line %d: description %q, want UTF-8 of at most %d characters", row.Line, row.Description, csvimport.MaxDescription)
	}
	if row.Price <= 0 || row.Price > money.Max || row.Discount < 0 || row.Discount >= row.Price {
		t.Fatalf("line %d: price %s, discount %s, want price above 0, price at most %v and discount at least 0", row.Line, row.Price, row.Discount, money.Max)
	}
	if row.Stock != nil && *row.Stock < 0 {
		t.Fatalf("line %d: stock %d, want at least 0", row.Line, *row.Stock)
	}
	if row.Key == "" || !utf8.ValidString(row.Key) || strings.ContainsAny(row.Key, "\x00\n") {
		t.Fatalf("line %d: key %q, want UTF-8 of one line", row.Line, row.Key)
	}
	for _, d := range row.Details {
		if d.Name == "" || d.Text == "" || utf8.RuneCountInString(d.Text) > 1000 {
			t.Fatalf("line %d: detail %+v, want a name, and a text of at most 1000 characters", row.Line, d)
		}
	}
}

func FuzzReader(f *testing.F) {
	files, err := filepath.Glob("testdata/*.csv")
	if err != nil || len(files) == 0 {
		f.Fatal("no files to begin with", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text, false)
	}
	f.Add([]byte("\xff\xfen\x00a\x00m\x00e\x00,\x00m\x00r\x00p\x00\n\x00a\x00,\x001\x00"), true)
	f.Add([]byte("name,price,discount,weightInGms,quantity,sku,barcode\na,\"1,000\",5%,1,2,,1e+5\n\"b\n"), false)
	f.Add([]byte("name,price,category\nL\x00\xffle,40,Kitchen\n"), true) // a key must not contain the NUL
	f.Fuzz(func(t *testing.T, file []byte, paise bool) {
		r, err := csvimport.New(bytes.NewReader(file), int64(len(file)), csvimport.Options{Paise: paise})
		if err != nil {
			if fault.Of(err) == nil {
				t.Fatalf("a file is refused without a sentence: %v", err)
			}
			return
		}
		last := 1
		for {
			row, problem, err := r.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			line := row.Line
			if problem != nil {
				line = problem.Line
				if problem.Reason == "" || !utf8.ValidString(problem.Name) {
					t.Fatalf("problem %+v, want a reason, and a name in UTF-8", problem)
				}
			} else {
				check(t, row)
			}
			if line <= last {
				t.Fatalf("line %d comes after line %d", line, last)
			}
			last = line
		}
		r.Columns()
	})
}
