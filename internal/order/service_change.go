package order

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"kirana/internal/audit"
	"kirana/internal/bill"
	"kirana/internal/catalog/stock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/language"
	"kirana/internal/notify"
	"kirana/internal/payment"
	"kirana/internal/settings"
)

// orderChange is a locked order with an action's changes to it and its lines.
type orderChange struct {
	Order
	lines []Line // with hidden lines
	added []Line // new lines; stock that they need is reserved already

	code     string // code for the timeline; "": nothing has changed
	details  eventDetails
	undoable bool // false for an action without undo, and after a call to a provider
	silent   bool // do not mail the shopper
	// keepStock makes save move no stock: the removed pieces cannot be sold, or the action has
	// moved the stock already.
	keepStock bool
	keptLines []string // ids of lines whose stock save does not move
	shop      settings.Settings
	undone    *time.Time // time (UTC) of the action that this one undoes; nil if none
	billed    bool       // staff asked for the bill
	khata     KhataPay   // how the order is put on the khata
	at        time.Time

	// The rest is set by a sale or a return at the counter.
	billSlot, secondSlot, creditSlot bill.Slot
	creditReason                     string // of the return, for the credit note
	returnDeviceID                   string // of the device that took the goods back
}

// snapshot is an order before an action, stored for its undo.
type snapshot struct {
	Order   Order  `json:"checkout"`
	Lines   []Line `json:"rows"`
	Version int    `json:"version"` // after the action; the undo requires it
	// KeptStock: neither the action nor its undo moves stock.
	KeptStock bool     `json:"keptStock,omitempty"`
	KeptLines []string `json:"keptRows,omitempty"` // ids of lines whose stock the action did not move
}

// Undo names an action that can be undone, and the time (UTC) until which it can.
type Undo struct {
	ID    string    `json:"id"`
	Until time.Time `json:"until"`
}

// change runs an action on a locked order and saves its changes in one transaction: stock, lines,
// bills, khata, timeline, activity log and the shopper's mail. If the action returns
// *errOpenAttempts, change ends these payments at the provider and runs the action again. The Undo
// is nil if nothing changed, or the action cannot be undone.
func (s *Service) change(ctx context.Context, actor Actor, numberOrID string, action func(ctx context.Context, tx *db.Tx, c *orderChange) error) (*Undo, error) {
	shop, err := s.Settings.Get(ctx) // before the transaction: inside, it may need a second connection
	if err != nil {
		return nil, err
	}
	calledBefore := false
	for range maxAttempts {
		var undo *Undo
		err := s.db.Tx(ctx, func(tx *db.Tx) error {
			var err error
			undo, err = s.changeLocked(ctx, tx, actor, actionRun{numberOrID: numberOrID, called: calledBefore, shop: shop}, action)
			return err
		})
		var open *errOpenAttempts
		if !errors.As(err, &open) {
			return undo, err
		}
		calledBefore = true // a call to the provider cannot be undone
		if err := s.endOpen(ctx, open.attempts, actor); err != nil {
			return nil, err
		}
	}
	return nil, payment.ErrProcessing
}

func (s *Service) endOpen(ctx context.Context, attempts []payment.Attempt, actor Actor) error {
	for _, a := range attempts {
		ended, err := s.Payments.End(ctx, a, actor.payment())
		if err != nil {
			return fmt.Errorf("end the payment of an order: %w", err)
		}
		if ended.Processing {
			return payment.ErrProcessing
		}
	}
	return nil
}

// actionRun is one run of an action on an order.
type actionRun struct {
	numberOrID string
	called     bool // a provider was called in an earlier run
	shop       settings.Settings
	at         time.Time // UTC; zero: now
}

func (s *Service) changeLocked(ctx context.Context, tx *db.Tx, actor Actor, run actionRun,
	action func(ctx context.Context, tx *db.Tx, c *orderChange) error,
) (*Undo, error) {
	before, lines, err := lockOrder(ctx, tx, run.numberOrID)
	if err != nil {
		return nil, err
	}
	if !run.called { // ending a payment raises the version, too
		if err := s.checkVersion(ctx, tx, before, actor.Version); err != nil {
			return nil, err
		}
	}
	c := &orderChange{Order: before, lines: slices.Clone(lines), undoable: true, shop: run.shop, at: run.at}
	if c.at.IsZero() {
		c.at = s.clock.Now()
	}
	if before.Channel == ChannelCounter {
		c.billSlot, _ = bill.ParseSlot(before.BillNumber)
	}
	if err := action(ctx, tx, c); err != nil {
		return nil, err
	}
	if before.Channel == ChannelCounter && c.code != "" && !slices.Contains(counterCodes, c.code) {
		return nil, errSoldAtCounter
	}
	if c.code == "" {
		return nil, nil //nolint:nilnil // the action changed nothing: there is nothing to undo
	}
	c.undoable = c.undoable && !run.called
	return s.save(ctx, tx, actor, snapshot{Order: before, Lines: lines}, c)
}

