package khata_test

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/khata"
	"kirana/internal/money"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/testshop"
)

// importBalances imports a file.
func importBalances(t *testing.T, s *testshop.Shop, staff khata.Staff, file string) (khata.ImportResult, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "khata")
	if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	return s.Khata.Import(t.Context(), staff, path, "")
}

func TestImport_reportsInvalidRowsAndImportsTheOthers(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := testshop.New(t, d)
		known := customerOf(t, s, "Asha Deshmukh", "9000000042")
		file := "\ufeffMobile,Name,Balance\n+91 90000 00042,Asha,\"1,450.50\"\n9000000043,Mahesh Pawar,₹4820\n12345,Short,10\n9000000044,,10\n9000000045,Zero,0\n9000000046,Word,lots\n9000000043,Mahesh,7\n9000000047,Advance,-50\n9000000048,NoBalance\n9000000049,Comma,\"12,50\"\n9000000050,Lakh,\"1,20,000\"\n9000000051,Extra,1,450\n\n"
		staff := khata.Staff{ID: shoptest.AddAdministrator(t, d), Name: "Sunita"}
		done, err := importBalances(t, s, staff, file)
		if err != nil {
			t.Fatal(err)
		}
		var messages []string
		for _, p := range done.Problems {
			messages = append(messages, fmt.Sprintf("%d %s", p.Line, p.Message))
		}
		want := `3 The mobile number stands in 2 rows of the file: leave one of them, with what the customer owes now.
4 Mobile number must have exactly 10 digits.
5 Please enter the customer's name.
6 “0” is not a balance in rupees.
7 “lots” is not a balance in rupees.
8 The mobile number stands in 2 rows of the file: leave one of them, with what the customer owes now.
10 The row needs a name, a mobile and a balance.
11 “12,50” is not a balance in rupees.
13 The line has more cells than the header, so its values may stand in the wrong columns: write numbers without commas.`
		if done.Added != 3 || done.Amount != money.Paise(145050-5000+12000000) || strings.Join(messages, "\n") != want {
			t.Errorf("the import is %+v\n%s", done, strings.Join(messages, "\n"))
		}
		if st, err := s.Khata.Statement(t.Context(), known); err != nil || st.Balance != 145050 || st.Entries[0].Reason != "From the old notebook" {
			t.Errorf("the known customer has %+v, %v", st, err)
		}
		if again, err := importBalances(t, s, staff, file); err != nil || again.Added != 0 {
			t.Errorf("importing the same file again gives %+v, %v", again, err)
		}
		if _, err := importBalances(t, s, staff, "\n"); fault.Of(err) == nil {
			t.Errorf("importing an empty file gives %v", err)
		}
		for _, name := range []string{"N.A.", "na", "n/a", "-", "--", "12345", "Nil", "?"} {
			file := "Name,Mobile,Balance\n" + name + ",9000000062,600\n" + name + ",9000000042,600\n"
			nameless, err := importBalances(t, s, staff, file)
			if err != nil || nameless.Added != 0 || nameless.Problems[0].Message != "Please enter the customer's name." || nameless.Problems[1].Message != "Asha Deshmukh has a balance from the old notebook already." {
				t.Errorf("importing the name %q gives %+v, %v, want a problem for the new customer only", name, nameless, err)
			}
		}
		// Without a header the columns are name, mobile, balance.
		if long, err := importBalances(t, s, staff, strings.Repeat("x", 101)+",9000000061,600\n"); err != nil || long.Added != 0 || long.Problems[0].Message != "The name can have at most 100 characters." {
			t.Errorf("importing a long name gives %+v, %v", long, err)
		}
		if plain, err := importBalances(t, s, staff, "Rekha,9000000060,600\n"); err != nil || plain.Added != 1 {
			t.Errorf("importing a file without a header gives %+v, %v", plain, err)
		}
	})
}

