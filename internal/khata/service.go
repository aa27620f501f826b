package khata

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"kirana/internal/account"
	"kirana/internal/audit"
	"kirana/internal/changes"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/id"
	"kirana/internal/idempotency"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/settings"
)

// Service manages the accounts.
type Service struct {
	db       *db.DB
	clock    clock.Clock
	accounts *account.Service
	settings *settings.Service
}

// New returns a Service.
func New(d *db.DB, c clock.Clock, accounts *account.Service, s *settings.Service) *Service {
	return &Service{db: d, clock: c, accounts: accounts, settings: s}
}

// Posting is a set of entries of one customer that are added together.
type Posting struct {
	UserID  string
	Entries []Entry      // Post sets ID, UserID, At, StaffID and Who
	Limit   *money.Paise // the shop's limit, which the customer's own overrides; nil: none
	// Override allows a sale over the limit.
	Override bool
	Staff    Staff
	At       time.Time
}

// Staff is the member of staff who adds an entry.
type Staff struct{ ID, Name string }

// Post locks the account and adds entries in the caller's transaction. Entries that together raise the balance above the limit
// fail with fault.Conflict with a LimitSplit; an unknown customer fails with fault.NotFound.
func Post(ctx context.Context, tx *db.Tx, p Posting) error {
	a, err := lockAccount(ctx, tx, p.UserID, p.At)
	if err != nil {
		return err
	}
	var raise money.Paise
	for i := range p.Entries {
		e := &p.Entries[i]
		e.ID, e.UserID, e.At, e.StaffID, e.Who = id.New(), p.UserID, p.At, p.Staff.ID, p.Staff.Name
		raise += e.Amount
	}
	limit := p.Limit
	if a.Limit != nil {
		limit = a.Limit
	}
	if raise > 0 && limit != nil && a.Balance+raise > *limit && !p.Override {
		return refuseOver(a.Name, a.Balance, *limit, raise)
	}
	if err := insertEntries(ctx, tx, p.Entries); err != nil {
		return err
	}
	return settle(ctx, tx, p.UserID, p.At)
}

// errOpen returns the refusal for an account whose balance is not 0.
func errOpen(balance money.Paise) error {
	return fault.New(fault.Conflict, "khata_open", "The khata is not settled: %s is open.", max(balance, -balance))
}

// List is a page of accounts.
type List struct {
	Accounts []Account
	Total    int      // accounts in all pages
	Ages     []AgeSum // of all accounts that owe, oldest first
}

// List returns a page of accounts, those that have owed longest first.
func (s *Service) List(ctx context.Context, f Filter) (List, error) {
	if f.Age != "" && !f.Age.Valid() {
		return List{}, fault.InField("age", "The age must be 0-30, 31-60 or 61+.")
	}
	shop, err := s.settings.Get(ctx)
	if err != nil {
		return List{}, err
	}
	now := s.clock.Now()
	rows, total, err := listAccounts(ctx, s.db, f, now, shop.Khata.Limit)
	if err != nil {
		return List{}, fmt.Errorf("list the khata: %w", err)
	}
	list := List{Accounts: make([]Account, len(rows)), Total: total}
	for i, row := range rows {
		list.Accounts[i] = row.view(language.Of(ctx), shop, now)
	}
	if list.Ages, err = sumAges(ctx, s.db, now); err != nil {
		return List{}, fmt.Errorf("sum the khata: %w", err)
	}
	return list, nil
}

// ListChanged returns the accounts that changed after a cursor and match a filter, whatever their balance.
func (s *Service) ListChanged(ctx context.Context, since string, f Filter) (changes.Page, []Account, error) {
	page, err := changes.Records(ctx, s.db, since, f.Limit, changes.KhataChanged)
	if err != nil || len(page.IDs) == 0 {
		return page, nil, err
	}
	f.IDs, f.Page = page.IDs, 1
	list, err := s.List(ctx, f)
	return page, list.Accounts, err
}

