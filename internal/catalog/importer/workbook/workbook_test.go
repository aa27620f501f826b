package workbook_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kirana/internal/catalog/importer/workbook"
)

// styles defines the cell styles of the test workbooks, referred to by index.
const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0.000&quot; kg&quot;"/><numFmt numFmtId="165" formatCode="mmm-yy"/>
<numFmt numFmtId="166" formatCode="0000000000000"/><numFmt numFmtId="167" formatCode="[$₹-4009]\ #,##0.00"/>
<numFmt numFmtId="168" formatCode="General&quot; kg&quot;"/><numFmt numFmtId="169" formatCode="₹#,##0.00"/><numFmt numFmtId="170" formatCode="\₹0 &quot;per kg&quot;"/>
<numFmt numFmtId="171" formatCode="[&gt;=10000000]##\,##\,##\,##0;[&gt;=100000]##\,##\,##0;##,##0"/><numFmt numFmtId="172" formatCode="[&gt;=100000]#&quot;,&quot;##&quot;,&quot;##0.00;##,##0.00"/></numFmts>
<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="9"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="167"/><xf numFmtId="1"/><xf numFmtId="20"/><xf numFmtId="168"/><xf numFmtId="169"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="172"/></cellXfs></styleSheet>`

// xlsx writes a workbook; the name of a hidden sheet begins with "-".
func xlsx(t *testing.T, workbookPr string, sheets ...[2]string) string {
	t.Helper()
	var list, relations strings.Builder
	parts := map[string]string{
		"xl/styles.xml":        styles,
		"xl/sharedStrings.xml": `<sst><si><t>shared</t></si><si><r><t>in </t></r><r><t>parts</t></r><rPh><t>said</t></rPh></si><si/><si><t>a_x000D_b</t></si></sst>`,
	}
	for i, sheet := range sheets {
		id, state := string(rune('a'+i)), ""
		name, hidden := strings.CutPrefix(sheet[0], "-")
		if hidden {
			state = ` state="hidden"`
		}
		list.WriteString(`<sheet name="` + name + `"` + state + ` r:id="` + id + `"/>`)
		relations.WriteString(`<Relationship Id="` + id + `" Type="x/worksheet" Target="worksheets/` + id + `sheet.xml"/>`)
		parts["xl/worksheets/"+id+"sheet.xml"] = sheet[1]
	}
	parts["xl/workbook.xml"] = `<workbook>` + workbookPr + `<sheets>` + list.String() + `</sheets></workbook>`
	parts["xl/_rels/workbook.xml.rels"] = `<Relationships>` + relations.String() + `<Relationship Id="s" Type="x/styles" Target="styles.xml"/><Relationship Id="t" Type="x/sharedStrings" Target="/xl/sharedStrings.xml"/></Relationships>`
	return zipFile(t, parts)
}

func zipFile(t *testing.T, parts map[string]string) string {
	t.Helper()
	var file bytes.Buffer
	w := zip.NewWriter(&file)
	for name, content := range parts {
		header := &zip.FileHeader{Name: name, Method: zip.Deflate}
		if content == "" {
			header.Method = zip.Store // faster than a compressor per entry
		}
		part, err := w.CreateHeader(header)
		if err == nil {
			_, err = io.WriteString(part, content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return writeFile(t, file.String())
}

func writeFile(t *testing.T, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "list")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func sheet(rows string) string { return `<worksheet><sheetData>` + rows + `</sheetData></worksheet>` }

// cells reads a sheet as lines of cells separated by bars; an empty name is the first sheet.
func cells(t *testing.T, path, name string) []string {
	t.Helper()
	book, err := workbook.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = book.Close() }()
	if name == "" {
		name = book.Sheets()[0].Name
	}
	var lines []string
	err = book.Rows(name, func(row workbook.Row) error {
		line := strings.Join(row.Cells, "|")
		if row.Hidden {
			line = "hidden: " + line
		}
		lines = append(lines, line)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

func TestRows_readsACellAsDisplayed(t *testing.T) {
	t.Parallel()
	for xml, want := range map[string]string{
		`<c><v>12.5</v></c>`:                                       "12.5",
		`<c><v>0.30000000000000004</v></c>`:                        "0.3",
		`<c><v>8901030865275</v></c>`:                              "8901030865275",
		`<c><v>8.901030865275E+12</v></c>`:                         "8901030865275",
		`<c s="1"><v>46331</v></c>`:                                "5 November 2026",
		`<c s="4"><v>46331</v></c>`:                                "November 2026",
		`<c s="8"><v>0.75</v></c>`:                                 "18:00",
		`<c s="8"><v>46331.5</v></c>`:                              "5 November 2026",
		`<c s="9"><v>2.5</v></c>`:                                  "2.5 kg",
		`<c s="10"><v>86</v></c>`:                                  "₹86",
		`<c s="11"><v>86</v></c>`:                                  "₹86 per kg",
		`<c s="12"><v>123456</v></c>`:                              "123456",
		`<c s="13"><v>45.5</v></c>`:                                "45.5",
		`<c s="2"><v>0.05</v></c>`:                                 "5%",
		`<c s="3"><v>35.5</v></c>`:                                 "35.5 kg",
		`<c s="5"><v>12345678905</v></c>`:                          "0012345678905",
		`<c s="6"><v>86</v></c>`:                                   "₹ 86",
		`<c s="7"><v>12.5</v></c>`:                                 "13",
		`<c s="99"><v>7</v></c>`:                                   "7",
		`<c t="s"><v>0</v></c>`:                                    "shared",
		`<c t="s"><v>1</v></c>`:                                    "in parts",
		`<c t="s"><v>3</v></c>`:                                    "a\rb",
		`<c t="inlineStr"><is><t>Dal &amp; Co</t></is></c>`:        "Dal & Co",
		`<c t="inlineStr"><is><t><![CDATA[Dal < 5]]></t></is></c>`: "Dal < 5",
		`<c t="b"><v>1</v></c>`:                                    "TRUE",
		`<c t="e"><v>#REF!</v></c>`:                                "#REF!",
		`<c t="d"><v>2026-11-05T00:00:00</v></c>`:                  "5 November 2026",
		`<c t="str"><f>A1&amp;"x"</f><v>made</v></c>`:              "made",
		`<c><f>A1*2</f></c>`:                                       "=A1*2",
		`<c><f>A1*2</f><v></v></c>`:                                "=A1*2",
		`<c><f t="shared" si="0"/></c>`:                            "=…",
		`<c><v>1</v></c><c t="str"><f>IF(1,"","")</f><v></v></c>`:  "1",
		`<c r="C1"><v>3</v></c>`:                                   "||3",
		`<x:c r="A1"><x:v>3</x:v></x:c>`:                           "3",
	} {
		if got := cells(t, xlsx(t, "", [2]string{"S", sheet(`<row r="1">` + xml + `</row>`)}), ""); len(got) != 1 || got[0] != want {
			t.Errorf("%s is %q, want %q", xml, got, want)
		}
	}
	old := xlsx(t, `<workbookPr date1904="1"/>`, [2]string{"S", sheet(`<row><c s="1"><v>44869</v></c></row>`)})
	if got := cells(t, old, ""); got[0] != "5 November 2026" {
		t.Errorf("a date of 1904 is %q, want 5 November 2026", got)
	}
	for pr, want := range map[string]bool{"": false, `<workbookPr date1904="0"/>`: false, `<workbookPr date1904="true"/>`: true} {
		book, err := workbook.Open(xlsx(t, pr, [2]string{"S", sheet(`<row><c><v>44869</v></c></row>`)}))
		if err != nil {
			t.Fatal(err)
		}
		if got := book.Sheets()[0].Date1904; got != want || book.Close() != nil {
			t.Errorf("%s: days since 1904 is %v", pr, got)
		}
	}
}

