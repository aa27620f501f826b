package khata

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kirana/internal/audit"
	"kirana/internal/catalog/importer"
	"kirana/internal/catalog/importer/csvimport"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/unicodetext"
)

// openingReason is the reason of an imported opening balance.
var openingReason = language.Word("From the old notebook")

// maxImported limits the rows of an import; maxName limits a customer's name in characters, as the form does.
const (
	maxImported = 5000
	maxName     = 100
)

// ImportResult is the result of an import of balances.
type ImportResult struct {
	Added    int         `json:"added" doc:"Number of imported customers."`
	Amount   money.Paise `json:"amount" doc:"Sum of the imported balances, in rupees."`
	Problems []Problem   `json:"problems" doc:"Refused rows. Nothing of them is imported."`
	Sheet    string      `json:"sheet,omitempty" doc:"Sheet of the workbook that was read."`
	Sheets   []string    `json:"sheets,omitempty" doc:"Visible sheets of the workbook that are not empty."`
}

// SchemaName returns the name in the API document.
func (ImportResult) SchemaName() string { return "KhataImport" }

// Problem is a row that was not imported, with the reason.
type Problem struct {
	Line    int    `json:"line" doc:"Line number in the file, from 1."`
	Text    string `json:"text" doc:"Row as in the file."`
	Message string `json:"message"`
}

// SchemaName returns the name in the API document.
func (Problem) SchemaName() string { return "KhataImportProblem" }

// Refusals of a whole file.
var (
	errNoBalances = fault.InField("file", "The file has no row with a name, a mobile and a balance.")
	errNoHeader   = fault.InField("file", "Please name the columns of the file “name”, “mobile” and “balance”. Others may stand beside them.")
)

// Import imports opening balances from a CSV file or a workbook's sheet with name, mobile and balance, with or without a
// header. Each valid row is saved; the others are returned as problems. A customer gets only one opening balance, so
// importing the same file again adds nothing. Several sheets with a header are refused with importer.SheetUnknown.
func (s *Service) Import(ctx context.Context, staff Staff, path, sheet string) (ImportResult, error) {
	result := ImportResult{Problems: []Problem{}}
	table, err := importer.ReadTable(path, sheet, maxImported, isHeader)
	if err != nil {
		return result, err
	}
	if table.More {
		return result, fault.New(fault.Invalid, "too_many_rows", "A file can have at most %d rows.", maxImported)
	}
	result.Sheet, result.Sheets = table.Sheet, table.Sheets
	rows := table.Rows
	columns := balanceColumns{headings: table.Headings()}
	columns.at, err = headerOf(columns.headings)
	switch {
	case err != nil:
		return result, err
	case columns.at == nil:
		columns = balanceColumns{at: []int{0, 1, 2}}
		rows = slices.Concat([]csvimport.TableRow{{Line: 1, Cells: table.Headings()}}, rows)
	}
	doubts := doubtsOf(table, columns.at)
	addRepeated(doubts, rows, columns.at)
	for _, row := range rows {
		amount, err := s.importRow(ctx, staff, row, columns, doubts[row.Line])
		refusal := fault.Of(err)
		switch {
		case err == nil:
			result.Added++
			result.Amount += amount
		case refusal == nil:
			return result, fmt.Errorf("import balances: %w", err)
		default:
			text := strings.TrimRight(strings.Join(row.Cells, ", "), ", ")
			result.Problems = append(result.Problems, Problem{row.Line, text, refusal.Phrase().In(language.Of(ctx))})
		}
	}
	if result.Added == 0 && len(result.Problems) == 0 {
		return result, errNoBalances
	}
	return result, nil
}

// doubtsOf returns refusals, by line, of rows that the workbook hides and of balances that it shows rounded: an entry
// cannot be changed later.
func doubtsOf(table importer.Table, columns []int) map[int]error {
	doubts := map[int]error{}
	balance := ""
	if columns[2] < len(table.Columns) {
		balance = table.Columns[columns[2]].Name
	}
	for _, remark := range table.Remarks {
		switch {
		case remark.Reason == language.Stored(importer.NoteHiddenRow):
			doubts[remark.Line] = fault.New(fault.Invalid, "bad_khata_row", "The workbook hides this row. Show it there and import the file again.")
		case remark.Reason == language.Stored(importer.NoteRounded) && remark.Column == balance:
			doubts[remark.Line] = fault.New(fault.Invalid, "bad_khata_row", "The workbook shows the balance rounded; it is %s. Show its decimals there and import the file again.", remark.Value)
		}
	}
	return doubts
}

// addRepeated adds the refusals of rows with a balance whose mobile stands in several of them, such as a ledger with a row
// for each entry.
func addRepeated(doubts map[int]error, rows []csvimport.TableRow, columns []int) {
	lines := map[string][]int{}
	for _, row := range rows {
		if len(row.Cells) <= max(columns[1], columns[2]) || strings.TrimSpace(row.Cells[columns[2]]) == "" {
			continue
		}
		if mobile, ok := unicodetext.Mobile(row.Cells[columns[1]]); ok {
			lines[mobile] = append(lines[mobile], row.Line)
		}
	}
	for _, repeated := range lines {
		for _, line := range repeated[1:] {
			refusal := fault.New(fault.Invalid, "bad_khata_row", "The mobile number stands in %d rows of the file: leave one of them, with what the customer owes now.", len(repeated))
			doubts[repeated[0]], doubts[line] = refusal, refusal
		}
	}
}

