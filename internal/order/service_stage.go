package order

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/language"
	"kirana/internal/payment"
)

// Move is a move of an order to another stage.
type Move struct {
	From, To   Stage
	PromisedAt *time.Time // UTC, with PACKING; nil: by the shop's settings
	Rider      string     // with OUT; "": unchanged, or the rider of the pincode if none is set
	PaidBy     PaidBy     // with DONE, of a cash order; "": cash, unless it is already paid
	Reference  string     // of a UPI payment
	Khata      KhataPay   // with PaidBy ByKhata
}

// SetStage moves an order from one stage to another, on behalf of staff. DONE delivers the pending lines.
// SetStage returns a fault.Conflict if the order is not at m.From; the error names who changed the order
// last, and contains the current order.
func (s *Service) SetStage(ctx context.Context, actor Actor, numberOrID string, m Move) (*Undo, error) {
	if m.PaidBy != "" && m.To != StageDone {
		return nil, fault.InField("paidBy", "Name the payment method when the order is delivered.")
	}
	shop, err := s.Settings.Get(ctx) // before the transaction: inside, it may need a second connection
	if err != nil {
		return nil, err
	}
	undo, err := s.change(ctx, actor, numberOrID, func(ctx context.Context, tx *db.Tx, c *orderChange) error {
		if c.Stage != m.From {
			return s.tooLate(ctx, tx, c.Order)
		}
		c.khata = m.Khata
		paid, err := s.payAtDoor(actor, c, m)
		if err != nil {
			return err
		}
		o, lines, err := move(c.Order, c.lines, m.To)
		if err != nil {
			return err
		}
		c.Order, c.lines = o, lines
		switch m.To { //nolint:exhaustive // the other stages need nothing more
		case StagePacking:
			switch {
			case m.PromisedAt != nil:
				if err := c.canPromise(*m.PromisedAt); err != nil {
					return err
				}
				c.PromisedAt = m.PromisedAt
			case m.From == StageNew || c.PromisedAt == nil: // an order moved back to packing keeps its promise
				c.PromisedAt = shop.Promise(c.at)
			}
		case StageOut:
			if rider := strings.TrimSpace(m.Rider); rider != "" || c.Rider == "" {
				c.Rider = shop.RiderFor(rider, c.Pincode)
			}
			if err := IndexWords(ctx, tx, c.ID, c.Rider); err != nil {
				return err
			}
		case StageDone:
			c.bookCash()
		}
		c.code = "stage"
		c.details = eventDetails{Text: language.Join(", ", append([]language.Phrase{stageWords[m.To]}, paid...)...), Before: string(m.From), After: string(m.To)}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("move an order: %w", err)
	}
	return undo, nil
}

// SetPromise changes the promised time of an order, on behalf of staff. A DONE order fails with
// fault.Conflict.
func (s *Service) SetPromise(ctx context.Context, actor Actor, numberOrID string, at time.Time) (*Undo, error) {
	undo, err := s.change(ctx, actor, numberOrID, func(_ context.Context, _ *db.Tx, c *orderChange) error {
		if c.Stage == StageDone {
			return errNothingToDo
		}
		if err := c.canPromise(at); err != nil {
			return err
		}
		c.details = eventDetails{Text: language.NewPhrase("promised it for %s", promiseText(at, c.at)), After: at.Format(time.RFC3339)}
		if c.PromisedAt != nil {
			c.details.Before = c.PromisedAt.Format(time.RFC3339)
		}
		c.PromisedAt, c.code = &at, "promise"
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("promise a time: %w", err)
	}
	return undo, nil
}

// maxPromise is how far ahead an order can be promised.
const maxPromise = 30 * 24 * time.Hour

// canPromise refuses a time before the order was placed or too far ahead. JSON cannot encode a year
// above 9999, so one such order would break every list.
func (c *orderChange) canPromise(at time.Time) error {
	if at.Before(c.CreatedAt) || at.After(c.at.Add(maxPromise)) {
		return fault.InField("promisedAt", "The promised time must be after the order was placed and within %d days.", int(maxPromise.Hours())/24)
	}
	return nil
}

// promiseText formats a promised time in India, with the day if it is not today.
func promiseText(at, now time.Time) language.Phrase {
	at, now = at.In(clock.India), now.In(clock.India)
	if at.Format(time.DateOnly) == now.Format(time.DateOnly) {
		return language.Minute(at)
	}
	return language.Join(", ", language.DayOfYear(at), language.Minute(at))
}

// SetDeliveryOfAll sets the delivery status of every line that is not canceled, on behalf of staff.
// Canceling first ends an open payment at the provider. It fails with fault.Conflict if no line changes.
func (s *Service) SetDeliveryOfAll(ctx context.Context, actor Actor, numberOrID string, to Delivery) (*Undo, error) {
	if !to.Valid() {
		return nil, fault.InField("delivery_status", "Delivery status must be PENDING, DELIVERED or CANCELED.")
	}
	undo, err := s.change(ctx, actor, numberOrID, func(ctx context.Context, tx *db.Tx, c *orderChange) error {
		c.code = "status"
		c.details = eventDetails{Text: language.NewPhrase("set every line to %s", deliveryWords[to]), After: string(to)}
		return s.deliverAll(ctx, tx, c, to)
	})
	if err != nil {
		return nil, fmt.Errorf("set the delivery status of an order: %w", err)
	}
	return undo, nil
}

// deliverAll sets the delivery status of the lines that are not canceled. It returns *errOpenAttempts if
// it should cancel an order that can still be paid.
func (s *Service) deliverAll(ctx context.Context, tx *db.Tx, c *orderChange, to Delivery) error {
	if to == Canceled && c.Method == Online {
		a, open, err := s.Payments.OpenAttempt(ctx, tx, c.ID)
		if err != nil {
			return err
		}
		if open {
			return &errOpenAttempts{[]payment.Attempt{a}}
		}
	}
	lines, err := deliver(c.lines, to, func(l Line) bool { return l.live() && l.Delivery != to })
	c.lines = lines
	c.bookCash()
	return err
}

// maxReason is the maximum length of a reason, in characters.
const maxReason = 300

// Refusal is the cancellation of a whole order.
type Refusal struct {
	Reason    string // shown to the shopper
	KeepStock bool   // do not return spoiled goods to the stock
}

// Refuse cancels a whole order, on behalf of staff. Its stock is released unless r.KeepStock is set, and
// payments online or by UPI become RefundDue. An order with a delivered line fails with fault.Conflict.
func (s *Service) Refuse(ctx context.Context, actor Actor, numberOrID string, r Refusal) (*Undo, error) {
	reason := strings.TrimSpace(r.Reason)
	if reason == "" || len([]rune(reason)) > maxReason {
		return nil, fault.InField("reason", "Please say why, in at most %d characters: the shopper reads it.", maxReason)
	}
	undo, err := s.change(ctx, actor, numberOrID, func(ctx context.Context, tx *db.Tx, c *orderChange) error {
		if c.Stage == StageDone && slices.ContainsFunc(c.lines, Line.live) {
			return errDelivered
		}
		if slices.ContainsFunc(c.lines, func(l Line) bool { return l.Delivery == Delivered && l.live() }) {
			return errPartlyDelivered
		}
		c.Reason, c.code, c.keepStock = reason, "refused", r.KeepStock
		after := language.Word(reason)
		if r.KeepStock {
			after = language.NewPhrase("%s (not back in stock)", after)
		}
		c.details = eventDetails{Text: language.NewPhrase("canceled the order: %s", ReasonPhrase(reason)), After: string(after.Store())}
		return s.deliverAll(ctx, tx, c, Canceled)
	})
	if err != nil {
		return nil, fmt.Errorf("refuse an order: %w", err)
	}
	return undo, nil
}

// Cancel cancels a shopper's own order while it is NEW; later it returns fault.Conflict. Another shopper's
// order fails with fault.NotFound.
func (s *Service) Cancel(ctx context.Context, actor Actor, numberOrID string) error {
	_, err := s.change(ctx, actor, numberOrID, func(ctx context.Context, tx *db.Tx, c *orderChange) error {
		switch {
		case c.UserID != actor.UserID:
			return errNoOrder
		case c.Stage != StageNew:
			return errPacking
		}
		c.Reason, c.code, c.undoable = "Canceled by the shopper.", "canceled", false
		c.details = eventDetails{Text: language.Word("canceled the order")}
		return s.deliverAll(ctx, tx, c, Canceled)
	})
	if err != nil {
		return fmt.Errorf("cancel an order: %w", err)
	}
	return nil
}

// Take makes the actor the packer of an order, in place of any earlier packer.
func (s *Service) Take(ctx context.Context, actor Actor, numberOrID string) error {
	_, err := s.change(ctx, actor, numberOrID, func(_ context.Context, _ *db.Tx, c *orderChange) error {
		c.details = eventDetails{Text: language.Word("packs it"), Before: c.PackerName, After: actor.Name}
		c.PackerID, c.PackerName = actor.UserID, actor.Name
		c.code, c.undoable, c.silent = "packer", false, true
		return nil
	})
	if err != nil {
		return fmt.Errorf("take an order: %w", err)
	}
	return nil
}

// maxNote is the maximum length of a staff note, in characters.
const maxNote = 1000

// SetNote stores the staff note of an order. Shoppers never see it.
func (s *Service) SetNote(ctx context.Context, actor Actor, numberOrID, note string) error {
	note = strings.TrimSpace(note)
	if len([]rune(note)) > maxNote {
		return fault.InField("staffNote", "A note can have at most %d characters.", maxNote)
	}
	_, err := s.change(ctx, actor, numberOrID, func(_ context.Context, _ *db.Tx, c *orderChange) error {
		c.details = eventDetails{Text: language.Word("wrote a note"), Before: c.StaffNote, After: note}
		c.StaffNote, c.code, c.undoable, c.silent = note, "note", false, true
		return nil
	})
	if err != nil {
		return fmt.Errorf("note an order: %w", err)
	}
	return nil
}
