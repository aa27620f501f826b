package khata

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kirana/internal/audit"
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
	errNotUTF8    = fault.InField("file", "The letters of this file cannot be read. Please save it as “CSV UTF-8” and import it again.")
	errNoHeader   = fault.InField("file", "Please name the columns of the file “name”, “mobile” and “balance”. Others may stand beside them.")
)

// Import imports opening balances from a CSV with name, mobile and balance, with or without a header. Each valid row is
// saved; the others are returned as problems. A customer gets only one opening balance, so importing the same file again
// adds nothing.
func (s *Service) Import(ctx context.Context, staff Staff, file io.Reader) (ImportResult, error) {
	done := ImportResult{Problems: []Problem{}}
	text, err := io.ReadAll(file)
	if err != nil {
		return done, fmt.Errorf("read balances: %w", err)
	}
	if !utf8.Valid(text) || bytes.IndexByte(text, 0) >= 0 {
		return done, errNotUTF8
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	reader := csv.NewReader(bytes.NewReader(text))
	reader.FieldsPerRecord, reader.TrimLeadingSpace, reader.LazyQuotes, reader.Comma = -1, true, true, separatorOf(text)
	columns := []int{0, 1, 2} // of name, mobile and balance
	for n := 0; ; {
		record, err := reader.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return done, fault.New(fault.Invalid, "not_csv", "This is not a CSV file.")
		}
		if n++; n == 1 {
			header, err := headerOf(record)
			if err != nil {
				return done, err
			}
			if header != nil {
				columns = header
				continue
			}
		}
		if strings.TrimSpace(strings.Join(record, "")) == "" {
			continue
		}
		if n > maxImported+1 {
			return done, fault.New(fault.Invalid, "too_many_rows", "A file can have at most %d rows; the first %d were read.", maxImported, maxImported)
		}
		line, _ := reader.FieldPos(0)
		amount, err := s.importRow(ctx, staff, record, columns)
		refusal := fault.Of(err)
		switch {
		case err == nil:
			done.Added++
			done.Amount += amount
		case refusal == nil:
			return done, fmt.Errorf("import balances: %w", err)
		default:
			done.Problems = append(done.Problems, Problem{line, strings.Join(record, ", "), refusal.Phrase().In(language.Of(ctx))})
		}
	}
	if done.Added == 0 && len(done.Problems) == 0 {
		return done, errNoBalances
	}
	return done, nil
}

// separatorOf returns the separator of the first line's cells.
func separatorOf(text []byte) rune {
	first, _, _ := bytes.Cut(text, []byte("\n"))
	for _, separator := range "\t;" {
		if !bytes.ContainsRune(first, ',') && bytes.ContainsRune(first, separator) {
			return separator
		}
	}
	return ','
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

// headerOf returns the columns of name, mobile and balance if the row is a header, otherwise nil. It refuses a header
// without one of them, or with two columns for one.
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
	case found == 0 && strings.ContainsFunc(strings.Join(record, ""), unicode.IsDigit), strings.TrimSpace(strings.Join(record, "")) == "":
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

func (s *Service) importRow(ctx context.Context, staff Staff, record []string, columns []int) (money.Paise, error) {
	cells := make([]string, len(columns))
	for i, column := range columns {
		if column >= len(record) {
			return 0, fault.New(fault.Invalid, "bad_khata_row", "The row needs a name, a mobile and a balance.")
		}
		cells[i] = strings.TrimSpace(record[column])
	}
	if utf8.RuneCountInString(cells[0]) > maxName {
		return 0, fault.New(fault.Invalid, "bad_khata_row", "The name can have at most %d characters.", maxName)
	}
	amount, err := parseBalance(cells[2])
	if err != nil || amount == 0 {
		return 0, fault.New(fault.Invalid, "bad_khata_row", "“%s” is not a balance in rupees.", cells[2])
	}
	return amount, s.db.Tx(ctx, func(tx *db.Tx) error {
		return s.addOpening(ctx, tx, staff, opening{cells[0], cells[1], amount})
	})
}

// parseBalance parses rupees as spreadsheets write them. Commas that do not separate thousands are refused: "12,50" may be
// ₹12.50 or ₹1,250.
func parseBalance(cell string) (money.Paise, error) {
	text := unicodetext.Digits(strings.NewReplacer("₹", "", "Rs.", "", " ", "").Replace(cell))
	return money.ParseSigned(unicodetext.RemoveGrouping(text))
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
