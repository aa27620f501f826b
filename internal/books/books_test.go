package books_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"io"
	"math"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"kirana/internal/bill"
	"kirana/internal/books"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/settings"
	"kirana/internal/shoptest"
)

// ledger holds the sums of bills, computed by the test from the API's responses, in paise.
type ledger struct {
	boxes, exempt, credited, documents, canceled int64
	paid                                         int64    // sum of the totals: goods taxed by the printed price at the price paid
	heads                                        [5]int64 // in the order of headNames
}

// headNames are the columns of amounts in accountants' files.
var headNames = []string{"Taxable value", "IGST", "CGST", "SGST", "Cess"}

// ledgerOf returns the ledger of a month, less credit notes. boxes and exempt include tax.
func (s *shop) ledgerOf(month string) (l ledger) {
	s.t.Helper()
	for number, pages := 1, 1; number <= pages; number++ {
		reply := s.as().Request(s.t, "GET", "/bills?from="+month+"-01&to="+lastDay(month)+"&limit=100&page="+strconv.Itoa(number), "").Expect(s.t, http.StatusOK, "")
		pages = *reply.TotalNoPage
		var bills []bill.View
		reply.Decode(s.t, &bills)
		for _, b := range bills {
			if l.documents++; b.CanceledAt != nil {
				l.canceled++
				continue
			}
			sign := int64(1)
			if b.Kind == bill.CreditNote {
				sign = -1
				l.credited += int64(b.Total)
			}
			l.paid += sign * int64(b.Total)
			for _, line := range b.Lines {
				if line.Treatment == "EXEMPT" {
					l.exempt += sign * int64(line.Valued)
				} else {
					l.boxes += sign * int64(line.Valued)
				}
				for i, amount := range []money.Paise{line.Taxable, line.IGST, line.CGST, line.SGST, line.Cess} {
					l.heads[i] += sign * int64(amount)
				}
			}
		}
	}
	return l
}

func lastDay(month string) string {
	first, _ := time.Parse("2006-01", month)
	return first.AddDate(0, 1, -1).Format(time.DateOnly)
}

// get downloads a file of a month.
func (s *shop) get(what, month, format string) []byte {
	s.t.Helper()
	request := httptest.NewRequestWithContext(s.t.Context(), http.MethodGet, "/api/books/"+what+"?from="+month+"-01&to="+lastDay(month)+"&format="+format, nil)
	request.Header.Set("Authorization", "Bearer "+s.owner)
	recorder := httptest.NewRecorder()
	s.handler.ServeHTTP(recorder, request)
	if recorder.Code != http.StatusOK {
		s.t.Fatalf("%s of %s as %s: %d %s, want %d", what, month, format, recorder.Code, recorder.Body, http.StatusOK)
	}
	return recorder.Body.Bytes()
}

// portalSums sums all amounts of the tables in the portal's JSON, in paise. Credit notes, which are positive there, are
// subtracted.
func portalSums(t *testing.T, file []byte) (boxes, exempt, hsn int64) {
	t.Helper()
	var tables map[string]json.RawMessage
	if err := json.Unmarshal(file, &tables); err != nil {
		t.Fatal(err)
	}
	sum := func(name string) int64 {
		decoder := json.NewDecoder(bytes.NewReader(tables[name]))
		decoder.UseNumber()
		var paise int64
		counts := false
		for {
			token, err := decoder.Token()
			if err != nil {
				return paise
			}
			switch v := token.(type) {
			case string:
				counts = strings.HasSuffix("|"+v, "amt") && v != "nil_amt" && v != "ngsup_amt" || v == "txval"
			case json.Number:
				if f, _ := v.Float64(); counts {
					paise += int64(math.Round(f * 100))
				}
				counts = false
			}
		}
	}
	return sum("b2b") + sum("b2cl") + sum("b2cs") - sum("cdnr") - sum("cdnur"), sum("nil"), sum("hsn")
}

