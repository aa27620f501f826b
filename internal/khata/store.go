package khata

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"kirana/internal/account"
	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/unicodetext"
)

// accountRow is a row of khata_accounts with its customer.
type accountRow struct {
	UserID     string       `db:"user_id"`
	Name       string       `db:"name"`
	Language   string       `db:"language"` // "" if the customer has chosen none
	Mobile     string       `db:"mobile"`
	Balance    money.Paise  `db:"balance"`
	Since      *time.Time   `db:"since"`
	Limit      *money.Paise `db:"credit_limit"` // the customer's own; nil: the shop's applies
	RemindedAt *time.Time   `db:"reminded_at"`
	Deleted    bool         `db:"deleted"` // the customer's account
}

// accountColumns are columns of users u and their account k, which may be missing.
const accountColumns = `u.id AS user_id, u.name, u.language, u.mobile, COALESCE(k.balance, 0) AS balance, k.since, k.credit_limit, k.reminded_at, ` + account.IsDeleted + ` AS deleted`

func accountOf(ctx context.Context, q db.Querier, userID string) (accountRow, error) {
	return db.Get[accountRow](ctx, q, `
		SELECT `+accountColumns+`
		FROM users u
		LEFT JOIN khata_accounts k ON k.user_id = u.id
		WHERE u.id = $1 AND u.staff_role = '' AND u.merged_into = ''`, userID)
}

// lockAccount locks a customer's account; a missing one is created. An unknown customer fails with fault.NotFound.
func lockAccount(ctx context.Context, tx *db.Tx, userID string, now time.Time) (accountRow, error) {
	_, err := db.ExecRows(ctx, tx, `INSERT INTO khata_accounts (user_id, balance, updated_at) VALUES ($1, 0, $2) ON CONFLICT (user_id) DO NOTHING`, userID, now)
	if db.IsForeignKeyViolation(err) {
		return accountRow{}, account.ErrNoCustomer
	}
	if err != nil {
		return accountRow{}, err
	}
	if _, err := db.Get[string](ctx, tx, `SELECT user_id FROM khata_accounts WHERE user_id = $1`+tx.ForUpdate(), userID); err != nil {
		return accountRow{}, err
	}
	row, err := accountOf(ctx, tx, userID)
	if errors.Is(err, db.ErrNoRow) {
		err = account.ErrNoCustomer
	}
	return row, err
}

func insertEntries(ctx context.Context, tx *db.Tx, entries []Entry) error {
	return db.Insert(ctx, tx, `
		INSERT INTO khata_entries (id, user_id, kind, amount, paid_by, checkout_id, reason, reference, staff_id, staff_name, created_at)
		VALUES (:id, :user_id, :kind, :amount, :paid_by, :checkout_id, :reason, :reference, :staff_id, :staff_name, :created_at)`, entries...)
}

// entriesOf returns a customer's entries, oldest first, each with the balance after it.
func entriesOf(ctx context.Context, q db.Querier, userID string) ([]Entry, error) {
	return db.All[Entry](ctx, q, `
		SELECT e.id, e.user_id, e.kind, e.amount, CAST(SUM(e.amount) OVER (ORDER BY e.created_at, e.id) AS BIGINT) AS balance, e.paid_by, e.reason, e.reference,
			c.number, e.checkout_id, e.staff_id, e.staff_name, e.created_at, n.entry_id IS NOT NULL AS unconfirmed
		FROM khata_entries e
		LEFT JOIN checkouts c ON c.id = e.checkout_id
		LEFT JOIN khata_unconfirmed n ON n.entry_id = e.id
		WHERE e.user_id = $1
		ORDER BY e.created_at, e.id`, userID)
}

// entryOf reads an entry of a customer.
func entryOf(ctx context.Context, q db.Querier, userID, entryID string) (Entry, error) {
	return db.Get[Entry](ctx, q, `SELECT id, amount, paid_by, reference FROM khata_entries WHERE id = $1 AND user_id = $2`, entryID, userID)
}