// checkVersion refuses an action on an older version of an order, unless later changes only ticked
// lines or set the packer. Version 0 is not checked.
func (s *Service) checkVersion(ctx context.Context, tx *db.Tx, o Order, version int) error {
	if version == 0 || version >= o.Version {
		return nil
	}
	changes, err := db.Get[int](ctx, tx, `
		SELECT COUNT(*)
		FROM (
			SELECT what FROM checkout_events WHERE checkout_id = $1 AND what NOT IN ('mail', 'printed', 'note') ORDER BY id DESC LIMIT $2
		) AS later
		WHERE what NOT IN ('ticked', 'packer')`, o.ID, o.Version-version)
	if err != nil || changes == 0 {
		return err
	}
	return s.tooLate(ctx, tx, o)
}

// save writes an action's changes of an order, and moves the stock. It returns the undo of the
// action, or nil.
func (s *Service) save(ctx context.Context, tx *db.Tx, actor Actor, before snapshot, c *orderChange) (*Undo, error) {
	c.roundOff(before.Lines)
	c.flagUnclaimed(actor, before)
	if !c.keepStock {
		if err := s.moveStockOf(ctx, tx, before.Lines, c.lines, c.keptLines...); err != nil {
			return nil, err
		}
	}
	if err := saveLines(ctx, tx, change{before: before.Lines, after: c.lines, actor: actor.payment(), at: c.at, undo: c.undone != nil}); err != nil {
		return nil, err
	}
	if len(c.added) > 0 {
		if err := insertAdded(ctx, tx, actor, c); err != nil {
			return nil, err
		}
		if err := IndexWords(ctx, tx, c.ID, lineTexts(c.added)...); err != nil {
			return nil, err
		}
	}
	if err := s.followBills(ctx, tx, before, c); err != nil {
		return nil, err
	}
	if err := s.followKhata(ctx, tx, actor, before, c); err != nil {
		return nil, err
	}
	if c.undone == nil { // an undo restores the time of the stage
		c.StageAt = &c.at
	}
	update := updateOrder
	if c.code == "note" {
		update = updateNote
	}
	if err := update(ctx, tx, c.Order, c.at); err != nil {
		return nil, err
	}
	undo, err := s.record(ctx, tx, actor, before, c)
	if err != nil {
		return nil, err
	}
	tx.Notify(notify.Topic)
	if c.silent {
		return undo, nil
	}
	return undo, enqueueMail(ctx, tx, c.at, c.ID)
}

// moveStockOf reserves and releases the stock by which the lines differ, except the stock of the
// kept lines (ids).
func (s *Service) moveStockOf(ctx context.Context, tx *db.Tx, before, after []Line, kept ...string) error {
	reserve, release := stockDifference(before, after)
	isKept := func(line stock.Line) bool { return slices.Contains(kept, line.LineID) }
	reserve, release = slices.DeleteFunc(reserve, isKept), slices.DeleteFunc(release, isKept)
	if len(reserve) > 0 {
		if err := s.Stock.ReserveAgain(ctx, tx, reserve); err != nil {
			return err
		}
	}
	if len(release) > 0 {
		return s.Stock.Release(ctx, tx, release, stock.Cancellation)
	}
	return nil
}

// record writes an action to the timeline and the activity log. It returns the undo of the action,
// or nil.
func (s *Service) record(ctx context.Context, tx *db.Tx, actor Actor, before snapshot, c *orderChange) (*Undo, error) {
	e, err := newEvent(c.ID, actor, c.code, c.details, c.at)
	if err != nil {
		return nil, err
	}
	var undo *Undo
	if c.undoable {
		before.Version, before.KeptStock, before.KeptLines = before.Order.Version+1, c.keepStock, c.keptLines
		text, err := json.Marshal(before)
		if err != nil {
			return nil, err
		}
		e.Undo = string(text)
		undo = &Undo{ID: e.ID, Until: c.at.Add(undoWindow)}
	}
	if err := insertEvents(ctx, tx, e); err != nil {
		return nil, err
	}
	entry := audit.Entry{What: auditCode(c.code), Object: c.name(), Before: c.details.Before, After: c.details.After}
	return undo, audit.Write(ctx, tx, c.at, entry)
}