func TestBooks_equalTheBillsAndDoNotChangeOnceClosed(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := open(t, d, settings.GSTRegistered)
		printed, left := s.october(rand.New(rand.NewPCG(7, 7)), shoptest.Rounds(40, 400))
		check := func(month string) (documents int64) {
			t.Helper()
			want := s.ledgerOf(month)
			boxes, exempt, hsn := portalSums(t, s.get("gstr1", month, "json"))
			if boxes != want.boxes || exempt != want.exempt || hsn != want.boxes+want.exempt {
				t.Errorf("%s: the file has %d taxed, %d exempt, %d by HSN, the bills come to %+v, want %d, %d and %d", month, boxes, exempt, hsn, want, want.boxes, want.exempt, want.boxes+want.exempt)
			}
			s.checkFiles(month, want)
			return want.documents
		}
		if check("2026-10") < 40 || len(printed) == 0 || len(left) < 4 {
			t.Fatal("the month has too little in it")
		}

		// October is closed in November; corrections made after that count in November.
		s.clock.Advance(10 * 24 * time.Hour)
		before := [][]byte{s.get("gstr1", "2026-10", "json"), s.get("gstr3b", "2026-10", "json"), s.get("sales", "2026-10", "csv")}
		s.as().Request(t, "PUT", "/books/close", `{"month":"2026-10"}`).Expect(t, http.StatusOK, "The month is closed.")
		for _, sale := range printed {
			s.cancel(sale)
		}
		for _, sale := range left[:3] {
			s.returns(sale)
		}
		changed := left[3]
		s.leaves(s.sale("411004", "", s.good("34025000", 2, 11800)))
		after := [][]byte{s.get("gstr1", "2026-10", "json"), s.get("gstr3b", "2026-10", "json"), s.get("sales", "2026-10", "csv")}
		for i := range before {
			if !bytes.Equal(before[i], after[i]) {
				t.Errorf("file %d of a closed month changed:\n%s\n%s", i, before[i], after[i])
			}
		}
		if n := check("2026-11"); n < int64(len(printed)+3+1) {
			t.Errorf("November has %d documents, want at least %d", n, len(printed)+3+1)
		}
		var summary struct {
			Closed      []struct{ Month, By string }
			Corrections []struct{ Number, CreditFor string }
			Check       struct{ Agrees bool }
		}
		s.as().Request(t, "GET", "/books?from=2026-10-01&to=2026-10-31", "").Expect(t, http.StatusOK, "").Decode(t, &summary)
		if len(summary.Closed) != 1 || summary.Closed[0].Month != "2026-10" || len(summary.Corrections) < len(printed)+3 || !summary.Check.Agrees {
			t.Errorf("%+v, want October closed, at least %d corrections, and figures that agree", summary, len(printed)+3)
		}

		// Goods of a bill that was credited instead of canceled can be billed again, without counting twice.
		again := printed[0]
		s.print(again)
		s.follow(bill.OrderState{Sale: again, Status: bill.Issued, Left: true, Leaving: true})
		s.returns(changed)
		check("2026-11")

		// The database itself refuses such changes, too.
		for _, statement := range []string{
			`UPDATE bills SET canceled_at = '2026-11-11 00:00:00' WHERE number = 'GK/26-27/00001'`,
			`DELETE FROM closed_months`,
		} {
			err := d.Tx(t.Context(), func(tx *db.Tx) error {
				return db.Exec(t.Context(), tx, statement)
			})
			if !db.IsRefusedByTrigger(err) {
				t.Errorf("%s: %v", statement, err)
			}
		}
		s.clock.Advance(-20 * 24 * time.Hour) // the server's clock is set back
		sale := s.sale("411004", "", s.good("0902", 1, 5000))
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			_, err := s.bills.Reconcile(t.Context(), tx, bill.OrderState{Sale: sale, Shop: s.settings, Left: true, Leaving: true, At: s.clock.Now()})
			return err
		})
		refusal := fault.Of(err)
		if refusal == nil || refusal.Message != "October 2026 is closed: nothing dated in it can change." {
			t.Fatalf("a bill dated in a closed month: %v, want \"October 2026 is closed: nothing dated in it can change.\"", err)
		}
		if message, _ := refusal.In("hi"); !strings.Contains(message, "अक्टूबर 2026") {
			t.Errorf("in Hindi it says %q, want the month in Hindi", message)
		}
	})
}

