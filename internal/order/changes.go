package order

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/money"
	"kirana/internal/payment"
)

// mailedState is the state of an order at its shopper's last mail, stored as JSON in checkouts.mailed.
// Amounts are in paise.
type mailedState struct {
	Stage      Stage                 `json:"stage"`
	PromisedAt *time.Time            `json:"promisedAt"`
	Lines      map[string]mailedLine `json:"rows"` // by id of the line
	Total      money.Paise           `json:"total"`
	RoundOff   money.Adjustment      `json:"roundOff,omitempty"`
	Collect    money.Paise           `json:"collect"`
	RefundDue  money.Paise           `json:"refundDue"`
	Refunded   money.Paise           `json:"refunded"`
	Reason     string                `json:"reason"`
}

type mailedLine struct {
	Name     string        `json:"name"`
	Quantity int           `json:"quantity"`
	Ordered  int           `json:"ordered,omitempty"` // 0 in states stored before this field existed
	Names    catalog.Names `json:"names,omitempty"`
	Total    money.Paise   `json:"total"`
	Delivery Delivery      `json:"delivery"`
	Replaces string        `json:"replaces,omitempty"`
}

func (l mailedLine) names() catalog.Named { return catalog.Named{Own: l.Name, Names: l.Names} }

// mailedStateOf returns the state of an order for a mail, without hidden lines. Pieces split from a
// line count only in the sums.
func mailedStateOf(o Order, lines []Line) mailedState {
	t := mailedState{Stage: o.Stage, PromisedAt: o.PromisedAt, Lines: map[string]mailedLine{}, Reason: o.Reason}
	for _, l := range lines {
		if l.Hidden {
			continue
		}
		switch {
		case l.Payment == payment.RefundDue:
			t.RefundDue += l.amount()
		case l.Payment == payment.Refunded:
			t.Refunded += l.amount()
		}
		if l.live() {
			t.Total, t.RoundOff = t.Total+l.Total, t.RoundOff+l.RoundOff
			if l.Payment == payment.CashOnDelivery {
				t.Collect += l.amount()
			}
		}
		if l.SplitOf == "" {
			t.Lines[l.ID] = mailedLine{Name: l.Name, Names: l.Names, Quantity: l.Quantity, Ordered: l.OrderedQuantity, Total: l.Total, Delivery: l.Delivery, Replaces: l.Replaces}
		}
	}
	return t
}

// lastMailed returns the state at the last mail, or the order as placed if none was sent.
func lastMailed(o Order, lines []Line) mailedState {
	var t mailedState
	if json.Unmarshal([]byte(o.Mailed), &t) == nil && t.Lines != nil {
		return t
	}
	placed := []Line{}
	for _, l := range lines {
		if l.Replaces != "" || l.SplitOf != "" || !l.CreatedAt.Equal(o.CreatedAt) {
			continue
		}
		l.Delivery, l.Payment, l.Hidden = Pending, payment.Paid, false
		if o.Method == COD {
			l.Payment = payment.CashOnDelivery
		}
		l.Quantity, l.Total = l.OrderedQuantity, (l.Price - l.Discount).Times(l.OrderedQuantity)
		placed = append(placed, l)
	}
	return mailedStateOf(Order{Stage: StageNew}, placed)
}

// LineChangeKind is the kind of change of a line.
type LineChangeKind string

// The kinds of line changes.
const (
	LineDelivered LineChangeKind = "delivered"
	LineCanceled  LineChangeKind = "canceled"
	LineRevived   LineChangeKind = "revived" // canceled at the last mail, but not now
	LineShort     LineChangeKind = "short"   // fewer pieces than at the last mail
	LineMore      LineChangeKind = "more"    // more pieces than at the last mail
	LineEdited    LineChangeKind = "edited"  // the shopper changed the quantity
	LineAdded     LineChangeKind = "added"
	LineReplaced  LineChangeKind = "replaced"
	LineReturned  LineChangeKind = "returned" // delivered pieces were returned
)

// LineChange is the change of one line since the last mail.
type LineChange struct {
	Change      LineChangeKind
	Name        catalog.Named
	Quantity    int
	Before      int           // pieces at the last mail
	Back        int           // returned pieces; only for LineReturned
	Replacement catalog.Named // only for LineReplaced
	Pieces      int           // of the replacement
}

