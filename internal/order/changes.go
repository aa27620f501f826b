package order

import (
	"encoding/json"
	"slices"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/money"
	"kirana/internal/payment"
)

// mailedState is a checkout as of its shopper's last mail, stored as JSON in checkouts.mailed.
// Amounts are paise.
type mailedState struct {
	Stage      Stage                `json:"stage"`
	PromisedAt *time.Time           `json:"promisedAt"`
	Rows       map[string]mailedRow `json:"rows"` // by row id
	Total      money.Paise          `json:"total"`
	RoundOff   money.Adjustment     `json:"roundOff,omitempty"`
	Collect    money.Paise          `json:"collect"`
	RefundDue  money.Paise          `json:"refundDue"`
	Refunded   money.Paise          `json:"refunded"`
	Reason     string               `json:"reason"`
}

type mailedRow struct {
	Name     string        `json:"name"`
	Quantity int           `json:"quantity"`
	Ordered  int           `json:"ordered,omitempty"` // 0 in states older than the column
	Names    catalog.Names `json:"names,omitempty"`
	Total    money.Paise   `json:"total"`
	Delivery Delivery      `json:"delivery"`
	Replaces string        `json:"replaces,omitempty"`
}

func (r mailedRow) named() catalog.Named { return catalog.Named{Own: r.Name, Names: r.Names} }

// mailedStateOf returns what a mail says about a checkout. Hidden rows are left out, and a row of
// missing pieces is merged into the row that lacks them.
func mailedStateOf(c Checkout, rows []Order) mailedState {
	t := mailedState{Stage: c.Stage, PromisedAt: c.PromisedAt, Rows: map[string]mailedRow{}, Reason: c.Reason}
	for _, o := range rows {
		if o.Hidden {
			continue
		}
		switch {
		case o.Payment == payment.RefundDue:
			t.RefundDue += o.amount()
		case o.Payment == payment.Refunded:
			t.Refunded += o.amount()
		}
		if o.live() {
			t.Total, t.RoundOff = t.Total+o.Total, t.RoundOff+o.RoundOff
			if o.Payment == payment.CashOnDelivery {
				t.Collect += o.amount()
			}
		}
		if o.SplitOf == "" {
			t.Rows[o.ID] = mailedRow{Name: o.Name, Names: o.Names, Quantity: o.Quantity, Ordered: o.OrderedQuantity, Total: o.Total, Delivery: o.Delivery, Replaces: o.Replaces}
		}
	}
	return t
}

// lastMailed returns the checkout as of the shopper's last mail; before the first mail, as placed.
func lastMailed(c Checkout, rows []Order) mailedState {
	var t mailedState
	if json.Unmarshal([]byte(c.Mailed), &t) == nil && t.Rows != nil {
		return t
	}
	placed := []Order{}
	for _, o := range rows {
		if o.Replaces != "" || o.SplitOf != "" || !o.CreatedAt.Equal(c.CreatedAt) {
			continue
		}
		o.Delivery, o.Payment, o.Hidden = Pending, payment.Paid, false
		if c.Method == COD {
			o.Payment = payment.CashOnDelivery
		}
		o.Quantity, o.Total = o.OrderedQuantity, (o.Price - o.Discount).Times(o.OrderedQuantity)
		placed = append(placed, o)
	}
	return mailedStateOf(Checkout{Stage: StageNew}, placed)
}

// RowChangeKind is the kind of change of an order row.
type RowChangeKind string

// Kinds of row changes.
const (
	RowDelivered RowChangeKind = "delivered"
	RowCanceled  RowChangeKind = "canceled"
	RowRevived   RowChangeKind = "revived" // canceled before, to be delivered now
	RowShort     RowChangeKind = "short"   // fewer pieces than in the last mail
	RowMore      RowChangeKind = "more"    // more pieces than in the last mail
	RowEdited    RowChangeKind = "edited"  // the shopper changed the number of pieces
	RowAdded     RowChangeKind = "added"
	RowReplaced  RowChangeKind = "replaced"
	RowReturned  RowChangeKind = "returned" // delivered pieces were returned
)

// RowChange is the change of one row since the last mail.
type RowChange struct {
	Change      RowChangeKind
	Name        catalog.Named
	Quantity    int
	Before      int           // pieces as of the last mail
	Back        int           // returned pieces, of RowReturned
	Replacement catalog.Named // name of the replacing product, of RowReplaced
	Pieces      int           // of the replacement
}

// Changes are the changes of a checkout since its shopper's last mail; unchanged fields are zero.
// Amounts are paise.
type Changes struct {
	Number int64
	Name   string
	Email  string
	At     time.Time // when the checkout last changed

	Accepted  bool
	OnItsWay  bool
	Delivered bool // every row that is not canceled
	Canceled  bool // every row
	Reason    string
	Promised  *time.Time
	Rows      []RowChange
	Total     *money.Paise // of rows that are not canceled
	RoundOff  money.Paise  // of this total
	Collect   *money.Paise // to pay on delivery
	RefundDue money.Paise  // to be paid back
	Refunded  money.Paise  // paid back since

	now mailedState
}