// checkFiles compares the sums of the ZIP file's sheets and of the sales register, as CSV and as a workbook, with want.
func (s *shop) checkFiles(month string, want ledger) {
	s.t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(s.get("gstr1", month, "csv")), int64(len(s.get("gstr1", month, "csv"))))
	if err != nil {
		s.t.Fatal(err)
	}
	sums, lines := map[string]int64{}, []byte(nil)
	for _, f := range archive.File {
		file, err := f.Open()
		if err != nil {
			s.t.Fatal(err)
		}
		text, err := io.ReadAll(file)
		if err != nil {
			s.t.Fatal(err)
		}
		if f.Name == "lines.csv" {
			lines = text
		}
		sums[f.Name] = column(s.t, text, map[bool]string{true: "Exempt", false: "With tax"}[f.Name == "exempt.csv"])
	}
	if boxes := sums["b2b.csv"] + sums["b2cl.csv"] + sums["b2cs.csv"] - sums["cdnr.csv"] - sums["cdnur.csv"]; boxes != want.boxes || sums["exempt.csv"] != want.exempt {
		s.t.Errorf("%s: the sheets come to %+v, want %+v", month, sums, want)
	}
	if all := want.boxes + want.exempt; sums["lines.csv"] != all || sums["hsn_b2b.csv"]+sums["hsn_b2c.csv"] != all || len(sums) != 10 {
		s.t.Errorf("%s: the sheets come to %+v, want %d", month, sums, all)
	}
	register := s.get("sales", month, "csv")
	if got := column(s.t, register, "Document total"); got != want.paid {
		s.t.Errorf("%s: the register's total is %d, want %d", month, got, want.paid)
	}
	book, err := excelize.OpenReader(bytes.NewReader(s.get("sales", month, "xlsx")))
	if err != nil {
		s.t.Fatal(err)
	}
	rows, err := book.GetRows("Sheet1", excelize.Options{RawCellValue: true})
	if err != nil || len(rows) < int(want.documents) {
		s.t.Fatalf("%s: the workbook has %d rows for %d documents, %v", month, len(rows), want.documents, err)
	}
	for i, head := range headNames {
		if a, b, c := column(s.t, lines, head), column(s.t, register, head), columnOf(rows, head); a != want.heads[i] || b != want.heads[i] || c != want.heads[i] {
			s.t.Errorf("%s of %s: %d in the lines, %d in the register, %d in the workbook, want %d", head, month, a, b, c, want.heads[i])
		}
	}
}

// column sums a column of a CSV file, in paise.
func column(t testing.TB, file []byte, name string) int64 {
	t.Helper()
	records, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(file, []byte("\uFEFF")))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return columnOf(records, name)
}

// columnOf sums a column of rows below their heading, in paise; 0 for a missing column.
func columnOf(rows [][]string, name string) (paise int64) {
	place := slices.Index(rows[0], name)
	for _, row := range rows[1:] {
		if place >= 0 && place < len(row) {
			amount, _ := strconv.ParseFloat(row[place], 64)
			paise += int64(math.Round(amount * 100))
		}
	}
	return paise
}