func insertUnconfirmed(ctx context.Context, tx *db.Tx, e Entry) error {
	return db.Exec(ctx, tx, `INSERT INTO khata_unconfirmed (entry_id, created_at) VALUES ($1, $2)`, e.ID, e.At)
}

// TakenWith returns, by order, the payments that were taken when orders were put on the khata.
func TakenWith(ctx context.Context, q db.Querier, orderIDs ...string) (map[string][]Entry, error) {
	taken := map[string][]Entry{}
	if len(orderIDs) == 0 {
		return taken, nil
	}
	entries, err := db.All[Entry](ctx, q, `
		SELECT id, kind, amount, paid_by, checkout_id, staff_name, created_at
		FROM khata_entries
		WHERE kind = 'PAYMENT' AND checkout_id IN (`+db.Placeholders(1, len(orderIDs))+`)
		ORDER BY created_at, id`, db.Args(orderIDs)...)
	for _, e := range entries {
		taken[e.OrderID] = append(taken[e.OrderID], e)
	}
	return taken, err
}

// settle computes balance and since of a locked account from its entries.
func settle(ctx context.Context, tx *db.Tx, userID string, now time.Time) error {
	entries, err := entriesOf(ctx, tx, userID)
	if err != nil {
		return err
	}
	var balance money.Paise
	if len(entries) > 0 {
		balance = entries[len(entries)-1].Balance
	}
	since, _ := oldestOpen(entries)
	return db.Exec(ctx, tx, `UPDATE khata_accounts SET balance = $2, since = $3, updated_at = $4 WHERE user_id = $1`, userID, balance, since, now)
}

// Filter selects accounts that owe, or any accounts by IDs. The zero value selects all accounts that owe.
type Filter struct {
	Search string // parts of name and mobile
	Age    Age
	Over   bool     // only those over their limit
	IDs    []string // of customers, whatever their balance; empty: all that owe
	Page   int      // from 1
	Limit  int
}

// conditions returns the filter as SQL on users u and accounts k, with its arguments.
func (f Filter) conditions(now time.Time, shopLimit *money.Paise) (string, []any) {
	parts, args := []string{`u.merged_into = ''`}, []any{}
	if len(f.IDs) > 0 {
		parts, args = append(parts, `k.user_id IN (`+db.Placeholders(1, len(f.IDs))+`)`), db.Args(f.IDs)
	} else {
		parts = append(parts, `k.balance > 0`)
	}
	arg := func(value any) string {
		args = append(args, value)
		return "$" + strconv.Itoa(len(args))
	}
	mid, old := daysBefore(now, midAfter-1), daysBefore(now, oldAfter-1)
	switch f.Age {
	case AgeNew:
		parts = append(parts, `k.since >= `+arg(mid))
	case AgeMid:
		parts = append(parts, `k.since < `+arg(mid), `k.since >= `+arg(old))
	case AgeOld:
		parts = append(parts, `k.since < `+arg(old))
	}
	if f.Over {
		limit := `k.credit_limit`
		if shopLimit != nil {
			limit = `COALESCE(k.credit_limit, ` + arg(*shopLimit) + `)`
		}
		parts = append(parts, `k.balance > `+limit)
	}
	for word := range strings.FieldsSeq(unicodetext.SearchText(f.Search)) {
		like := arg("%" + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(word) + "%")
		parts = append(parts, `(LOWER(u.name) || ' ' || u.mobile LIKE `+like+` ESCAPE '\' OR u.id IN (SELECT user_id FROM customer_mobiles WHERE mobile LIKE `+like+` ESCAPE '\'))`)
	}
	return ` FROM khata_accounts k JOIN users u ON u.id = k.user_id WHERE ` + strings.Join(parts, ` AND `), args
}

// listAccounts returns a page of accounts, those that have owed longest first, and the total count.
func listAccounts(ctx context.Context, q db.Querier, f Filter, now time.Time, shopLimit *money.Paise) ([]accountRow, int, error) {
	where, args := f.conditions(now, shopLimit)
	total, err := db.Get[int](ctx, q, `SELECT COUNT(*)`+where, args...)
	if err != nil {
		return nil, 0, err
	}
	args = append(args, f.Limit, (f.Page-1)*f.Limit)
	rows, err := db.All[accountRow](ctx, q, `SELECT `+accountColumns+where+` ORDER BY k.since, k.user_id LIMIT $`+strconv.Itoa(len(args)-1)+` OFFSET $`+strconv.Itoa(len(args)), args...)
	return rows, total, err
}

