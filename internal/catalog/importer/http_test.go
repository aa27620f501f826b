package importer_test

import (
	"bytes"
	"context"
	"fmt"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"kirana/internal/catalog/importer"
	"kirana/internal/db"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/shoptest"
)

// upload sends a price list as a multipart form.
func (s shop) upload(t *testing.T, token, name string, content []byte, query string) shoptest.Response {
	t.Helper()
	return s.uploadTo(t, "/product/import", token, name, content, query)
}

func (s shop) uploadTo(t *testing.T, path, token, name string, content []byte, query string) shoptest.Response {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	file, err := form.CreateFormFile("file", name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := form.Close(); err != nil {
		t.Fatal(err)
	}
	return shoptest.As(s, token).Request(t, "POST", path+query, body.String(), "Content-Type", form.FormDataContentType())
}

// workbook returns an XLSX file with the rows on its first sheet. The cells D2 to D9 are shown as percent.
func workbook(t *testing.T, rows ...[]any) []byte {
	t.Helper()
	book := excelize.NewFile()
	for i, row := range rows {
		if err := book.SetSheetRow("Sheet1", fmt.Sprintf("A%d", i+1), &row); err != nil {
			t.Fatal(err)
		}
	}
	percent, err := book.NewStyle(&excelize.Style{NumFmt: 9})
	if err != nil {
		t.Fatal(err)
	}
	if err := book.SetCellStyle("Sheet1", "D2", "D9", percent); err != nil {
		t.Fatal(err)
	}
	b, err := book.WriteToBuffer()
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestUploadedList_isImportedWithItsReport(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		content := strings.Join([]string{"Name,MRP,Category,Shelf", "Toor Dal,160,Staples,7", "Ghee,,Dairy,8", "Salt,20,Staples,9"}, "\n")
		var report importer.ImportReport
		s.upload(t, s.Admin, "my list.csv", []byte(content), "?stock=12").Expect(t, http.StatusOK, "The list is read.").Decode(t, &report)
		if report.Rows != 3 || report.Imported != 2 || report.Skipped != 1 || report.Unsellable {
			t.Errorf("reports %+v, want 3 rows, 2 imported, 1 skipped and unsellable false", report)
		}
		if len(report.Problems) != 1 || report.Problems[0].Line != 3 || report.Problems[0].Name != "Ghee" || report.Problems[0].Reason == "" {
			t.Errorf("names %+v, want 1 problem, line 3, name Ghee and a reason", report.Problems)
		}
		if len(report.Columns) != 3 || fmt.Sprint(report.Unused) != "[Shelf]" {
			t.Errorf("read %+v, not %v", report.Columns, report.Unused)
		}
		if salt := s.ProductNamed(t, "Salt"); salt.Stock != 12 || salt.Price != money.Rupees(20) {
			t.Errorf("shows %+v, want stock 12 and price ₹20", salt)
		}
		logged, err := db.All[string](t.Context(), d, `SELECT object FROM audit_log WHERE what = 'products.import'`)
		if err != nil || fmt.Sprint(logged) != "[my list.csv]" {
			t.Errorf("recorded %v, %v, want \"[my list.csv]\"", logged, err)
		}
		english := s.Handler
		s.Handler = language.Handler(english, func(context.Context) []string { return []string{"hi", "en"} })
		s.upload(t, s.Admin, "my list.csv", []byte(content+"\n"+strings.Repeat("x", 300)+",20,Staples,9"), "").Expect(t, http.StatusOK, "").Decode(t, &report)
		if len(report.Problems) != 2 || report.Problems[0].Reason != "प्रोडक्ट का दाम नहीं है।" {
			t.Errorf("in Hindi the skipped rows are %+v, want 2 problems and reason \"प्रोडक्ट का दाम नहीं है।\"", report.Problems)
		}
		if len(report.Notes) == 0 || report.Notes[0].Text != "यूनिट नहीं लिखी, इसलिए खाली रही" && report.Notes[0].Text != "कितने पीस हैं यह नहीं लिखा, इसलिए नया प्रोडक्ट स्टॉक लिखने के बाद ही बिकेगा" {
			t.Errorf("in Hindi the notes are %+v", report.Notes)
		}
		s.upload(t, s.Admin, "my list.csv", []byte("\x89PNG\r\n"), "").Expect(t, http.StatusBadRequest, "यह फ़ोटो है; लिस्ट XLSX या CSV में सेव करके वही डालें। कुछ सेव नहीं हुआ।")
		s.Handler = english
		var file importer.ReportFile
		s.Call(t, s.Admin, "GET", "/product/import/report/"+report.ReportFile, nil).Expect(t, http.StatusOK, "").Decode(t, &file)
		if !strings.HasPrefix(file.Content, "लाइन,क्या हुआ,प्रोडक्ट,यूनिट,कॉलम,पहले,लिस्ट में,वजह\n") || !strings.Contains(file.Content, ",छोड़ा,") ||
			!strings.Contains(file.Content, "प्रोडक्ट का दाम नहीं है।") {
			t.Errorf("in Hindi the file of the report is %s", file.Content)
		}
		s.upload(t, s.Shopper, "list.csv", []byte(content), "").Expect(t, http.StatusForbidden, "")
		s.upload(t, shoptest.AddStaff(t, d, "PACKER"), "list.csv", []byte(content), "").Expect(t, http.StatusForbidden, "")
	})
}