func TestClose_refusesMonthsThatAreNotReady(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := open(t, d, settings.GSTRegistered)
		sale := s.sale("411004", "", s.good("0902", 2, 10000))
		s.leaves(sale)
		closing := func(month string) shoptest.Response {
			return s.as().Request(t, "PUT", "/books/close", `{"month":"`+month+`"}`)
		}
		for _, month := range []string{"", "2026-13", "10-2026", "2026-10-01", "October"} {
			closing(month).ExpectField(t, "month")
		}
		closing("2026-10").Expect(t, http.StatusConflict, "October is not over. It can be closed from 1 November on.")
		s.clock.Advance(31 * 24 * time.Hour)
		s.exec(`UPDATE checkouts SET billing = 'WAITS' WHERE id = $1`, sale.OrderID)
		closing("2026-10").Expect(t, http.StatusConflict, "1 bill waits for a rate. Give the rate first, then close.")
		closing("2026-09").Expect(t, http.StatusOK, "The month is closed.") // no bill of September waits
		s.exec(`UPDATE checkouts SET billing = 'ISSUED' WHERE id = $1`, sale.OrderID)
		s.clock.Advance(-24 * time.Hour)
		s.exec(`UPDATE bill_series SET next = next + 2`)
		s.leaves(s.sale("411004", "", s.good("0902", 2, 10000)))
		s.clock.Advance(24 * time.Hour)
		closing("2026-10").Expect(t, http.StatusConflict, "2 numbers are missing in a series of bills. Ask your accountant before you close.")
		for _, role := range []string{"MANAGER", "PACKER"} {
			shoptest.As(s.handler, shoptest.AddStaff(t, d, role)).Request(t, "PUT", "/books/close", `{"month":"2026-08"}`).Expect(t, http.StatusForbidden, "")
		}
		if n, err := db.Get[int](t.Context(), d, `SELECT COUNT(*) FROM closed_months`); err != nil || n != 1 {
			t.Errorf("%d months are closed, %v, want 1", n, err)
		}
		for _, lost := range []string{"1", "2"} { // numbers of a lost device
			s.exec(`INSERT INTO counter_lost_numbers (prefix, year, serial, declared_at) SELECT prefix, year, MIN(serial) + ` + lost + `, MAX(issued_at) FROM bills GROUP BY prefix, year`)
		}
		s.exec(`INSERT INTO counter_lost_numbers (prefix, year, serial, declared_at) SELECT 'C1C', year, 1, MAX(issued_at) FROM bills GROUP BY year`)
		closing("2026-10").Expect(t, http.StatusOK, "The month is closed.")
		type run struct {
			Notes           bool
			Count, Canceled int
		}
		var r struct{ Issued []run }
		s.as().Request(t, "GET", "/books?from=2026-10-01&to=2026-10-31", "").Expect(t, http.StatusOK, "").Decode(t, &r)
		if want := []run{{false, 4, 2}, {true, 1, 1}}; !slices.Equal(r.Issued, want) {
			t.Errorf("the documents are %+v, want %+v", r.Issued, want)
		}
	})
}

func TestClose_isPermanentAndLogged(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := open(t, d, settings.GSTRegistered)
		s.leaves(s.sale("411004", "", s.good("0902", 2, 10000)))
		s.clock.Advance(31 * 24 * time.Hour)
		type closed struct{ Month, At, By string }
		var first, second closed
		s.as().Request(t, "PUT", "/books/close", `{"month":"2026-10"}`).Expect(t, http.StatusOK, "").Decode(t, &first)
		s.clock.Advance(time.Hour)
		s.as().Request(t, "PUT", "/books/close", `{"month":"2026-10"}`).Expect(t, http.StatusOK, "").Decode(t, &second)
		if first != second || first.Month != "2026-10" || first.By == "" {
			t.Errorf("%+v, then %+v, want month 2026-10 and who did it", first, second)
		}
		if n, err := db.Get[int](t.Context(), d, `SELECT COUNT(*) FROM audit_log WHERE what = 'books.close' AND object LIKE '%October%2026%' AND after = '₹100'`); err != nil || n != 1 {
			t.Errorf("%d entries, %v, want 1", n, err)
		}
	})
}