func TestImport_findsTheColumnsAndGuessesNone(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := testshop.New(t, d)
		staff := khata.Staff{ID: shoptest.AddAdministrator(t, d), Name: "Sunita"}
		row := 0
		for file, want := range map[string]string{
			"S.No,Customer Name,Mobile No.,Limit,Balance (Rs.)\n1,%s,%s,5000,600\n": "600",
			"नाम,मोबाइल नंबर,बाकी\n%s,%s,६००\n":                                     "600",
			"Name;Mobile;Due\n%s;%s;600\n":                                          "600",
			"%s\t%s\t600\n":                                                         "600",
			"Name,Mobile,Balance,Amount\n%s,%s,600,9000\n":                          "Two columns can be the balance: “Balance” and “Amount”. Please leave only one of them in the file.",
			"Name,Mobile,Sales,Baaki\n%s,%s,9000,600\n":                             "Please name the columns of the file “name”, “mobile” and “balance”. Others may stand beside them.",
			"Who,Where to call,How much\n%s,%s,600\n":                               "Please name the columns of the file “name”, “mobile” and “balance”. Others may stand beside them.",
			"Name,Mobile,Balance\nJos\xe9 %s,%s,600\n":                              "600",
			"Lane 4\nName,Mobile,Balance\n%s,%s,600\n":                              "600",
			"PK\x03\x04\x00\x00 of a workbook,%s,%s\n":                              "This workbook cannot be read; save the list as XLSX or CSV and import that file. Nothing was saved.",
		} {
			row++
			done, err := importBalances(t, s, staff, fmt.Sprintf(file, "Rekha", fmt.Sprint(9000000060+row)))
			got := fmt.Sprint(int64(done.Amount) / 100)
			if refusal := fault.Of(err); refusal != nil {
				got = refusal.Message
			}
			if got != want || len(done.Problems) > 0 {
				t.Errorf("%q:\n got %s, %+v\nwant %s", file, got, done.Problems, want)
			}
		}
	})
}

func TestImport_readsTheSideOfABalanceAndGuessesNone(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := testshop.New(t, d)
		staff := khata.Staff{ID: shoptest.AddAdministrator(t, d), Name: "Sunita"}
		const (
			unsure  = "“%s” does not say who owes: write what the customer owes as a number, and an advance with a minus in front."
			payment = "The column “%s” says “%s” beside the balance: write as the balance what is owed now, and leave that column out of the file."
		)
		for i, c := range []struct{ headings, cells, want string }{
			// The side in the cell of the balance.
			{"Balance", "450 Dr", "450"},
			{"Balance", "\"1,450.50Cr.\"", "-1450.5"},
			{"Balance", "Advance 450", "-450"},
			{"Balance", "Rs.450/-", "450"},
			{"Balance", "४५० जमा", "-450"},
			{"Balance", "-450 Cr", fmt.Sprintf(unsure, "-450 Cr")},
			{"Balance", "450 Mr", "“450 Mr” is not a balance in rupees."},
			{"Balance", "1.450", "“1.450” is not a balance in rupees."},
			// The side in a column of its own.
			{"Balance,Dr/Cr", "450,Cr", "-450"},
			{"Balance,Dr/Cr", "450,Dr.", "450"},
			{"Balance,Dr/Cr", "450,", "450"},
			{"Balance,Dr/Cr", "450,maybe", fmt.Sprintf(unsure, "maybe")},
			{"Balance,Debit/Credit", "450,Credit", "-450"},
			{"Balance,Side of it", "450,CR", "-450"},
			{"Balance,Balance Type", "450,You will give", "-450"},
			{"Balance,Type", "450,To Receive", "450"},
			{"Balance,Type", "450,Retail", "450"},
			{"Balance,Type", "450,To Pay", fmt.Sprintf(unsure, "To Pay")},
			{"Balance,Type", "450,Credit", fmt.Sprintf(unsure, "Credit")},
			{"Balance,Status", "450,Paid", fmt.Sprintf(unsure, "Paid")},
			{"Balance,Status", "450,Paid on 5 Nov", fmt.Sprintf(unsure, "Paid on 5 Nov")},
			{"Balance,Status", "450,Not paid", "450"},
			{"Balance,Paid?", "450,Yes", fmt.Sprintf(unsure, "Yes")},
			{"Balance,Paid", "450,No", "450"},
			{"Balance,Advance Paid", "450,200", fmt.Sprintf(payment, "Advance Paid", "200")},
			{"Balance,Dr/Cr", "450 Dr,Cr", fmt.Sprintf(unsure, "Cr")},
			// Payments beside the balance.
			{"Udhar,Jama", "450,100", fmt.Sprintf(payment, "Jama", "100")},
			{"Udhar,Jama", "450,0", "450"},
			{"Amount,Paid", "450,450", fmt.Sprintf(payment, "Paid", "450")},
			{"Balance,Paid", "450,100", "450"},
			{"Balance,Advance", "450,₹100", fmt.Sprintf(payment, "Advance", "₹100")},
		} {
			done, err := importBalances(t, s, staff, fmt.Sprintf("Name,Mobile,%s\nRekha,%d.0,%s\n", c.headings, 9000000100+i, c.cells))
			if err != nil {
				t.Fatal(err)
			}
			got := done.Amount.Number()
			if len(done.Problems) > 0 {
				got = done.Problems[0].Message
			}
			if got != c.want {
				t.Errorf("%s, %s: got %s, want %s", c.headings, c.cells, got, c.want)
			}
		}
	})
}

