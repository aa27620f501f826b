package order

import (
	"context"
	"fmt"
	"strings"
	"time"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/payment"
)

// Move is one press that moves a checkout on.
type Move struct {
	From, To   Stage
	PromisedAt *time.Time // with PACKING; nil is what the shop's rule gives
	Rider      string     // with OUT; "" leaves it
}

// SetStage moves a checkout from one stage to another, as staff; DONE delivers its
// pending rows. When it is not at From any more it is a fault.Conflict that says who
// has moved it, with the checkout as it is.
func (s *Service) SetStage(ctx context.Context, actor Actor, numberOrID string, m Move) (*Undo, error) {
	shop, err := s.Settings.Get(ctx) // before the transaction: it may take a connection of its own
	if err != nil {
		return nil, err
	}
	undo, err := s.change(ctx, actor, numberOrID, func(ctx context.Context, tx *db.Tx, w *working) error {
		if w.Stage != m.From {
			return s.tooLate(ctx, tx, w.Checkout)
		}
		c, rows, err := move(w.Checkout, w.rows, m.To)
		if err != nil {
			return err
		}
		w.Checkout, w.rows = c, rows
		switch m.To { //nolint:exhaustive // the other stages ask for nothing more
		case StagePacking:
			if w.PromisedAt = m.PromisedAt; w.PromisedAt == nil {
				w.PromisedAt = shop.Promise(w.at)
			}
		case StageOut:
			if m.Rider != "" {
				w.Rider = m.Rider
			}
		case StageDone:
			w.bookCash()
		}
		w.what = "stage"
		w.details = eventDetails{Text: stageWords[m.To], Before: string(m.From), After: string(m.To)}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("move a checkout: %w", err)
	}
	return undo, nil
}

// SetDeliveryOfAll sets the delivery status of every row of a checkout that is not
// canceled, as staff. Canceled ends an open payment at the provider first.
func (s *Service) SetDeliveryOfAll(ctx context.Context, actor Actor, numberOrID string, to Delivery) (*Undo, error) {
	if !to.Valid() {
		return nil, fault.InField("delivery_status", "Delivery status must be PENDING, DELIVERED or CANCELED.")
	}
	undo, err := s.change(ctx, actor, numberOrID, func(ctx context.Context, tx *db.Tx, w *working) error {
		w.what = "status"
		w.details = eventDetails{Text: "set every line to " + strings.ToLower(string(to)), After: string(to)}
		return s.deliverAll(ctx, tx, w, to)
	})
	if err != nil {
		return nil, fmt.Errorf("set the delivery status of a checkout: %w", err)
	}
	return undo, nil
}

// deliverAll sets the status of the rows that are not canceled, and ends what may
// still be paid before it cancels.
func (s *Service) deliverAll(ctx context.Context, tx *db.Tx, w *working, to Delivery) error {
	if to == Canceled && w.Method == Online {
		a, open, err := s.Payments.OpenAttempt(ctx, tx, w.ID)
		if err != nil {
			return err
		}
		if open {
			return &errOpenAttempts{[]payment.Attempt{a}}
		}
	}
	rows, err := deliver(w.Checkout, w.rows, to, func(o Order) bool { return o.live() && o.Delivery != to })
	w.rows = rows
	w.bookCash()
	return err
}

// maxReason bounds why an order was refused, in characters.
const maxReason = 300

// Refuse cancels a whole checkout, as staff, for a reason that the shopper reads. Its
// stock goes back, and so does money that was paid.
func (s *Service) Refuse(ctx context.Context, actor Actor, numberOrID, reason string) (*Undo, error) {
	reason = strings.TrimSpace(reason)
	if reason == "" || len([]rune(reason)) > maxReason {
		return nil, fault.InField("reason", "Please say why, in at most %d characters: the shopper reads it.", maxReason)
	}
	undo, err := s.change(ctx, actor, numberOrID, func(ctx context.Context, tx *db.Tx, w *working) error {
		w.Reason, w.what = reason, "refused"
		w.details = eventDetails{Text: "canceled the order: " + reason, After: reason}
		return s.deliverAll(ctx, tx, w, Canceled)
	})
	if err != nil {
		return nil, fmt.Errorf("refuse a checkout: %w", err)
	}
	return undo, nil
}

// Cancel cancels a shopper's own checkout, as long as it is NEW; then it is a
// fault.Conflict. Anybody else's is fault.NotFound.
func (s *Service) Cancel(ctx context.Context, actor Actor, numberOrID string) error {
	_, err := s.change(ctx, actor, numberOrID, func(ctx context.Context, tx *db.Tx, w *working) error {
		switch {
		case w.UserID != actor.UserID:
			return errNoCheckout
		case w.Stage != StageNew:
			return errPacking
		}
		w.Reason, w.what, w.undoable = "Canceled by the shopper.", "canceled", false
		w.details = eventDetails{Text: "canceled the order"}
		return s.deliverAll(ctx, tx, w, Canceled)
	})
	if err != nil {
		return fmt.Errorf("cancel a checkout: %w", err)
	}
	return nil
}

// Take names who packs a checkout; who takes it over is named next.
func (s *Service) Take(ctx context.Context, actor Actor, numberOrID string) error {
	_, err := s.change(ctx, actor, numberOrID, func(_ context.Context, _ *db.Tx, w *working) error {
		w.details = eventDetails{Text: "packs it", Before: w.PackerName, After: actor.Name}
		w.PackerID, w.PackerName = actor.UserID, actor.Name
		w.what, w.undoable, w.silent = "packer", false, true
		return nil
	})
	if err != nil {
		return fmt.Errorf("take a checkout: %w", err)
	}
	return nil
}

// maxNote bounds a note of staff, in characters.
const maxNote = 1000

// SetNote keeps what staff wrote down of a checkout; no shopper reads it.
func (s *Service) SetNote(ctx context.Context, actor Actor, numberOrID, note string) error {
	note = strings.TrimSpace(note)
	if len([]rune(note)) > maxNote {
		return fault.InField("staffNote", "A note can have at most %d characters.", maxNote)
	}
	_, err := s.change(ctx, actor, numberOrID, func(_ context.Context, _ *db.Tx, w *working) error {
		w.details = eventDetails{Text: "wrote a note", Before: w.StaffNote, After: note}
		w.StaffNote, w.what, w.undoable, w.silent = note, "note", false, true
		return nil
	})
	if err != nil {
		return fmt.Errorf("note a checkout: %w", err)
	}
	return nil
}