// Changes are the changes of an order since its shopper's last mail. The fields from Accepted on
// are zero without a change. Amounts are in paise.
type Changes struct {
	Number int64
	Name   string
	Email  string
	At     time.Time // when the order last changed, UTC

	Accepted  bool
	OnItsWay  bool
	Delivered bool // every line that is not canceled
	Canceled  bool // every line
	Reason    string
	Promised  *time.Time
	Lines     []LineChange
	Total     *money.Paise // of lines that are not canceled
	RoundOff  money.Paise  // of Total
	Collect   *money.Paise // to be paid on delivery
	RefundDue money.Paise  // to be refunded
	Refunded  money.Paise  // refunded since the last mail

	now mailedState
}

// Empty reports whether there is nothing to mail.
func (c Changes) Empty() bool {
	return !c.Accepted && !c.OnItsWay && !c.Delivered && !c.Canceled && c.Promised == nil && len(c.Lines) == 0 &&
		c.Total == nil && c.Collect == nil && c.RefundDue == 0 && c.Refunded == 0
}

// difference returns the changes to mail between two states. It ignores a move to an earlier stage,
// and a delivered line that became pending again.
func difference(before, now mailedState) Changes {
	n := Changes{now: now}
	all := now.delivery()
	n.Canceled = all == Canceled && before.delivery() != Canceled
	n.Delivered = all == Delivered && before.delivery() != Delivered
	if n.Canceled {
		n.Reason = now.Reason
	}
	moved := slices.Index(Stages, now.Stage) > slices.Index(Stages, before.Stage)
	n.Accepted = moved && before.Stage == StageNew && now.Stage == StagePacking
	n.OnItsWay = moved && now.Stage == StageOut
	if now.Stage != StageNew && now.Stage != StageDone && now.PromisedAt != nil && (before.PromisedAt == nil || !before.PromisedAt.Equal(*now.PromisedAt)) {
		n.Promised = now.PromisedAt
	}
	n.Lines = lineChanges(before, now, all)
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

// delivery returns the common delivery status of the lines that are not canceled: Pending if any is
// pending, Canceled if all lines are canceled.
func (s mailedState) delivery() Delivery {
	status := Canceled
	for _, line := range s.Lines {
		switch {
		case line.Delivery == Pending:
			return Pending
		case line.Delivery == Delivered:
			status = Delivered
		}
	}
	return status
}

func lineChanges(before, now mailedState, all Delivery) []LineChange {
	replacements := map[string]mailedLine{}
	for _, line := range now.Lines {
		if line.Replaces != "" && line.Delivery != Canceled {
			replacements[line.Replaces] = line
		}
	}
	var changes []LineChange
	for _, id := range slices.Sorted(maps.Keys(now.Lines)) {
		line := now.Lines[id]
		previous, known := before.Lines[id]
		if change := lineChangeKind(previous, known, line, all); change != "" {
			n := LineChange{Change: change, Name: line.names(), Quantity: line.Quantity, Before: previous.Quantity}
			if n.Back = previous.Quantity; change == LineReturned && line.Delivery != Canceled {
				n.Back -= line.Quantity
			}
			if replacement, replaced := replacements[id]; replaced && change == LineCanceled {
				n.Change, n.Replacement, n.Pieces = LineReplaced, replacement.names(), replacement.Quantity
			}
			changes = append(changes, n)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(before.Lines)) {
		line := before.Lines[id]
		if _, still := now.Lines[id]; !still && line.Delivery != Canceled {
			changes = append(changes, LineChange{Change: LineCanceled, Name: line.names(), Quantity: line.Quantity, Before: line.Quantity})
		}
	}
	slices.SortStableFunc(changes, func(a, b LineChange) int { return cmp.Compare(a.Name.Own, b.Name.Own) })
	return changes
}

// lineChangeKind returns the kind of change of one line. It is "" if the line is unchanged, or if a
// change of the whole order covers it.
func lineChangeKind(before mailedLine, known bool, now mailedLine, all Delivery) LineChangeKind {
	switch {
	case !known && (now.Delivery == Canceled || now.Replaces != ""):
		return ""
	case !known:
		return LineAdded
	case now.Delivery == Canceled && before.Delivery == Canceled:
		return ""
	case before.Delivery == Delivered && (now.Delivery == Canceled || now.Quantity < before.Quantity):
		return LineReturned
	case now.Delivery == Canceled && all == Canceled:
		return ""
	case now.Delivery == Canceled:
		return LineCanceled
	case before.Delivery == Canceled:
		return LineRevived
	case now.Quantity != before.Quantity && now.Quantity == now.Ordered && before.Ordered > 0 && now.Ordered != before.Ordered:
		return LineEdited
	case now.Quantity < before.Quantity:
		return LineShort
	case now.Quantity > before.Quantity:
		return LineMore
	case now.Delivery == Delivered && before.Delivery != Delivered && all != Delivered:
		return LineDelivered
	}
	return ""
}
