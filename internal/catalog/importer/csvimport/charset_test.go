package csvimport_test

import (
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"kirana/internal/catalog/importer/csvimport"
)

func TestNew_detectsTheEncodingByTheWords(t *testing.T) {
	t.Parallel()
	utf16 := func(order unicode.Endianness) encoding.Encoding { return unicode.UTF16(order, unicode.IgnoreBOM) }
	for list, written := range map[string]struct {
		in   encoding.Encoding
		name string
	}{
		"name,price,category\rPâté d’été,30,Café\r":           {charmap.Macintosh, "MacRoman"},
		"name,price,category\nPâté,30,Jalapeño\n":             {charmap.CodePage850, "CP850"},
		"name,price,category\nCAFÉ,30,Crème\n":                {charmap.CodePage437, "CP850"}, // É and è have the same bytes in both
		"name,price,category\nCAFÉ ÉCLAIR,30,Pâté\n":          {charmap.Windows1252, "Windows-1252"},
		"name,price,category\nMaggi™,30,Drinks\n":             {charmap.Windows1252, "Windows-1252"},
		"name,price,category\nSalt\u00a0Tata,30,Drinks\n":     {charmap.Windows1252, "Windows-1252"},
		"name,price,category\nKellogg’s – Corn,20,Farmer’s\n": {charmap.Windows1252, "Windows-1252"},
		"नाम,भाव,श्रेणी\nनमक,30,मसाले\n":                      {utf16(unicode.LittleEndian), "UTF-16"},
		"नाम,भाव,श्रेणी\nचाय,30,मसाले\n":                      {utf16(unicode.BigEndian), "UTF-16"},
	} {
		encoded, err := written.in.NewEncoder().String(list)
		if err != nil {
			t.Fatal(err)
		}
		reader := text(t, encoded, csvimport.Options{})
		rows, _ := all(t, reader)
		want := one(t, list, csvimport.Options{})
		if len(rows) != 1 || rows[0].Name != want.Name || rows[0].Category != want.Category || reader.Columns().Encoding != written.name {
			t.Errorf("%q: %+v, read as %s", list, rows, reader.Columns().Encoding)
		}
	}
}