func TestFiles_haveFiguresInCMP08OnlyForACompositionShop(t *testing.T) {
	t.Parallel()
	s := open(t, shoptest.SQLite(t), settings.GSTComposition)
	back := s.sale("411004", "", s.good("0902", 2, 10000), s.good("0401", 1, 3000))
	s.leaves(back)
	s.leaves(s.sale("411004", "", s.good("0401", 1, 7000)))
	s.returns(back)
	var got map[string]any
	if err := json.Unmarshal(s.get("cmp08", "2026-10", "json"), &got); err != nil || got["turnover"] != 120.0 || got["turnoverOfTaxableGoods"] != 50.0 || got["gstin"] != "27AAAPK0000A1ZX" {
		t.Errorf("%v, %v, want turnover 120.0, turnoverOfTaxableGoods 50.0 and gstin 27AAAPK0000A1ZX", got, err)
	}
	if boxes, exempt, hsn := portalSums(t, s.get("gstr1", "2026-10", "json")); boxes != 0 || exempt != 0 || hsn != 0 {
		t.Errorf("GSTR-1 of a composition shop has %d, %d, %d, want 0, 0 and 0", boxes, exempt, hsn)
	}
	var summary struct {
		Boxes []any
		Check struct{ Agrees bool }
		Sales struct{ WithTax float64 }
		Notes struct{ WithTax float64 }
	}
	s.as().Request(t, "GET", "/books?from=2026-10-01&to=2026-10-31", "").Expect(t, http.StatusOK, "").Decode(t, &summary)
	if len(summary.Boxes) != 0 || !summary.Check.Agrees || summary.Sales.WithTax != 200 || summary.Notes.WithTax != -80 {
		t.Errorf("%+v, want no boxes, figures that agree, sales of 200 and notes of -80 with tax", summary)
	}
	for box, want := range map[string]float64{"CMP-08": 120, "CMP-08 taxable": 50, "7": 0} {
		var behind []struct{ Amounts struct{ WithTax float64 } }
		s.as().Request(t, "GET", "/books/sales?from=2026-10-01&to=2026-10-31&box="+url.QueryEscape(box), "").Expect(t, http.StatusOK, "").Decode(t, &behind)
		var total float64
		for _, entry := range behind {
			total += entry.Amounts.WithTax
		}
		if total != want {
			t.Errorf("the bills behind %s come to %v, want %v", box, total, want)
		}
	}
}

