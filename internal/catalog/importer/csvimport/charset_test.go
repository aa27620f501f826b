package csvimport_test

import (
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"kirana/internal/catalog/importer/csvimport"
	"kirana/internal/language"
)

func TestNew_detectsTheEncodingByTheWords(t *testing.T) {
	t.Parallel()
	utf16 := func(order unicode.Endianness) encoding.Encoding { return unicode.UTF16(order, unicode.IgnoreBOM) }
	for list, charset := range map[string]struct {
		encoding encoding.Encoding
		name     string
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
		encoded, err := charset.encoding.NewEncoder().String(list)
		if err != nil {
			t.Fatal(err)
		}
		reader := text(t, encoded, csvimport.Options{})
		rows, _ := all(t, reader)
		want := one(t, list, csvimport.Options{})
		if len(rows) != 1 || rows[0].Name != want.Name || rows[0].Category != want.Category || reader.Columns().Encoding != charset.name {
			t.Errorf("%q: %+v, read as %s, want 1 row, %+v and encoding %v", list, rows, reader.Columns().Encoding, want, charset.name)
		}
	}
}

func TestNext_refusesNamesInAnUnknownEncoding(t *testing.T) {
	t.Parallel()
	for encoded, in := range map[string]encoding.Encoding{"Соль": charmap.KOI8R, "Сахар": charmap.Windows1251, "नम\xe0\xa4 1 kg": nil} {
		if in != nil {
			var err error
			if encoded, err = in.NewEncoder().String(encoded); err != nil {
				t.Fatal(err)
			}
		}
		rows, problems := all(t, text(t, "name,price\n"+encoded+",20\nCafé,30\n", csvimport.Options{}))
		if len(rows) != 1 || len(problems) != 1 || !strings.Contains(problems[0].Reason.In(language.English), "has lost its letters") {
			t.Errorf("%q: rows %+v, problems %+v, want 1 row, 1 problem and \"has lost its letters\" in the reason", encoded, rows, problems)
		}
	}
}

// Excel for Mac ends rows with CR, and lines within a cell with LF.
func TestNew_readsRowsThatEndInCRAroundCellsOfSeveralLines(t *testing.T) {
	t.Parallel()
	rows, problems := all(t, text(t, "name,price,\"maker\nname\"\rSalt,20,\"A\nB\"\rTea,30,C\r", csvimport.Options{}))
	if len(rows) != 2 || len(problems) != 0 || rows[1].Name != "Tea" {
		t.Errorf("rows %+v, problems %+v, want 2 rows, no problems and name Tea", rows, problems)
	}
	if rows, _ := all(t, text(t, "name,price\r\r\nSalt,20\r\r\n", csvimport.Options{})); len(rows) != 1 || rows[0].Line != 2 {
		t.Errorf("with CR twice before LF: %+v", rows)
	}
}
