package csvimport_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"kirana/internal/catalog/importer/csvimport"
	"kirana/internal/fault"
	"kirana/internal/language"
	"kirana/internal/money"
)

// all reads a file to its end.
func all(t *testing.T, r *csvimport.Reader) ([]csvimport.Row, []csvimport.Problem) {
	t.Helper()
	var rows []csvimport.Row
	var problems []csvimport.Problem
	for {
		row, problem, err := r.Next()
		switch {
		case errors.Is(err, io.EOF):
			return rows, problems
		case err != nil:
			t.Fatal(err)
		case problem != nil:
			problems = append(problems, *problem)
		default:
			rows = append(rows, row)
		}
	}
}

func open(t *testing.T, path string, o csvimport.Options) *csvimport.Reader {
	t.Helper()
	r, err := csvimport.Open(path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	return r
}

func text(t *testing.T, csv string, o csvimport.Options) *csvimport.Reader {
	t.Helper()
	r, err := csvimport.New(strings.NewReader(csv), int64(len(csv)), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// one reads a file with a single valid row.
func one(t *testing.T, csv string, o csvimport.Options) csvimport.Row {
	t.Helper()
	rows, problems := all(t, text(t, csv, o))
	if len(rows) != 1 || len(problems) != 0 {
		t.Fatalf("%q gave %d rows, problems %v; want one row", csv, len(rows), problems)
	}
	return rows[0]
}

func TestOpen_readsAnOrdinaryPriceList(t *testing.T) {
	t.Parallel()
	r := open(t, "testdata/grocer.csv", csvimport.Options{})
	rows, problems := all(t, r)
	if len(problems) != 0 || len(rows) != 3 {
		t.Fatalf("%d rows, problems %v; want 3 rows", len(rows), problems)
	}
	stock := 12
	want := csvimport.Row{
		Line: 2, Key: "name\tkhet\ttoor dal\t5kg",
		Name: "Khet Toor Dal", Brand: "Khet", Unit: "5 kg", Category: "Pulses", SubCategory: "Dal",
		Description: "Sorted by hand.\nCooks in 20 minutes.",
		Price:       money.Rupees(1180), Discount: money.Rupees(81), Stock: &stock,
		Details: []csvimport.Detail{{Name: "Brand", Text: "Khet"}},
	}
	if diff := cmp.Diff(want, rows[0]); diff != "" {
		t.Errorf("first row (-want +got):\n%s", diff)
	}
	if second := rows[1]; second.Line != 4 || second.Name != "Khet Moong Dal" || second.Description != `The "yellow" one & split` {
		t.Errorf("second row %+v, want line 4, name Khet Moong Dal and description \"The \"yellow\" one & split\"", second)
	}
	third := rows[2]
	if third.Name != "Masala Chai" || third.SubCategory != "Tea" || third.Unit != "250 g" || third.Stock != nil ||
		third.Discount != 0 || third.Description != "Strong and sweet\n\nAssam" || third.Details != nil {
		t.Errorf("third row %+v, want Masala Chai, Tea, 250 g, with a description of two paragraphs and no stock, discount or details", third)
	}
	columns := r.Columns()
	if columns.Encoding != "UTF-8" || columns.Separator != "comma" || !columns.Has(csvimport.Stock) || !slices.Equal(columns.Unused, []string{"Supplier"}) {
		t.Errorf("columns %+v, want UTF-8, commas, a stock and Supplier unused", columns)
	}
	if r.Offset() != r.Size() || r.Size() == 0 {
		t.Errorf("read %d of %d bytes, want all", r.Offset(), r.Size())
	}
}

func TestNext_skipsOnlyTheRowWithAnOpenQuote(t *testing.T) {
	t.Parallel()
	rows, problems := all(t, open(t, "testdata/quotes.csv", csvimport.Options{}))
	var names []string
	for _, row := range rows {
		names = append(names, row.Name)
	}
	if diff := cmp.Diff([]string{"Clay pot", "Plate", "Ladle", "Bowl", "Cup", "Mug", "Jug"}, names); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	if rows[0].Description != `6" wide, handmade` || rows[3].Description != "first line\nsecond line" {
		t.Errorf("descriptions %q and %q, want %q and %q", rows[0].Description, rows[3].Description, `6" wide, handmade`, "first line\nsecond line")
	}
	var lines []int
	for _, p := range problems {
		lines = append(lines, p.Line)
		if !strings.HasSuffix(p.Reason.In(language.English), ".") {
			t.Errorf("line %d: %q is not a sentence", p.Line, p.Reason.In(language.English))
		}
	}
	if diff := cmp.Diff([]int{4, 11}, lines); diff != "" {
		t.Errorf("lines of the problems %v (-want +got):\n%s", problems, diff)
	}
}

func TestNew_readsEveryEncoding(t *testing.T) {
	t.Parallel()
	const csv = "name,price,category\r\nJalapeño – Crème 100 g,49.5,Süßes\r\n"
	units := utf16.Encode([]rune("\ufeff" + csv))
	var little, big bytes.Buffer
	if err := errors.Join(binary.Write(&little, binary.LittleEndian, units), binary.Write(&big, binary.BigEndian, units)); err != nil {
		t.Fatal(err)
	}
	for name, file := range map[string]struct{ bytes, encoding string }{
		"plain":            {csv, "UTF-8"},
		"byte-order mark":  {"\ufeff" + csv, "UTF-8"},
		"Windows-1252":     {"name,price,category\r\nJalape\xf1o \x96 Cr\xe8me 100 g,49.5,S\xfc\xdfes\r\n", "Windows-1252"},
		"little endian":    {little.String(), "UTF-16"},
		"big endian":       {big.String(), "UTF-16"},
		"without a mark":   {little.String()[2:], "UTF-16"},
		"both":             {"name,price,category\nJalapeño – Crème 100 g,49.5,S\xfc\xdfes\n", "UTF-8, some cells Windows-1252"},
		"read wrong once":  {"name,price,category\nJalapeÃ±o â€“ CrÃ¨me 100 g,49.5,SÃ¼ÃŸes\n", "UTF-8"},
		"carriage returns": {strings.ReplaceAll(csv, "\r\n", "\r"), "UTF-8"},
		"zero bytes":       {strings.ReplaceAll(csv, "Süßes", "Süßes\x00 \x00"), "UTF-8"},
		"a mark inside":    {strings.ReplaceAll(csv, "Jalapeño – Crème 100 g", "\ufeff\"Jalapeño – Crème 100 g\""), "UTF-8"},
	} {
		r := text(t, file.bytes, csvimport.Options{})
		rows, problems := all(t, r)
		if len(rows) != 1 || rows[0].Name != "Jalapeño – Crème 100 g" || rows[0].Category != "Süßes" || rows[0].Price != 4950 {
			t.Errorf("%s: rows %+v, problems %v, want 1 row, name \"Jalapeño – Crème 100 g\", category Süßes and price 4950", name, rows, problems)
		}
		if got := r.Columns().Encoding; got != file.encoding {
			t.Errorf("%s: encoding %q, want %q", name, got, file.encoding)
		}
	}
}

func TestNew_findsTheSeparator(t *testing.T) {
	t.Parallel()
	rows, problems := all(t, open(t, "testdata/windows1252.csv", csvimport.Options{}))
	if len(problems) != 0 || len(rows) != 2 || rows[0].Name != "Verger Crème de mangue 200 ml" || rows[0].Price != 1250 || rows[0].Unit != "200 ml" {
		t.Errorf("rows %+v, problems %v, want no problems, 2 rows, name Verger Crème de mangue 200 ml, price 1250 and unit 200 ml", rows, problems)
	}
	for csv, want := range map[string]string{
		"name\tprice\tcategory\nSalt, fine\t20\tSpices\n":      "tab",
		"name|price|category\nSalt, fine|20|Spices\n":          "bar",
		"sep=;\nname;price;category\n\"Salt, fine\";20;S\n":    "semicolon",
		"name,\"price; in rupees\",mrp\n\"Salt, fine\",3,20\n": "comma",
	} {
		r := text(t, csv, csvimport.Options{})
		if rows, problems := all(t, r); len(rows) != 1 || rows[0].Name != "Salt, fine" || rows[0].Price != 2000 {
			t.Errorf("%q: rows %+v, problems %v, want 1 row, name \"Salt, fine\" and price 2000", csv, rows, problems)
		}
		if got := r.Columns().Separator; got != want {
			t.Errorf("%q: separator %s, want %s", csv, got, want)
		}
	}
}

func TestNew_refusesUnreadableFilesWithAHelpfulSentence(t *testing.T) {
	t.Parallel()
	for csv, o := range map[string]struct {
		options csvimport.Options
		says    string
	}{
		"":                       {says: "empty"},
		"\"\v\"\n":               {says: "empty"},
		"PK\x03\x04...":          {says: "save the list as XLSX or CSV"},
		"\t\x00\x04\x00\x02\x00": {says: "a workbook of an old kind"},
		"\t\x02\x06\x00\x00\x00": {says: "a workbook of an old kind"},
		"\t\x04\x06\x00\x00\x00": {says: "a workbook of an old kind"},
		"\t\x08\x08\x00\x00\x05": {says: "a workbook of an old kind"},
		"\t\x08\x10\x00\x00\x06": {says: "a workbook of an old kind"},
		"From: <Saved by Blink>\r\nMIME-Version: 1.0\r\n": {says: "a web page with its pictures"},
		"Content-Type: multipart/related; boundary=x\r\n": {says: "a web page with its pictures"},
		"\r\n%PDF-1.7\n":                         {says: "a PDF"},
		"\ufeff\n [\n {\"name\":\"Salt\"}]":      {says: "a JSON file"},
		"[[\"name\",\"price\"],[\"Salt\",20]]\n": {says: "a JSON file"},
		"label,price\nSalt,20\n":                 {says: "No column holds the product's name; the file has label, price: say which one it is."},
		"name,colour\nSalt,red\n":                {says: "name, colour: say which one it is."},
		"name,price\nSalt,20\n":                  {csvimport.Options{Map: map[csvimport.Field]string{csvimport.Brand: "maker"}}, "its columns are name, price"},
		"name,price\nSalt,21\n":                  {csvimport.Options{Key: "code"}, "its columns are name, price"},
		"name,\"price\nSalt,20\n":                {says: "quotation mark"},
	} {
		_, err := csvimport.New(strings.NewReader(csv), 0, o.options)
		refused := fault.Of(err)
		if refused == nil || !strings.Contains(refused.Message, o.says) {
			t.Errorf("%q: %v, want a refusal with %q", csv, err, o.says)
		}
	}
	if _, err := csvimport.Open("testdata/none.csv", csvimport.Options{}); fault.Of(err) == nil {
		t.Errorf("a missing file: %v, want a refusal", err)
	}
}

func TestParseMap_readsFieldsAndRefusesOthers(t *testing.T) {
	t.Parallel()
	got, err := csvimport.ParseMap(" name=Produkt, MRP=Preis alt,Sale Price=Preis,brand=")
	want := map[csvimport.Field]string{csvimport.Name: "Produkt", csvimport.Price: "Preis alt", csvimport.SalePrice: "Preis", csvimport.Brand: ""}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	row := one(t, "Produkt,brand,Preis alt,Preis,category\nSalt,Sea,20,18,Spices\n", csvimport.Options{Map: want})
	if row.Name != "Salt" || row.Price != 2000 || row.Discount != 200 {
		t.Errorf("row %+v, want name Salt, price 2000 and discount 200", row)
	}
	for _, text := range []string{"name", "colour=red", "name=a,name=b"} {
		if _, err := csvimport.ParseMap(text); fault.Of(err) == nil {
			t.Errorf("ParseMap(%q): %v, want a refusal", text, err)
		}
	}
	if _, err := csvimport.ParseMap("colour=red"); !strings.Contains(fault.Of(err).Message, "sale_price") {
		t.Errorf("%v does not list the fields", err)
	}
}