// auditCode returns the code in the activity log for a code of the timeline.
func auditCode(code string) string {
	switch code {
	case "status":
		return "order.status"
	case "refund":
		return "refund"
	case "counter_paid":
		return "counter.payments"
	case "counter_returned":
		return "counter.return"
	}
	return "checkout." + code
}

// payment returns the actor for the payment history.
func (a Actor) payment() payment.Actor {
	kind := payment.ByAdministrator
	if a.Kind == ByShopper {
		kind = payment.ByShopper
	}
	return payment.Actor{Kind: kind, UserID: a.UserID}
}

// Undo undoes an action within ten seconds: it restores stage, lines, stock and payments. The
// shopper is mailed neither the action nor the undo. Undo fails with fault.Conflict when it is too
// late, or after later changes other than ticks, packer and note, and with fault.Invalid for an
// unknown action.
func (s *Service) Undo(ctx context.Context, actor Actor, numberOrID, undoID string) error {
	_, err := s.change(ctx, actor, numberOrID, func(ctx context.Context, tx *db.Tx, c *orderChange) error {
		e, err := db.Get[event](ctx, tx, `SELECT `+eventColumns+` FROM checkout_events WHERE id = $1 AND checkout_id = $2`, undoID, c.ID)
		if errors.Is(err, db.ErrNoRow) {
			return fault.InField("undo", "There is nothing to undo.")
		}
		if err != nil {
			return err
		}
		var before snapshot
		if e.Undo == "" || e.UndoneAt != nil || c.at.After(e.CreatedAt.Add(undoWindow)) || json.Unmarshal([]byte(e.Undo), &before) != nil {
			return fault.New(fault.Conflict, "too_late", "It is too late to undo this.")
		}
		unrelated, err := unrelatedChanges(ctx, tx, e)
		if err != nil {
			return err
		}
		if before.Version+unrelated != c.Version {
			return s.tooLate(ctx, tx, c.Order)
		}
		if err := db.Exec(ctx, tx, `UPDATE checkout_events SET undone_at = $2, undo = '' WHERE id = $1`, e.ID, c.at); err != nil {
			return err
		}
		restore(c, before)
		c.undone = &e.CreatedAt
		c.undoable, c.keepStock, c.keptLines = false, before.KeptStock, before.KeptLines
		c.code, c.details = "undone", eventDetails{Text: language.NewPhrase("undid: %s", e.details().Text), Before: e.details().After, After: e.details().Before}
		return nil
	})
	if err != nil {
		return fmt.Errorf("undo: %w", err)
	}
	return nil
}

// unrelatedChanges counts the later changes that do not prevent the undo of an action: ticks and
// the packer.
func unrelatedChanges(ctx context.Context, q db.Querier, action event) (int, error) {
	return db.Get[int](ctx, q, `
		SELECT COUNT(*) FROM checkout_events
		WHERE checkout_id = $1 AND id > $2 AND what IN ('ticked', 'packer')`, action.OrderID, action.ID)
}

// restore restores a snapshot, except what other changes may have set since: ticks, packer, note,
// mails, bills and customer. It hides the lines that the action added.
func restore(c *orderChange, before snapshot) {
	now := c.Order
	c.Order = before.Order
	c.Mailed, c.Version, c.Undeliverable = now.Mailed, now.Version, now.Undeliverable
	c.PackerID, c.PackerName, c.StaffNote = now.PackerID, now.PackerName, now.StaffNote
	c.Billing, c.UserID = now.Billing, now.UserID
	for i, l := range c.lines {
		at := slices.IndexFunc(before.Lines, func(b Line) bool { return b.ID == l.ID })
		if at >= 0 {
			c.lines[i] = before.Lines[at]
			c.lines[i].Picked = l.Picked
			continue
		}
		c.lines[i].Hidden, c.lines[i].Delivery = true, Canceled
		if l.Payment == payment.RefundDue {
			c.lines[i].Payment = payment.Paid
		}
	}
}

// tooLate returns the fault.Conflict for an action on an order that has changed since. Its message
// names the last change and who made it.
func (s *Service) tooLate(ctx context.Context, q db.Querier, o Order) error {
	message := language.Word("The order has changed meanwhile.")
	if e, err := lastEvent(ctx, q, o.ID); err == nil {
		message = e.sentence()
	} else if !errors.Is(err, db.ErrNoRow) {
		return err
	}
	return &staleError{order: o, refusal: fault.New(fault.Conflict, "stale", "%s", message)}
}

// staleError is a conflict; its response contains the current order.
type staleError struct {
	order   Order
	refusal *fault.Error
}

func (e *staleError) Error() string { return e.refusal.Error() }
func (e *staleError) Unwrap() error { return e.refusal }