func TestRows_repeatsMergedCellsDownwardsAndReportsHiddenRows(t *testing.T) {
	t.Parallel()
	path := xlsx(t, "", [2]string{"S", `<worksheet><sheetData>
		<row r="2"><c r="A2"><v>1</v></c><c r="B2"><v>2</v></c></row>
		<row r="3" hidden="1"><c r="B3"><v>3</v></c></row><row r="4"/><row r="5"><c r="B5"><v>5</v></c></row>
		</sheetData><mergeCells><mergeCell ref="A2:A4"/></mergeCells></worksheet>`})
	if diff := cmp.Diff([]string{"1|2", "hidden: 1|3", "|5"}, cells(t, path, "")); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}

func TestSheets_reportsHiddenAndEmptySheets(t *testing.T) {
	t.Parallel()
	row := sheet(`<row><c><v>1</v></c></row>`)
	book, err := workbook.Open(xlsx(t, "", [2]string{"Blank", sheet(`<row><c s="1"/></row>`)}, [2]string{"-Old", row}, [2]string{"Items", row}))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = book.Close() }()
	want := []workbook.Sheet{{Name: "Blank", Empty: true}, {Name: "Old", Hidden: true}, {Name: "Items"}}
	if diff := cmp.Diff(want, book.Sheets()); diff != "" {
		t.Errorf("sheets (-want +got):\n%s", diff)
	}
	if err := book.Rows("None", nil); !errors.Is(err, workbook.ErrNoSheet) {
		t.Errorf("a missing sheet: %v", err)
	}
}