func (a accountRow) view(lang string, shop settings.Settings, now time.Time) Account {
	view := Account{
		Customer: Person{a.UserID, account.CustomerName(lang, a.UserID, a.Name), a.Mobile}, Balance: a.Balance, Since: a.Since, Age: ageOf(a.Since, now),
		Limit: shop.Khata.Limit, OwnLimit: a.Limit != nil, LastReminderAt: a.RemindedAt,
	}
	if a.Limit != nil {
		view.Limit = a.Limit
	}
	return view
}

// Account returns a customer's account, which is empty without entries. An unknown customer fails with fault.NotFound.
func (s *Service) Account(ctx context.Context, userID string) (Account, error) {
	shop, err := s.settings.Get(ctx)
	if err != nil {
		return Account{}, err
	}
	a, err := accountOf(ctx, s.db, userID)
	if errors.Is(err, db.ErrNoRow) {
		return Account{}, account.ErrNoCustomer
	}
	if err != nil {
		return Account{}, fmt.Errorf("read a khata: %w", err)
	}
	return a.view(language.Of(ctx), shop, s.clock.Now()), nil
}

// Statement returns a customer's account with its entries.
func (s *Service) Statement(ctx context.Context, userID string) (Statement, error) {
	a, err := s.Account(ctx, userID)
	if err != nil {
		return Statement{}, err
	}
	shop, err := s.settings.Get(ctx)
	if err != nil {
		return Statement{}, err
	}
	entries, err := entriesOf(ctx, s.db, userID)
	if err != nil {
		return Statement{}, fmt.Errorf("read the entries of a khata: %w", err)
	}
	st := Statement{Account: a, Entries: make([]Entry, 0, len(entries)), UPI: shop.PayKhataByUPI(a.Balance)}
	_, st.OldestOpen = oldestOpen(entries)
	for _, e := range slices.Backward(entries) {
		e.Reason = e.reasonIn(language.Of(ctx))
		st.Entries = append(st.Entries, e)
	}
	return st, nil
}

// Line is an entry that staff adds by hand.
type Line struct {
	UserID    string
	Kind      Kind        // Payment or Correction
	Amount    money.Paise // payments are positive; a correction raises the balance, or lowers it if negative
	By        string      // CASH, UPI or CARD, for a payment
	Reason    string
	Reference string
	// Unconfirmed is set for a payment without cash that a packer records: a manager has to confirm it.
	Unconfirmed bool `json:"-"`
}

// check returns fault.Invalid, with the field, for values that are invalid regardless of the database.
func (l *Line) check() error {
	l.Reason, l.Reference = strings.TrimSpace(l.Reason), strings.TrimSpace(l.Reference)
	switch {
	case l.Kind != Payment && l.Kind != Correction:
		return errKhataKind
	case l.Amount == 0, l.Kind == Payment && l.Amount < 0:
		return errNoAmount
	case l.Kind == Payment && l.By != "CASH" && l.By != "UPI" && l.By != "CARD":
		return errNoMethod
	case l.Kind == Correction && l.Reason == "":
		return errNoReason
	}
	if l.Kind == Correction {
		l.By = ""
	}
	return nil
}

// Add adds a payment or correction and returns the statement. Repeating a call with the same key adds nothing.
func (s *Service) Add(ctx context.Context, staff Staff, key string, l Line) (Statement, error) {
	if err := errors.Join(idempotency.CheckKey(key), l.check()); err != nil {
		return Statement{}, err
	}
	fingerprint, err := idempotency.Fingerprint(l)
	if err != nil {
		return Statement{}, err
	}
	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		now := s.clock.Now()
		request := idempotency.Request{Fingerprint: fingerprint, Thing: language.Word("entry of the khata"), At: now}
		_, err := idempotency.Do(ctx, tx, idempotency.Key{UserID: staff.ID, Value: key}, request, func() (any, error) {
			return struct{}{}, s.addLine(ctx, tx, staff, l, now)
		})
		return err
	})
	if err != nil {
		return Statement{}, fmt.Errorf("add to a khata: %w", err)
	}
	return s.Statement(ctx, l.UserID)
}