// Empty reports whether there is nothing to mail.
func (n Changes) Empty() bool {
	return !n.Accepted && !n.OnItsWay && !n.Delivered && !n.Canceled && n.Promised == nil && len(n.Rows) == 0 &&
		n.Total == nil && n.Collect == nil && n.RefundDue == 0 && n.Refunded == 0
}

// difference returns the changes to mail between two states. Moving back to an earlier stage, or a
// delivered row to pending, is not mailed.
func difference(before, now mailedState) Changes {
	n := Changes{now: now}
	all := now.all()
	n.Canceled = all == Canceled && before.all() != Canceled
	n.Delivered = all == Delivered && before.all() != Delivered
	if n.Canceled {
		n.Reason = now.Reason
	}
	moved := slices.Index(Stages, now.Stage) > slices.Index(Stages, before.Stage)
	n.Accepted = moved && before.Stage == StageNew && now.Stage == StagePacking
	n.OnItsWay = moved && now.Stage == StageOut
	if now.Stage != StageNew && now.Stage != StageDone && now.PromisedAt != nil && (before.PromisedAt == nil || !before.PromisedAt.Equal(*now.PromisedAt)) {
		n.Promised = now.PromisedAt
	}
	n.Rows = rowChanges(before, now, all)
	if all != Canceled && now.Total != before.Total {
		n.Total, n.RoundOff = &now.Total, now.RoundOff.Paise()
	}
	if now.Collect > 0 && (n.Total != nil || n.OnItsWay) {
		n.Collect = &now.Collect
	}
	if now.RefundDue > before.RefundDue {
		n.RefundDue = now.RefundDue
	}
	n.Refunded = max(0, now.Refunded-before.Refunded)
	return n
}

// all returns the common delivery status of the rows that are not canceled: Canceled if there are
// none, and Pending if they differ.
func (t mailedState) all() Delivery {
	status := Canceled
	for _, row := range t.Rows {
		switch {
		case row.Delivery == Pending:
			return Pending
		case row.Delivery == Delivered:
			status = Delivered
		}
	}
	return status
}

func rowChanges(before, now mailedState, all Delivery) []RowChange {
	replacements := map[string]mailedRow{}
	for _, row := range now.Rows {
		if row.Replaces != "" && row.Delivery != Canceled {
			replacements[row.Replaces] = row
		}
	}
	var changes []RowChange
	for id, row := range now.Rows {
		previous, known := before.Rows[id]
		if change := rowChangeKind(previous, known, row, all); change != "" {
			n := RowChange{Change: change, Name: row.named(), Quantity: row.Quantity, Before: previous.Quantity}
			if n.Back = previous.Quantity; change == RowReturned && row.Delivery != Canceled {
				n.Back -= row.Quantity
			}
			if replacement, replaced := replacements[id]; replaced && change == RowCanceled {
				n.Change, n.Replacement, n.Pieces = RowReplaced, replacement.named(), replacement.Quantity
			}
			changes = append(changes, n)
		}
	}
	for id, row := range before.Rows {
		if _, still := now.Rows[id]; !still && row.Delivery != Canceled {
			changes = append(changes, RowChange{Change: RowCanceled, Name: row.named(), Quantity: row.Quantity, Before: row.Quantity})
		}
	}
	slices.SortFunc(changes, func(a, b RowChange) int {
		if a.Name.Own < b.Name.Own {
			return -1
		}
		return 1
	})
	return changes
}

// rowChangeKind returns the kind of change of one row; "" if it is unchanged or covered by a change
// of the whole order.
func rowChangeKind(before mailedRow, known bool, now mailedRow, all Delivery) RowChangeKind {
	switch {
	case !known && (now.Delivery == Canceled || now.Replaces != ""):
		return ""
	case !known:
		return RowAdded
	case now.Delivery == Canceled && before.Delivery == Canceled:
		return ""
	case before.Delivery == Delivered && (now.Delivery == Canceled || now.Quantity < before.Quantity):
		return RowReturned
	case now.Delivery == Canceled && all == Canceled:
		return ""
	case now.Delivery == Canceled:
		return RowCanceled
	case before.Delivery == Canceled:
		return RowRevived
	case now.Quantity != before.Quantity && now.Quantity == now.Ordered && before.Ordered > 0 && now.Ordered != before.Ordered:
		return RowEdited
	case now.Quantity < before.Quantity:
		return RowShort
	case now.Quantity > before.Quantity:
		return RowMore
	case now.Delivery == Delivered && before.Delivery != Delivered && all != Delivered:
		return RowDelivered
	}
	return ""
}