func TestBooks_separateBillsByStandingWhenItChanges(t *testing.T) {
	t.Parallel()
	s := open(t, shoptest.SQLite(t), settings.GSTComposition)
	s.exec(`UPDATE products SET hsn = '' WHERE id = $1`, s.products["34011190"])
	composed := s.settings
	s.settings.Legal.GST, s.settings.Legal.GSTIN = settings.GSTUnregistered, ""
	s.leaves(s.sale("411004", "", s.good("0902", 1, 700)))
	s.settings = composed
	s.leaves(s.sale("411004", "", s.good("0902", 1, 10000), s.good("0401", 1, 3000), s.good("34011190", 1, 2500)))
	s.clock.Advance(10 * 24 * time.Hour)
	s.settings.Legal.GST = settings.GSTRegistered
	s.leaves(s.sale("411004", "", s.good("0902", 1, 21000), s.good("0401", 1, 4000)))
	s.clock.Advance(31 * 24 * time.Hour)

	var summary books.Summary
	s.as().Request(t, "GET", "/books?from=2026-10-01&to=2026-10-31", "").Expect(t, http.StatusOK, "").Decode(t, &summary)
	if want := (books.Check{Boxes: 25000, HSN: 25000, Documents: 25000, Agrees: true}); summary.Check != want {
		t.Errorf("the bills of the registered shop come to %+v, want %+v", summary.Check, want)
	}
	if summary.Sales.WithTax != 41200 || summary.CMP08.Turnover != 15500 || summary.CMP08.Taxable != 12500 {
		t.Errorf("sales %v, turnovers %+v, want 41200 with tax, turnover 15500 and taxable 12500", summary.Sales.WithTax, summary.CMP08)
	}
	if len(summary.Warnings) != 2 {
		t.Errorf("warnings %q, want 2", summary.Warnings)
	}
	for _, want := range []string{"GST standing changed", "Goods for ₹25 were sold without an HSN. CMP-08 counts them as taxable."} {
		if !slices.ContainsFunc(summary.Warnings, func(w string) bool { return strings.Contains(w, want) }) {
			t.Errorf("%q does not say %q", summary.Warnings, want)
		}
	}
	hindi := language.Handler(s.handler, func(context.Context) []string { return []string{"en", "hi"} })
	reply := shoptest.As(hindi, s.owner).Request(t, "GET", "/books?from=2026-10-01&to=2026-10-31", "", "Accept-Language", "hi").Expect(t, http.StatusOK, "")
	if want := "₹25 का सामान बिना HSN के बिका।"; !strings.Contains(string(reply.Bytes), want) {
		t.Errorf("in Hindi the warnings are %s, want %q in it", reply.Bytes, want)
	}
	s.as().Request(t, "PUT", "/books/close", `{"month":"2026-10"}`).Expect(t, http.StatusOK, "The month is closed.")
}

func TestBooks_refuseBadInput(t *testing.T) {
	t.Parallel()
	s := open(t, shoptest.SQLite(t), settings.GSTRegistered)
	s.leaves(s.sale("411004", "27CCCFT0000C1ZX", s.good("0902", 2, 10000)))
	s.leaves(s.sale("411004", "", s.good("0902", 2, 10000)))
	for path, field := range map[string]string{
		"/books?from=2026-10-01":                                        "to",
		"/books/sales?to=2026-10-01":                                    "from",
		"/books/gstr3b?from=2026-10-41&to=2026-10-31":                   "from",
		"/books/gstr1?from=2026-10-02&to=2026-10-31":                    "to",
		"/books/gstr1?from=2026-05-01&to=2026-07-31&format=json":        "to",
		"/books/gstr1?from=2026-10-01&to=2026-10-31&format=xlsx":        "format",
		"/books/cmp08?from=2026-10-01&to=2026-10-31&format=pdf":         "format",
		"/books/sales?from=2026-10-31&to=2026-10-01":                    "to",
		"/books/sales?from=2026-10-01&to=2026-10-31&box=6":              "box",
		"/books/sales?from=2026-10-01&to=2026-10-31&page=0":             "page",
		"/books/sales?from=2026-10-01&to=2026-10-31&limit=1000":         "limit",
		"/books/sales?from=2026-10-01&to=2026-10-31&format=json&box=12": "box",
	} {
		s.as().Request(t, "GET", path, "").ExpectField(t, field)
	}
	for _, path := range []string{"/books", "/books/gstr1", "/books/gstr3b", "/books/cmp08", "/books/sales"} {
		shoptest.As(s.handler, shoptest.AddStaff(t, s.db, "MANAGER")).Request(t, "GET", path, "").Expect(t, http.StatusForbidden, "")
	}
	for path, want := range map[string]int{"": 2, "&box=4A": 1, "&box=7": 1, "&box=9B": 0, "&rate=5": 2, "&rate=18": 0, "&hsn=0902": 2, "&hsn=0401": 0, "&limit=1&page=2": 2, "&box=3.1(a)&limit=1": 2} {
		reply := s.as().Request(t, "GET", "/books/sales?from=2026-10-01&to=2026-10-31"+path, "").Expect(t, http.StatusOK, "")
		if *reply.TotalCount != want {
			t.Errorf("%s: %d documents, want %d", path, *reply.TotalCount, want)
		}
	}
}
