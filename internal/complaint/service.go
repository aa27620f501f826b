package complaint

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"kirana/internal/account"
	"kirana/internal/audit"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/id"
	"kirana/internal/idempotency"
	"kirana/internal/job"
	"kirana/internal/language"
)

// Service stores and answers complaints.
type Service struct {
	db    *db.DB
	clock clock.Clock
}

// New returns a service.
func New(d *db.DB, c clock.Clock) *Service { return &Service{db: d, clock: c} }

// File stores a customer's complaint and mails its ticket number, if the customer's email is
// confirmed. Repeating it with the same key returns the stored complaint. orderName may be empty; a number that is not
// the customer's fails with fault.Invalid. Too many open complaints fail with fault.Conflict.
func (s *Service) File(ctx context.Context, userID, key, orderName, text string) (Complaint, error) {
	orderName, text = strings.TrimSpace(orderName), strings.TrimSpace(text)
	if text == "" || utf8.RuneCountInString(text) > maxText {
		return Complaint{}, fault.InField("text", "Please say what is wrong, in at most %d characters.", maxText)
	}
	if utf8.RuneCountInString(orderName) > maxOrder {
		return Complaint{}, fault.InField("order", "An order number can have at most %d characters.", maxOrder)
	}
	fingerprint, err := idempotency.Fingerprint([]string{"complaint", orderName, text})
	if err != nil {
		return Complaint{}, fmt.Errorf("file a complaint: %w", err)
	}
	c := Complaint{ID: id.New(), UserID: userID, Order: orderName, Text: text, CreatedAt: s.clock.Now()}
	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		request := idempotency.Request{Fingerprint: fingerprint, Thing: language.Word("complaint"), At: c.CreatedAt}
		// Only the id is stored under the key: the text must be gone as soon as it is erased.
		response, err := idempotency.Do(ctx, tx, idempotency.Key{UserID: userID, Value: key}, request, func() (any, error) {
			return c.ID, s.file(ctx, tx, c)
		})
		if err != nil {
			return err
		}
		var filed string
		if err := json.Unmarshal(response, &filed); err != nil {
			return err
		}
		c, err = lock(ctx, tx, filed)
		return err
	})
	if err != nil {
		return Complaint{}, fmt.Errorf("file a complaint: %w", err)
	}
	return c.withDeadlines(), nil
}

func (s *Service) file(ctx context.Context, tx *db.Tx, c Complaint) error {
	if err := account.LockUser(ctx, tx, c.UserID); err != nil {
		return err
	}
	if c.Order != "" {
		known, err := hasOrder(ctx, tx, c.UserID, orderNumber(c.Order))
		if err != nil {
			return err
		}
		if !known {
			return errNotOwnOrder
		}
	}
	open, err := countOpenOf(ctx, tx, c.UserID)
	if err != nil {
		return err
	}
	if open >= maxOpen {
		return errTooMany
	}
	if c.Number, err = db.NextNumber(ctx, tx, "complaint_number"); err != nil {
		return err
	}
	if err := insert(ctx, tx, c); err != nil {
		return err
	}
	return s.mail(ctx, tx, c, Mail{Received: true})
}

// mail enqueues a mail to the customer, unless they have no email. A mail with Received requires a confirmed email.
func (s *Service) mail(ctx context.Context, tx *db.Tx, c Complaint, m Mail) error {
	recipient, err := customerOf(ctx, tx, c.UserID)
	if err != nil || recipient.Email == "" || (m.Received && !recipient.Confirmed) {
		return err
	}
	m.Email, m.Name, m.Ticket = recipient.Email, recipient.Name, c.name()
	return job.Add(ctx, tx, s.clock.Now(), MailJob, m)
}

// Mine lists a customer's own complaints, newest first.
func (s *Service) Mine(ctx context.Context, userID string) ([]Complaint, error) {
	list, err := OfUser(ctx, s.db, userID)
	if err != nil {
		return nil, fmt.Errorf("list own complaints: %w", err)
	}
	return list, nil
}

// Filter selects the complaints of a list.
type Filter struct {
	Settled     bool // settled ones, newest first; otherwise open ones, oldest first
	Page, Limit int  // pages count from 1
}

// List lists a page of complaints for staff, and returns the total of all pages.
func (s *Service) List(ctx context.Context, f Filter) ([]FromCustomer, int, error) {
	list, err := page(ctx, s.db, f)
	if err != nil {
		return nil, 0, fmt.Errorf("list complaints: %w", err)
	}
	for i := range list {
		list[i].Complaint, list[i].CustomerID = list[i].withDeadlines(), list[i].UserID
		list[i].Name = account.CustomerName(language.Of(ctx), list[i].UserID, list[i].Name)
	}
	total, err := count(ctx, s.db, f.Settled)
	if err != nil {
		return nil, 0, fmt.Errorf("count complaints: %w", err)
	}
	return list, total, nil
}

// Answer records staff's answer to a complaint, and mails the customer if it changes anything.
// Settling requires a reply, in this answer or an earlier one. An unknown complaint is
// fault.NotFound.
func (s *Service) Answer(ctx context.Context, complaintID string, a Answer) (Complaint, error) {
	reply := strings.TrimSpace(a.Reply)
	if utf8.RuneCountInString(reply) > maxText {
		return Complaint{}, fault.InField("reply", "A reply can have at most %d characters.", maxText)
	}
	var c Complaint
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		var err error
		if c, err = lock(ctx, tx, complaintID); errors.Is(err, db.ErrNoRow) {
			return errNotFound
		} else if err != nil {
			return err
		}
		now, changed := s.clock.Now(), c.AcknowledgedAt == nil || (reply != "" && reply != c.Reply) || (a.Settled && c.SettledAt == nil)
		if !changed {
			return nil
		}
		if reply != "" {
			c.Reply = reply
		}
		if a.Settled && c.Reply == "" {
			return fault.InField("reply", "Please write what was done: the customer reads it.")
		}
		entry := audit.Entry{What: "complaint.acknowledge", Object: c.name(), After: reply}
		if c.AcknowledgedAt == nil {
			c.AcknowledgedAt = &now
		} else {
			entry.What = "complaint.reply"
		}
		if a.Settled && c.SettledAt == nil {
			c.SettledAt, entry.What = &now, "complaint.settle"
		}
		if err := update(ctx, tx, c); err != nil {
			return err
		}
		if err := audit.Write(ctx, tx, now, entry); err != nil {
			return err
		}
		return s.mail(ctx, tx, c, Mail{Reply: reply, Settled: a.Settled})
	})
	if err != nil {
		return Complaint{}, fmt.Errorf("answer a complaint: %w", err)
	}
	return c.withDeadlines(), nil
}