func TestUploadedWorkbook_reportsNumbersThatItShowsRounded(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	book := excelize.NewFile()
	for i, row := range [][]any{{"Name", "MRP", "Shelf"}, {"Salt", 20.5, 1.5}, {"Tea", 60.004, 2}} {
		if err := book.SetSheetRow("Sheet1", fmt.Sprintf("A%d", i+1), &row); err != nil {
			t.Fatal(err)
		}
	}
	whole, err := book.NewStyle(&excelize.Style{NumFmt: 1})
	if err != nil {
		t.Fatal(err)
	}
	if err := book.SetCellStyle("Sheet1", "B2", "C3", whole); err != nil {
		t.Fatal(err)
	}
	content, err := book.WriteToBuffer()
	if err != nil {
		t.Fatal(err)
	}
	var report importer.ImportReport
	s.upload(t, s.Admin, "list.xlsx", content.Bytes(), "?stock=5").Expect(t, http.StatusOK, "").Decode(t, &report)
	if len(report.Remarks) != 1 || report.Remarks[0].Line != 2 || !strings.Contains(report.Remarks[0].Reason, "shows this number rounded") || s.ProductNamed(t, "Salt").Price != money.Rupees(21) {
		t.Errorf("reports %+v, want 1 remark, line 2, \"shows this number rounded\" in the reason and Salt's price ₹21", report.Remarks)
	}
}

func TestUploadedWorkbook_isReadAsDisplayed(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		content := workbook(t,
			[]any{"Item name", "MRP", "Barcode", "Discount"},
			[]any{"Toor\nDal", 160, 8901030865275, 0.1},
			[]any{},
			[]any{"Ghee", "", 8901030865276},
			[]any{"Salt", 20.5, 8901030865277},
		)
		var report importer.ImportReport
		s.upload(t, s.Admin, "list.xlsx", content, "").Expect(t, http.StatusOK, "").Decode(t, &report)
		if report.Imported != 2 || len(report.Problems) != 1 || report.Problems[0].Line != 4 || !report.Unsellable {
			t.Errorf("reports %+v, want 2 imported, 1 problem, line 4 and unsellable true", report)
		}
		dal := s.ProductNamed(t, "Toor Dal")
		if dal.Price != money.Rupees(160) || dal.Discount != money.Rupees(16) {
			t.Errorf("shows %+v, want price ₹160 and discount ₹16", dal)
		}
		keys, err := db.All[string](t.Context(), d, `SELECT import_key FROM products ORDER BY import_key`)
		if err != nil || fmt.Sprintf("%q", keys) != `["barcode\t8901030865275" "barcode\t8901030865277"]` {
			t.Errorf("tells them by %q, %v, want \"[\"barcode\\t8901030865275\" \"barcode\\t8901030865277\"]\"", keys, err)
		}
	})
}

