package workbook_test

import (
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"kirana/internal/catalog/importer/workbook"
)

func TestRows_readsFormattedTextAndStoredNumbersOfHTML(t *testing.T) {
	t.Parallel()
	path := writeFile(t, `<html><head><style>`+strings.Repeat("td{x:1}", 300)+`</style></head><table>
		<tr><td>नाम<td>भाव</tr>
		<tr><td>T<b>ata</b> <font>Salt</font> 1<span>kg</span></td><td><span>99</span><span>50</span></td></tr>
		<tr><td x:num="8901030865275">8.90103E+12</td><td sdval="8901030865275">####</td></tr>
		<tr><td x:num="40.5">41</td><td x:num>5</td></tr>
		<tr hidden><td>old</td><td>1</td></tr></table></html>`)
	if diff := cmp.Diff([]string{"नाम|भाव", "Tata Salt 1 kg|99 50", "8901030865275|8901030865275", "41|5", "hidden: old|1"}, cells(t, path, "")); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}

func TestRows_reportsHiddenColumns(t *testing.T) {
	t.Parallel()
	row := `<row><c><v>1</v></c><c><v>2</v></c><c><v>3</v></c></row>`
	for name, path := range map[string]string{
		"XLSX":     xlsx(t, "", [2]string{"S", `<worksheet><cols><col min="2" max="3" hidden="1"/></cols><sheetData>` + row + `</sheetData></worksheet>`}),
		"no width": xlsx(t, "", [2]string{"S", `<worksheet><cols><col min="1" max="1" width="9"/><col min="2" max="3" width="0"/></cols><sheetData>` + row + `</sheetData></worksheet>`}),
		"XML":      writeFile(t, `<?xml version="1.0"?><Workbook><Worksheet Name="S"><Table><Column/><Column Hidden="1" Span="1"/><Row><Cell><Data Type="Number">1</Data></Cell></Row></Table></Worksheet></Workbook>`),
		"HTML":     writeFile(t, `<table><tr><td>1<td style="display: none">2<td hidden>3</table>`),
	} {
		book, err := workbook.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		err = book.Rows(book.Sheets()[0].Name, func(row workbook.Row) error {
			if diff := cmp.Diff([]int{1, 2}, row.HiddenColumns); diff != "" {
				t.Errorf("%s (-want +got):\n%s", name, diff)
			}
			return nil
		})
		if err != nil || book.Close() != nil {
			t.Errorf("%s: %v, want it read and closed", name, err)
		}
	}
}

func TestRows_readsCellsOfExcel2003AsDisplayed(t *testing.T) {
	t.Parallel()
	const book = `<?xml version="1.0"?><Workbook xmlns:ss="urn:x"><ExcelWorkbook><Date1904/></ExcelWorkbook><Styles>
		<Style ss:ID="p"><NumberFormat ss:Format="0%"/></Style><Style ss:ID="child" ss:Parent="p"/><Style ss:ID="d"><NumberFormat ss:Format="Short Date"/></Style>
		<Style ss:ID="z"><NumberFormat ss:Format="000000000000"/></Style></Styles><Worksheet ss:Name="S"><Table><Column ss:Index="2" ss:StyleID="z"/>
		<Row><Cell><Data ss:Type="String">Salt</Data><Comment ss:Author="x"><ss:Data><B>was</B> Sugar</ss:Data></Comment></Cell><Cell><Data ss:Type="Number">12345678905</Data></Cell>
		<Cell ss:StyleID="child"><Data ss:Type="Number">0.1</Data></Cell><Cell ss:StyleID="d"><Data ss:Type="Number">44869</Data></Cell></Row>
		<Row ss:StyleID="p"><Cell><Data ss:Type="Boolean">1</Data></Cell><Cell ss:Formula="=RC[-1]*2"/><Cell><Data ss:Type="Number">0.05</Data></Cell><Cell><Data ss:Type="String">=x</Data></Cell></Row>
		</Table></Worksheet></Workbook>`
	units := utf16.Encode([]rune(strings.ReplaceAll(book, `?>`, ` encoding="UTF-16"?>`)))
	bigEndian := []byte("\xfe\xff")
	for _, unit := range units {
		bigEndian = append(bigEndian, byte(unit>>8), byte(unit))
	}
	for _, content := range []string{book, string(bigEndian)} {
		if diff := cmp.Diff([]string{"Salt|012345678905|10%|5 November 2026", "TRUE|=RC[-1]*2|5%|'=x"}, cells(t, writeFile(t, content), "")); diff != "" {
			t.Errorf("rows (-want +got):\n%s", diff)
		}
	}
}