// headings are the headings of name, mobile and balance, as letters in lower case.
var headings = []struct {
	column language.Phrase
	words  []string
}{
	{language.Word("name"), []string{"name", "customer", "customername", "nameofcustomer", "party", "partyname", "partys", "ledger", "नाम", "ग्राहक", "ग्राहककानाम", "पार्टी", "नाव", "ग्राहकाचेनाव"}},
	{language.Word("mobile"), []string{"mobile", "mobileno", "mobilenumber", "mob", "phone", "phoneno", "phonenumber", "number", "contact", "contactno", "contactnumber", "cell", "whatsapp", "whatsappno", "मोबाइल", "मोबाईल", "फोन", "फ़ोन", "मोबाइलनंबर", "मोबाईलनंबर"}},
	{language.Word("balance"), []string{"balance", "balancers", "balanceinrs", "balancerupees", "balanceamount", "amount", "amountrs", "amountdue", "due", "dues", "dueamount", "outstanding", "closingbalance", "pending", "pendingamount", "udhar", "udhaar", "baki", "बाकी", "बकाया", "उधार", "उधारी", "शेष", "रकम", "थकबाकी"}},
}

// isHeader reports whether columns have headings of name, mobile and balance.
func isHeader(columns []csvimport.TableColumn) bool {
	for _, heading := range headings {
		if !slices.ContainsFunc(columns, func(c csvimport.TableColumn) bool { return slices.Contains(heading.words, plainHeading(c.Name)) }) {
			return false
		}
	}
	return true
}

// headerOf returns the columns of name, mobile and balance if the row is a header, otherwise nil. It refuses a header that
// lacks one of them or has one of them twice.
func headerOf(record []string) ([]int, error) {
	columns := make([]int, len(headings))
	found := 0
	for i, heading := range headings {
		columns[i] = -1
		for at, cell := range record {
			if !slices.Contains(heading.words, plainHeading(cell)) {
				continue
			}
			if columns[i] >= 0 {
				return nil, fault.InField("file", "Two columns can be the %s: “%s” and “%s”. Please leave only one of them in the file.", heading.column, record[columns[i]], cell)
			}
			columns[i] = at
			found++
		}
	}
	switch {
	case found == len(headings):
		return columns, nil
	case found == 0 && strings.ContainsFunc(strings.Join(record, ""), unicode.IsDigit):
		return nil, nil
	}
	return nil, errNoHeader
}

// plainHeading returns the letters and marks of a heading in lower case.
func plainHeading(cell string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsMark(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, unicodetext.Compose(cell))
}

func (s *Service) importRow(ctx context.Context, staff Staff, row csvimport.TableRow, columns balanceColumns, doubt error) (money.Paise, error) {
	if row.Unreadable != "" {
		return 0, fault.New(fault.Invalid, "bad_khata_row", "%s", language.Word(row.Unreadable))
	}
	cells := make([]string, len(columns.at))
	for i, column := range columns.at {
		if failed, isFailed := row.Failed[column]; isFailed {
			return 0, fault.New(fault.Invalid, "bad_khata_row", "The column %s holds an error of the spreadsheet: %s.", headings[i].column, "“"+failed+"”")
		}
		if column >= len(row.Cells) {
			return 0, fault.New(fault.Invalid, "bad_khata_row", "The row needs a name, a mobile and a balance.")
		}
		cells[i] = strings.TrimSpace(row.Cells[column])
	}
	switch {
	case doubt != nil:
		return 0, doubt
	case row.Extra != "":
		return 0, fault.New(fault.Invalid, "bad_khata_row", "The line has more cells than the header, so its values may stand in the wrong columns: write numbers without commas.")
	case cells[2] == "":
		return 0, fault.New(fault.Invalid, "bad_khata_row", "The row needs a name, a mobile and a balance.")
	case utf8.RuneCountInString(cells[0]) > maxName:
		return 0, fault.New(fault.Invalid, "bad_khata_row", "The name can have at most %d characters.", maxName)
	}
	if letters := plainHeading(cells[0]); letters == "" || letters == "na" {
		cells[0] = "" // a number, a dash or "N.A." is no name
	}
	amount, err := columns.balanceOf(row)
	if err != nil {
		return 0, err
	}
	return amount, s.db.Tx(ctx, func(tx *db.Tx) error {
		return s.addOpening(ctx, tx, staff, opening{cells[0], cells[1], amount})
	})
}

// opening is one row of a list of balances.
type opening struct {
	name, mobile string
	amount       money.Paise
}

// addOpening adds an opening balance. An unknown mobile creates a customer.
func (s *Service) addOpening(ctx context.Context, tx *db.Tx, staff Staff, o opening) error {
	user, _, err := s.accounts.AddCustomerTx(ctx, tx, o.name, o.mobile)
	if err != nil {
		return err
	}
	now := s.clock.Now()
	if _, err := lockAccount(ctx, tx, user.ID, now); err != nil {
		return err
	}
	known, err := db.Get[int](ctx, tx, `SELECT COUNT(*) FROM khata_entries WHERE user_id = $1 AND kind = 'CORRECTION' AND reason = $2`, user.ID, openingReason.Format)
	if err != nil {
		return err
	}
	if known > 0 {
		return fault.New(fault.Conflict, "khata_imported", "%s has a balance from the old notebook already.", user.Name)
	}
	e := Entry{Kind: Correction, Amount: o.amount, Reason: openingReason.Format}
	if err := Post(ctx, tx, Posting{UserID: user.ID, Entries: []Entry{e}, Override: true, Staff: staff, At: now}); err != nil {
		return err
	}
	return audit.Write(ctx, tx, now, audit.Entry{What: "khata.import", Object: user.Name, ObjectID: user.ID, After: o.amount.String()})
}