func TestUploadedWorkbook_isReadFromItsFirstSheetWithProducts(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	const header = "<table><tr><th>name</th><th>price</th></tr>"
	var report importer.ImportReport
	s.upload(t, s.Admin, "list.xls", []byte("<html>"+header+"</table>"+header+"<tr><td>Salt 1 kg</td><td>20</td></tr></table></html>"), "").Expect(t, http.StatusOK, "").Decode(t, &report)
	if report.Imported != 1 || report.Sheet != "Table 2" {
		t.Errorf("reports %+v, want 1 imported and sheet Table 2", report)
	}
}

func TestUploadedWorkbook_isNotReadFromAHiddenSheetUnlessItIsNamed(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	book := func(sheets ...string) []byte {
		return []byte(`<?xml version="1.0"?><Workbook xmlns:ss="urn:x">` + strings.Join(sheets, "") + `</Workbook>`)
	}
	sheet := func(name, price, visible string) string {
		return `<Worksheet ss:Name="` + name + `"><Table><Row><Cell><Data ss:Type="String">Name</Data></Cell><Cell><Data ss:Type="String">MRP</Data></Cell></Row>
			<Row><Cell><Data ss:Type="String">Salt 1 kg</Data></Cell><Cell><Data ss:Type="Number">` + price + `</Data></Cell></Row></Table><WorksheetOptions>` + visible + `</WorksheetOptions></Worksheet>`
	}
	old, items, summer := sheet("Old", "5", "<Visible>SheetHidden</Visible>"), sheet("Items", "20", ""), sheet("Summer", "25", "")
	content := book(old, items, summer)
	var columns importer.ListColumns
	s.uploadTo(t, "/product/import/columns", s.Admin, "list.xls", content, "").Expect(t, http.StatusOK, "").Decode(t, &columns)
	if got := fmt.Sprintf("%v %v %s", columns.Sheets, columns.Hidden, columns.Sheet); got != "[Old Items Summer] [Old] Items" {
		t.Errorf("sheets, hidden ones and the one read are %s, want [Old Items Summer] [Old] Items", got)
	}
	for _, c := range []struct {
		query string
		want  money.Paise
	}{{"", money.Rupees(20)}, {"?sheet=Summer", money.Rupees(25)}, {"?takeJumps=true&sheet=Old", money.Rupees(5)}} {
		s.upload(t, s.Admin, "list.xls", content, c.query).Expect(t, http.StatusOK, "")
		if got := s.ProductNamed(t, "Salt 1 kg").Price; got != c.want {
			t.Errorf("imported with %q the price is %s, want %s", c.query, got, c.want)
		}
	}
	if reply := s.upload(t, s.Admin, "list.xls", book(old), ""); reply.Status != http.StatusBadRequest || !strings.Contains(reply.Message, "“Old” is hidden") {
		t.Errorf("a workbook with a hidden sheet only: %d, %q, want a refusal that names it", reply.Status, reply.Message)
	}
}

func TestUploadedList_refusesFilesThatAreNotPriceLists(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	for name, content := range map[string]string{
		"empty.csv": "", "picture.csv": "\x89PNG\r\n\x1a\n\x00\x00", "old.xls": "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
		"broken.xlsx": "PK\x03\x04 and no more", "list.json": `[{"name":"Salt","price":20}]`, "list.slk": "ID;PWXL;N;E\nC;Y1;X1;K\"name\"\nE\n", "nameless.csv": "MRP,Category\n20,Staples\n",
	} {
		s.upload(t, s.Admin, name, []byte(content), "").ExpectField(t, "file")
	}
	s.upload(t, s.Admin, "list.csv", []byte("Name,MRP\nSalt,20\n"), "?stock=many").ExpectField(t, "stock")
	for _, wrong := range []string{"name", "colour=%232", "name=%231,name=%232"} {
		reply := s.upload(t, s.Admin, "list.csv", []byte("Name,MRP\nSalt,20\n"), "?map="+wrong)
		if reply.ExpectField(t, "map"); strings.Contains(reply.Message, "--") {
			t.Errorf("the columns %s are refused with %q, want no option of a command", wrong, reply.Message)
		}
	}
	large := bytes.Repeat([]byte("Salt,20\n"), 3<<20)
	s.upload(t, s.Admin, "large.csv", large, "").Expect(t, http.StatusRequestEntityTooLarge, "A price list can have at most 20 MB.")
	s.upload(t, s.Admin, "empty.xlsx", workbook(t), "").ExpectField(t, "file")
}
