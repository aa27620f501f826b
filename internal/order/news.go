package order

import (
	"encoding/json"
	"slices"
	"time"

	"kirana/internal/money"
	"kirana/internal/payment"
)

// told is what a shopper knows of a checkout: what was last mailed.
type told struct {
	Stage      Stage              `json:"stage"`
	PromisedAt *time.Time         `json:"promisedAt"`
	Rows       map[string]toldRow `json:"rows"` // by the row's id
	Total      money.Paise        `json:"total"`
	Collect    money.Paise        `json:"collect"`
	RefundDue  money.Paise        `json:"refundDue"`
	Refunded   money.Paise        `json:"refunded"`
	Reason     string             `json:"reason"`
}

type toldRow struct {
	Name     string      `json:"name"`
	Quantity int         `json:"quantity"`
	Total    money.Paise `json:"total"`
	Delivery Delivery    `json:"delivery"`
	Replaces string      `json:"replaces,omitempty"`
}

// toldOf returns what there is to know of a checkout. Hidden rows are not known, and
// the row of missing pieces is part of the row that lacks them.
func toldOf(c Checkout, rows []Order) told {
	t := told{Stage: c.Stage, PromisedAt: c.PromisedAt, Rows: map[string]toldRow{}, Reason: c.Reason}
	for _, o := range rows {
		if o.Hidden {
			continue
		}
		switch {
		case o.Payment == payment.RefundDue:
			t.RefundDue += o.Total
		case o.Payment == payment.Refunded:
			t.Refunded += o.Total
		}
		if o.live() {
			t.Total += o.Total
			if o.Payment == payment.CashOnDelivery {
				t.Collect += o.Total
			}
		}
		if o.SplitOf == "" {
			t.Rows[o.ID] = toldRow{Name: o.Name, Quantity: o.Quantity, Total: o.Total, Delivery: o.Delivery, Replaces: o.Replaces}
		}
	}
	return t
}

// lastTold returns what the shopper was last told: where nothing is kept, the
// checkout as it was placed.
func lastTold(c Checkout, rows []Order) told {
	var t told
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
	return toldOf(Checkout{Stage: StageNew}, placed)
}

// RowChange is the kind of change of an order row.
type RowChange string

// The kinds of change of an order row.
const (
	RowDelivered RowChange = "delivered"
	RowCanceled  RowChange = "canceled"
	RowRevived   RowChange = "revived" // it will be delivered after all
	RowShort     RowChange = "short"   // fewer pieces than in the last mail
	RowMore      RowChange = "more"    // more pieces than in the last mail
	RowAdded     RowChange = "added"
	RowReplaced  RowChange = "replaced"
)

// RowNews is the change of one order row since the last mail.
type RowNews struct {
	Change      RowChange
	Name        string
	Quantity    int
	Before      int    // pieces as of the last mail
	Replacement string // name of the product that stands in for it, of RowReplaced
	Pieces      int    // of the replacement
}

// News are the changes of a checkout since its shopper's last mail. A field that
// has not changed is zero. Amounts are paise.
type News struct {
	Number int64
	Name   string
	Email  string
	At     time.Time // when the checkout changed last

	Accepted  bool
	OnItsWay  bool
	Delivered bool // all that is not canceled
	Canceled  bool // all of it
	Reason    string
	Promised  *time.Time
	Rows      []RowNews
	Total     *money.Paise // of what is not canceled
	Collect   *money.Paise // to pay on delivery
	RefundDue money.Paise  // that will be paid back
	Refunded  money.Paise  // that was paid back since

	now told
}

// Empty reports whether there is nothing to mail.
func (n News) Empty() bool {
	return !n.Accepted && !n.OnItsWay && !n.Delivered && !n.Canceled && n.Promised == nil && len(n.Rows) == 0 &&
		n.Total == nil && n.Collect == nil && n.RefundDue == 0 && n.Refunded == 0
}

// difference returns what a shopper has to be told who knows before. That a checkout
// went back to an earlier stage, or a delivered row is pending again, is not told.
func difference(before, now told) News {
	n := News{now: now}
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
	n.Rows = rowNews(before, now, all)
	if all != Canceled && now.Total != before.Total {
		n.Total = &now.Total
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

// all returns the delivery status of the rows that are not canceled when they share
// one, Canceled when there are none, and Pending otherwise.
func (t told) all() Delivery {
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

func rowNews(before, now told, all Delivery) []RowNews {
	replacements := map[string]toldRow{}
	for _, row := range now.Rows {
		if row.Replaces != "" && row.Delivery != Canceled {
			replacements[row.Replaces] = row
		}
	}
	var news []RowNews
	for id, row := range now.Rows {
		previous, known := before.Rows[id]
		if change := rowChange(previous, known, row, all); change != "" {
			n := RowNews{Change: change, Name: row.Name, Quantity: row.Quantity, Before: previous.Quantity}
			if replacement, replaced := replacements[id]; replaced && change == RowCanceled {
				n.Change, n.Replacement, n.Pieces = RowReplaced, replacement.Name, replacement.Quantity
			}
			news = append(news, n)
		}
	}
	for id, row := range before.Rows {
		if _, still := now.Rows[id]; !still && row.Delivery != Canceled {
			news = append(news, RowNews{Change: RowCanceled, Name: row.Name, Quantity: row.Quantity, Before: row.Quantity})
		}
	}
	slices.SortFunc(news, func(a, b RowNews) int {
		if a.Name < b.Name {
			return -1
		}
		return 1
	})
	return news
}

// rowChange returns what became of one row; "" when nothing that has to be told
// beside what is told of the whole order.
func rowChange(before toldRow, known bool, now toldRow, all Delivery) RowChange {
	switch {
	case !known && (now.Delivery == Canceled || now.Replaces != ""):
		return ""
	case !known:
		return RowAdded
	case now.Delivery == Canceled && before.Delivery == Canceled:
		return ""
	case now.Delivery == Canceled && all == Canceled:
		return ""
	case now.Delivery == Canceled:
		return RowCanceled
	case before.Delivery == Canceled:
		return RowRevived
	case now.Quantity < before.Quantity:
		return RowShort
	case now.Quantity > before.Quantity:
		return RowMore
	case now.Delivery == Delivered && before.Delivery != Delivered && all != Delivered:
		return RowDelivered
	}
	return ""
}
