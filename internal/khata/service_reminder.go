package khata

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kirana/internal/account"
	"kirana/internal/audit"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/language"
	"kirana/internal/secret"
)

// PagePath is the path of a customer's page that needs no login; the token follows.
const PagePath = "/your-khata?token="

// maxPages limits the valid tokens of one account; the oldest are revoked.
const maxPages = 10

var (
	errNothingOwed = fault.New(fault.Conflict, "nothing_owed", "Nothing is open on this khata.")
	errNoPage      = fault.New(fault.NotFound, "no_khata", "This address is not valid any more. Please ask the shop for a new one.")
)

// Reminder is the text of a message, with the URL of the customer's page.
type Reminder struct {
	Text string    `json:"text"`
	URL  string    `json:"url" doc:"Secret address of the page, which needs no login. It must not be shared."`
	At   time.Time `json:"at"`
}

// SchemaName returns the name in the API document.
func (Reminder) SchemaName() string { return "KhataReminder" }

// Remind returns the reminder of a customer's open balance, in the customer's language, and records it. `base` is the shop's
// public URL.
func (s *Service) Remind(ctx context.Context, userID, base string) (Reminder, error) {
	shop, err := s.settings.Get(ctx)
	if err != nil {
		return Reminder{}, err
	}
	token := secret.New()
	r := Reminder{URL: base + PagePath + token, At: s.clock.Now()}
	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		a, err := lockAccount(ctx, tx, userID, r.At)
		if err != nil {
			return err
		}
		if a.Balance <= 0 || a.Since == nil {
			return errNothingOwed
		}
		invitation := language.NewPhrase("See every line here: %s", r.URL)
		if shop.PayKhataByUPI(a.Balance) != nil {
			invitation = language.NewPhrase("Pay by UPI and see every line here: %s", r.URL)
		}
		r.Text = language.Text(language.OfferedOrDefault(a.Language, shop.Languages), "Namaste %s ji, %s is open on your khata at %s, the oldest since %s. %s Thank you.",
			a.Name, a.Balance, shop.Name, language.DayOfYear(a.Since.In(clock.India)), invitation)
		if err := insertPage(ctx, tx, secret.Hash(token), userID, r.At); err != nil {
			return err
		}
		if err := db.Exec(ctx, tx, `UPDATE khata_accounts SET reminded_at = $2, updated_at = $2 WHERE user_id = $1`, userID, r.At); err != nil {
			return err
		}
		return audit.Write(ctx, tx, r.At, audit.Entry{What: "khata.remind", Object: a.Name, ObjectID: userID, After: a.Balance.String()})
	})
	if err != nil {
		return Reminder{}, fmt.Errorf("remind of a khata: %w", err)
	}
	return r, nil
}

// RevokePages revokes all tokens of a customer's page.
func (s *Service) RevokePages(ctx context.Context, userID string) error {
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		a, err := accountOf(ctx, tx, userID)
		if errors.Is(err, db.ErrNoRow) {
			return account.ErrNoCustomer
		}
		if err != nil {
			return err
		}
		if err := revokePages(ctx, tx, userID); err != nil {
			return err
		}
		return audit.Write(ctx, tx, s.clock.Now(), audit.Entry{What: "khata.revoke", Object: a.Name, ObjectID: userID})
	})
	if err != nil {
		return fmt.Errorf("end the pages of a khata: %w", err)
	}
	return nil
}

// Page is an account as shown to its customer without a login.
type Page struct {
	Statement

	Shop string `json:"shop"`
}

// SchemaName returns the name in the API document.
func (Page) SchemaName() string { return "KhataPage" }

// Page returns the account of a token. An unknown or revoked token fails with fault.NotFound.
func (s *Service) Page(ctx context.Context, token string) (Page, error) {
	userID, err := db.Get[string](ctx, s.db, `SELECT user_id FROM khata_pages WHERE token_hash = $1`, secret.Hash(token))
	if errors.Is(err, db.ErrNoRow) {
		return Page{}, errNoPage
	}
	if err != nil {
		return Page{}, fmt.Errorf("read the page of a khata: %w", err)
	}
	shop, err := s.settings.Get(ctx)
	if err != nil {
		return Page{}, err
	}
	statement, err := s.Statement(ctx, userID)
	statement.Customer = Person{Name: statement.Customer.Name} // the link may be forwarded
	return Page{Statement: statement.ForCustomer(), Shop: shop.Name}, err
}

// ForCustomer returns the statement without the names of staff, the marks of unconfirmed payments, and the time of the last
// reminder. It also clears these in s.Entries.
func (s Statement) ForCustomer() Statement {
	s.LastReminderAt = nil
	for i := range s.Entries {
		s.Entries[i].Who, s.Entries[i].Unconfirmed = "", false
	}
	return s
}

// insertPage stores a token and revokes the oldest above maxPages.
func insertPage(ctx context.Context, tx *db.Tx, hash, userID string, at time.Time) error {
	if err := db.Exec(ctx, tx, `INSERT INTO khata_pages (token_hash, user_id, created_at) VALUES ($1, $2, $3)`, hash, userID, at); err != nil {
		return err
	}
	return db.Exec(ctx, tx, `
		DELETE FROM khata_pages
		WHERE user_id = $1 AND token_hash NOT IN (
			SELECT token_hash FROM khata_pages WHERE user_id = $1 ORDER BY created_at DESC, token_hash LIMIT $2
		)`, userID, maxPages)
}
