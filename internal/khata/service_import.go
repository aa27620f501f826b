package khata

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
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

var errNoBalances = fault.InField("file", "The file has no row with a name, a mobile and a balance.")

// Import imports opening balances from a CSV with name, mobile and balance, with or without a header. Each valid row is
// saved; the others are returned as problems. A customer gets only one opening balance, so importing the same file again
// adds nothing.
func (s *Service) Import(ctx context.Context, staff Staff, file io.Reader) (ImportResult, error) {
	reader := csv.NewReader(file)
	reader.FieldsPerRecord, reader.TrimLeadingSpace, reader.LazyQuotes = -1, true, true
	done := ImportResult{Problems: []Problem{}}
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
			record[0] = strings.TrimPrefix(record[0], "\ufeff")
			if header := headerOf(record); header != nil {
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

// headerOf returns the columns of name, mobile and balance if the row is a header, otherwise nil.
func headerOf(record []string) []int {
	columns := []int{-1, -1, -1}
	for i, cell := range record {
		switch strings.ToLower(strings.TrimSpace(cell)) {
		case "name", "customer":
			columns[0] = i
		case "mobile", "phone", "number":
			columns[1] = i
		case "balance", "amount", "due":
			columns[2] = i
		}
	}
	if slices.Contains(columns, -1) {
		return nil
	}
	return columns
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