// AgeSum is the number and sum of the accounts of an age.
type AgeSum struct {
	Age    Age         `db:"age" json:"age" enum:"0-30,31-60,61+"`
	People int         `db:"people" json:"people"`
	Amount money.Paise `db:"amount" json:"amount" doc:"Amount in rupees."`
}

// SchemaName returns the name in the API document.
func (AgeSum) SchemaName() string { return "KhataAge" }

// sumAges returns the sums of the accounts that owe by age, oldest first.
func sumAges(ctx context.Context, q db.Querier, now time.Time) ([]AgeSum, error) {
	found, err := db.All[AgeSum](ctx, q, `
		SELECT age, COUNT(*) AS people, CAST(SUM(balance) AS BIGINT) AS amount
		FROM (
			SELECT balance, CASE WHEN since < $1 THEN '61+' WHEN since < $2 THEN '31-60' ELSE '0-30' END AS age
			FROM khata_accounts
			WHERE balance > 0
		) AS owing
		GROUP BY age`, daysBefore(now, oldAfter-1), daysBefore(now, midAfter-1))
	sums := []AgeSum{{Age: AgeOld}, {Age: AgeMid}, {Age: AgeNew}}
	for _, f := range found {
		for i := range sums {
			if sums[i].Age == f.Age {
				sums[i] = f
			}
		}
	}
	return sums, err
}

// SumOwed returns the number of accounts that owe, and the sum of what they owe.
func SumOwed(ctx context.Context, q db.Querier) (AgeSum, error) {
	return db.Get[AgeSum](ctx, q, `SELECT '' AS age, COUNT(*) AS people, CAST(COALESCE(SUM(balance), 0) AS BIGINT) AS amount FROM khata_accounts WHERE balance > 0`)
}

// MoveTo moves a customer's khata to another customer. The other customer's own limit stays; without one, the
// moved account's own limit applies.
func MoveTo(ctx context.Context, tx *db.Tx, from, into string, now time.Time) error {
	has, err := db.Get[int](ctx, tx, `SELECT COUNT(*) FROM khata_accounts WHERE user_id = $1`, from)
	if err != nil || has == 0 {
		return err
	}
	for _, userID := range []string{min(from, into), max(from, into)} {
		if _, err := lockAccount(ctx, tx, userID, now); err != nil {
			return err
		}
	}
	for _, statement := range []string{
		`UPDATE khata_entries SET user_id = $2 WHERE user_id = $1`,
		`UPDATE khata_pages SET user_id = $2 WHERE user_id = $1`,
		`UPDATE khata_accounts SET credit_limit = (SELECT f.credit_limit FROM khata_accounts f WHERE f.user_id = $1) WHERE user_id = $2 AND credit_limit IS NULL`,
	} {
		if err := db.Exec(ctx, tx, statement, from, into); err != nil {
			return err
		}
	}
	if err := db.Exec(ctx, tx, `DELETE FROM khata_accounts WHERE user_id = $1`, from); err != nil {
		return err
	}
	return settle(ctx, tx, into, now)
}

// RefuseOpen returns fault.Conflict if a customer's balance is not 0, and otherwise revokes the links to the account.
func RefuseOpen(ctx context.Context, tx *db.Tx, userID string) error {
	open, err := db.All[money.Paise](ctx, tx, `SELECT balance FROM khata_accounts WHERE user_id = $1 AND balance <> 0`, userID)
	if err != nil {
		return err
	}
	if len(open) > 0 {
		return errOpen(open[0])
	}
	return revokePages(ctx, tx, userID)
}

func revokePages(ctx context.Context, tx *db.Tx, userID string) error {
	return db.Exec(ctx, tx, `DELETE FROM khata_pages WHERE user_id = $1`, userID)
}