// workbookOf returns an XLSX with a list of balances in each sheet. Of the first one, row 4 is hidden, and the numbers of row 5
// are shown without decimals.
func workbookOf(t *testing.T, sheets ...string) string {
	t.Helper()
	book := excelize.NewFile()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(book.SetSheetName("Sheet1", sheets[0]))
	for i, sheet := range sheets {
		_, err := book.NewSheet(sheet)
		must(err)
		for n, row := range [][]any{
			{"Udhar of " + sheet}, {"Mobile No.", "Customer", "Baki"}, {9822000001 + 10*i, "Asha", 1450.5}, {9822000002 + 10*i, "Hidden", 70}, {9822000003 + 10*i, "Rounded", 80.75}, {919822000004 + 10*i, "Mahesh", 4820},
		} {
			must(book.SetSheetRow(sheet, fmt.Sprint("A", n+1), &row))
		}
	}
	whole, err := book.NewStyle(&excelize.Style{NumFmt: 1})
	must(err)
	must(book.SetRowVisible(sheets[0], 4, false))
	must(book.SetCellStyle(sheets[0], "C5", "C5", whole))
	var file bytes.Buffer
	must(book.Write(&file))
	return file.String()
}

func TestImport_readsWorkbooksAndAsksWhichSheet(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := testshop.New(t, d)
		owner := shoptest.As(s, shoptest.AddAdministrator(t, d))
		type result struct {
			Added    int
			Amount   float64
			Sheet    string
			Sheets   []string
			Problems []struct {
				Line          int
				Text, Message string
			}
		}
		send := func(path, file string) shoptest.Response {
			body := "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"khata.xlsx\"\r\n\r\n" + file + "\r\n--b--\r\n"
			return owner.Request(t, "POST", path, body, "Content-Type", "multipart/form-data; boundary=b")
		}
		var one result
		send("/khata/import", workbookOf(t, "Lane 1")).Expect(t, http.StatusOK, "The list is read.").Decode(t, &one)
		want := "2 ₹6270.5 of Lane 1 [{4 9822000002, Hidden, 70 The workbook hides this row. Show it there and import the file again.} {5 9822000003, Rounded, 81 The workbook shows the balance rounded; it is 80.75. Show its decimals there and import the file again.}]"
		if got := fmt.Sprint(one.Added, " ₹", one.Amount, " of ", one.Sheet, " ", one.Problems); got != want {
			t.Errorf("the workbook is imported as\n%s, want\n%s", got, want)
		}
		several := workbookOf(t, "Lane 1", "Lane 2")
		refused := send("/khata/import", several)
		refused.Expect(t, http.StatusBadRequest, "Several sheets of the workbook can be the list, such as “Lane 1”. Please say which one it is.")
		var asked result
		if refused.Decode(t, &asked); !slices.Equal(asked.Sheets, []string{"Lane 1", "Lane 2"}) {
			t.Errorf("the sheets to choose from are %q", asked.Sheets)
		}
		var second result
		send("/khata/import?sheet=Lane+2", several).Expect(t, http.StatusOK, "").Decode(t, &second)
		if second.Added != 4 || second.Sheet != "Lane 2" || len(second.Sheets) != 2 {
			t.Errorf("the second sheet is imported as %+v", second)
		}
		send("/khata/import?sheet=Lane+3", several).Expect(t, http.StatusBadRequest, "The workbook has no sheet of this name. Nothing was saved.")
	})
}