func (s *Service) addLine(ctx context.Context, tx *db.Tx, staff Staff, l Line, now time.Time) error {
	e := Entry{Kind: l.Kind, Amount: l.Amount, By: l.By, Reason: l.Reason, Reference: l.Reference}
	if l.Kind == Payment {
		e.Amount = -l.Amount
	}
	// A correction records an existing debt, so no limit applies.
	posting := Posting{UserID: l.UserID, Entries: []Entry{e}, Override: true, Staff: staff, At: now}
	if err := Post(ctx, tx, posting); err != nil {
		return err
	}
	if l.Unconfirmed {
		if err := insertUnconfirmed(ctx, tx, posting.Entries[0]); err != nil {
			return err
		}
	}
	a, err := accountOf(ctx, tx, l.UserID)
	if err != nil {
		return err
	}
	after := language.Join(", ", language.NewPhrase("%s", l.Amount), audit.PaidBy(l.By), typedPhrase(l.Reason), typedPhrase(l.Reference))
	return audit.Write(ctx, tx, now, audit.Entry{What: "khata." + strings.ToLower(string(l.Kind)), Object: a.Name, ObjectID: a.UserID, Before: (a.Balance - e.Amount).String(), After: string(after.Store())})
}

// typedPhrase returns a text that staff typed as a phrase; the empty phrase for "".
func typedPhrase(text string) language.Phrase {
	if text == "" {
		return language.Phrase{}
	}
	return language.NewPhrase("%s", text)
}

// Confirm confirms a payment by UPI or card that a packer recorded, and returns the statement. An unknown entry fails with
// fault.NotFound; an entry that needs no confirmation stays unchanged.
func (s *Service) Confirm(ctx context.Context, userID, entryID string) (Statement, error) {
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		e, err := entryOf(ctx, tx, userID, entryID)
		if errors.Is(err, db.ErrNoRow) {
			return errNoEntry
		}
		if err != nil {
			return err
		}
		confirmed, err := db.ExecRows(ctx, tx, `DELETE FROM khata_unconfirmed WHERE entry_id = $1`, entryID)
		if err != nil || confirmed == 0 {
			return err
		}
		a, err := accountOf(ctx, tx, userID)
		if err != nil {
			return err
		}
		after := language.Join(", ", language.NewPhrase("%s", -e.Amount), audit.PaidBy(e.By), typedPhrase(e.Reference))
		return audit.Write(ctx, tx, s.clock.Now(), audit.Entry{What: "khata.confirm", Object: a.Name, ObjectID: userID, After: string(after.Store())})
	})
	if err != nil {
		return Statement{}, fmt.Errorf("confirm a payment of a khata: %w", err)
	}
	return s.Statement(ctx, userID)
}

// SetLimit sets a customer's own limit; with nil the shop's applies. An unknown or deleted customer fails with fault.NotFound.
func (s *Service) SetLimit(ctx context.Context, userID string, limit *money.Paise) (Statement, error) {
	if err := s.db.Tx(ctx, func(tx *db.Tx) error { return s.SetLimitTx(ctx, tx, userID, limit) }); err != nil {
		return Statement{}, fmt.Errorf("set the limit of a khata: %w", err)
	}
	return s.Statement(ctx, userID)
}

// SetLimitTx is SetLimit in the caller's transaction.
func (s *Service) SetLimitTx(ctx context.Context, tx *db.Tx, userID string, limit *money.Paise) error {
	now := s.clock.Now()
	a, err := lockAccount(ctx, tx, userID, now)
	if err != nil {
		return err
	}
	if a.Deleted {
		return account.ErrNoCustomer
	}
	if err := db.Exec(ctx, tx, `UPDATE khata_accounts SET credit_limit = $2, updated_at = $3 WHERE user_id = $1`, userID, limit, now); err != nil {
		return err
	}
	return audit.Write(ctx, tx, now, audit.Entry{What: "khata.limit", Object: a.Name, ObjectID: userID, Before: limitText(a.Limit), After: limitText(limit)})
}

func limitText(limit *money.Paise) string {
	if limit == nil {
		return string(language.Word("the shop's").Store())
	}
	return limit.String()
}