func TestRows_readsTheTablesOfHTML(t *testing.T) {
	t.Parallel()
	page := `<html><head><meta charset="utf-8"><style>td{x:1}</style></head><body><p>Price list</p>
		<table><tr><th>name<th>price</tr><tr><td rowspan=2>Salt<br>1 kg &amp; more</td><td>20</td></tr><tr><td>21</td></tr><tr style="display: none"><td colspan=2>x<td>y</table>
		<table><tr><td>चावल<table><tr><td>inner</td></tr></table></td></tr></table></body></html>`
	path := writeFile(t, page)
	if diff := cmp.Diff([]string{"name|price", "Salt 1 kg & more|20", "Salt 1 kg & more|21", "hidden: x||y"}, cells(t, path, "")); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	if got := cells(t, path, "Table 2"); len(got) != 1 || !strings.HasPrefix(got[0], "चावल") {
		t.Errorf("second table %q, want 1, which begins with चावल", got)
	}
}

func TestRows_readsTheXMLOfExcel2003(t *testing.T) {
	t.Parallel()
	path := writeFile(t, `<?xml version="1.0" encoding="windows-1252"?><?mso-application progid="Excel.Sheet"?>
		<Workbook xmlns:ss="urn:x"><Styles><Style ss:ID="p"><NumberFormat ss:Format="Percent"/></Style></Styles>
		<Worksheet ss:Name="Old"><Table><Row><Cell><Data ss:Type="Number">5</Data></Cell></Row></Table><WorksheetOptions><Visible>SheetHidden</Visible></WorksheetOptions></Worksheet>
		<Worksheet ss:Name="Items"><ss:Table><Row ss:Index="2"><Cell ss:MergeDown="1"><Data ss:Type="String">Caf`+"\xe9"+` <B>Nero</B></Data></Cell><Cell ss:Index="3" ss:StyleID="p"><Data ss:Type="Number">0.05</Data></Cell></Row>
		<Row><Cell ss:Index="2"><Data ss:Type="DateTime">2026-11-05T00:00:00.000</Data></Cell><Cell><Data ss:Type="Error">#N/A</Data></Cell></Row></ss:Table></Worksheet></Workbook>`)
	if diff := cmp.Diff([]string{"Café Nero||5%", "Café Nero|5 November 2026|#N/A"}, cells(t, path, "Items")); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	book, err := workbook.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if sheets := book.Sheets(); !sheets[0].Hidden || sheets[1].Hidden || book.Close() != nil {
		t.Errorf("sheets %+v, want the first alone hidden", sheets)
	}
}

// allocated returns the number of bytes that f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// Opening a hostile file must allocate at most 64 MB in total. All but the HTML are refused.
func TestOpen_refusesZIPBombs(t *testing.T) { //nolint:paralleltest // measures the memory of the process
	const many = 8 << 20
	row := sheet(`<row><c><v>1</v></c></row>`)
	entries := map[string]string{}
	for i := range 20_000 {
		entries[strings.Repeat("x", i%7)+string(rune('a'+i%26))+strings.Repeat("y", i/26)[:min(i/26, 40)]+string(rune(i))] = ""
	}
	for name, path := range map[string]string{
		"depth":            xlsx(t, "", [2]string{"S", `<worksheet><sheetData><row>` + strings.Repeat("<a>", many)}),
		"depth of styles":  zipFile(t, map[string]string{"xl/workbook.xml": strings.Repeat("<a>", many)}),
		"length of a text": xlsx(t, "", [2]string{"S", `<worksheet><sheetData><row><c><v>` + strings.Repeat("1", many)}),
		"length of a tag":  xlsx(t, "", [2]string{"S", `<worksheet x="` + strings.Repeat("1", many)}),
		"texts in parts":   xlsx(t, "", [2]string{"S", `<worksheet><sheetData><row><c t="inlineStr"><is>` + strings.Repeat("<t>1</t>", many/4)}),
		"row number":       xlsx(t, "", [2]string{"S", sheet(`<row r="99999999"><c><v>1</v></c></row>`)}),
		"entries":          zipFile(t, entries),
		"html":             writeFile(t, "<table><tr><td>"+strings.Repeat("<a>", 1<<20)),
		"sheets":           xlsx(t, strings.Repeat(`<sheet name="x" r:id="a"/>`, 1000), [2]string{"S", row}),
		"broken":           writeFile(t, "PK\x03\x04 and no more"),
		"other XML":        writeFile(t, `<?xml version="1.0"?><rss><item>Salt</item></rss>`),
	} {
		var err error
		used := allocated(func() {
			var book *workbook.Book
			if book, err = workbook.Open(path); err == nil {
				_ = book.Close()
			}
		})
		if name != "html" && !errors.Is(err, workbook.ErrUnreadable) || used > 64<<20 {
			t.Errorf("%s: %v, %d MB, want %v within 64 MB", name, err, used>>20, workbook.ErrUnreadable)
		}
	}
}
