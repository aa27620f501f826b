// Package khata keeps customers' accounts: what each owes the shop, since when, and up to which limit.
package khata

import (
	"time"

	"kirana/internal/clock"
	"kirana/internal/fault"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/settings"
)

// Kind is the kind of an entry.
type Kind string

// Kinds of entries.
const (
	Sale       Kind = "SALE"
	Payment    Kind = "PAYMENT"
	Return     Kind = "RETURN"
	Correction Kind = "CORRECTION"
)

// Entry is one line of an account. It is never changed.
type Entry struct {
	ID        string      `db:"id" json:"_id"`
	UserID    string      `db:"user_id" json:"-"`
	At        time.Time   `db:"created_at" json:"at"`
	Who       string      `db:"staff_name" json:"who" doc:"Name of the member of staff."`
	Kind      Kind        `db:"kind" json:"kind" enum:"SALE,PAYMENT,RETURN,CORRECTION"`
	Amount    money.Paise `db:"amount" json:"amount" doc:"Amount in rupees. Positive: the customer owes more, negative: less."`
	Balance   money.Paise `db:"balance" json:"balance" doc:"Balance after the entry, in rupees."`
	By        string      `db:"paid_by" json:"by,omitempty" enum:"CASH,UPI,CARD" doc:"Payment method."`
	Reason    string      `db:"reason" json:"reason,omitempty"`
	Reference string      `db:"reference" json:"reference,omitempty" doc:"Reference of a payment by UPI or card."`
	Order     *int64      `db:"number" json:"order,omitempty" doc:"Order number."`
	OrderID   string      `db:"checkout_id" json:"-"`
	StaffID   string      `db:"staff_id" json:"-"`

	Unconfirmed bool `db:"unconfirmed" json:"unconfirmed,omitempty" doc:"true: a packer recorded the payment, and no manager has confirmed that the money came. Staff only."`
}

// SchemaName returns the name in the API document.
func (Entry) SchemaName() string { return "KhataEntry" }

// reasonIn returns the reason in a language. What staff has typed stays as it is.
func (e Entry) reasonIn(lang string) string {
	if e.Reason == openingReason.Format {
		return openingReason.In(lang)
	}
	return language.Stored(e.Reason).In(lang)
}

// Account is a customer's account.
type Account struct {
	Customer       Person       `json:"customer"`
	Balance        money.Paise  `json:"balance" doc:"Balance that is owed, in rupees. Negative: paid in advance."`
	Since          *time.Time   `json:"since" doc:"Time of the oldest entry that is not settled. Null if nothing is owed."`
	Age            Age          `json:"age" enum:"0-30,31-60,61+," doc:"Days since then. Empty if nothing is owed."`
	Limit          *money.Paise `json:"limit" doc:"Limit in rupees: the customer's own, or else the shop's. Null: unlimited, or not visible to the caller."`
	OwnLimit       bool         `json:"ownLimit" doc:"true: the limit is the customer's own."`
	LastReminderAt *time.Time   `json:"lastReminderAt"`
}

// SchemaName returns the name in the API document.
func (Account) SchemaName() string { return "KhataAccount" }

// WithoutLimit returns the account as a packer may read it.
func (a Account) WithoutLimit() Account {
	a.Limit, a.OwnLimit = nil, false
	return a
}

// Person is the customer of an account.
type Person struct {
	ID     string `json:"_id"`
	Name   string `json:"name"`
	Mobile string `json:"mobile"`
}

// SchemaName returns the name in the API document.
func (Person) SchemaName() string { return "KhataCustomer" }

// Statement is an account with its entries.
type Statement struct {
	Account

	OldestOpen money.Paise   `json:"oldestOpen" doc:"Unsettled amount of the oldest open day, in rupees."`
	Entries    []Entry       `json:"entries" doc:"Entries, newest first."`
	UPI        *settings.UPI `json:"upi,omitempty" doc:"UPI payment details for the balance. Absent if the shop does not offer UPI or nothing is owed."`
}

// SchemaName returns the name in the API document.
func (Statement) SchemaName() string { return "KhataStatement" }

// Age is a range of days since an account's oldest open entry.
type Age string

// The ages, oldest last.
const (
	AgeNew Age = "0-30"
	AgeMid Age = "31-60"
	AgeOld Age = "61+"
)

const (
	midAfter = 31 // days
	oldAfter = 61
)

// Valid reports whether a is one of the ages.
func (a Age) Valid() bool { return a == AgeNew || a == AgeMid || a == AgeOld }

// daysBefore returns the start, in India, of the day `days` days before now, as UTC.
func daysBefore(now time.Time, days int) time.Time {
	year, month, day := now.In(clock.India).Date()
	return time.Date(year, month, day-days, 0, 0, 0, 0, clock.India).UTC()
}

// ageOf returns the age of an account open since a time; "" for nil.
func ageOf(since *time.Time, now time.Time) Age {
	switch {
	case since == nil:
		return ""
	case since.Before(daysBefore(now, oldAfter-1)):
		return AgeOld
	case since.Before(daysBefore(now, midAfter-1)):
		return AgeMid
	}
	return AgeNew
}

// oldestOpen returns the time of the oldest entry that is not settled, and the open amount of its day in India. Entries must
// be sorted by time; negative entries settle the oldest first. since is nil if nothing is owed.
func oldestOpen(entries []Entry) (since *time.Time, open money.Paise) {
	var settled money.Paise
	for _, e := range entries {
		if e.Amount < 0 {
			settled -= e.Amount
		}
	}
	for i, e := range entries {
		if e.Amount <= 0 {
			continue
		}
		if unpaid := e.Amount - settled; unpaid > 0 {
			if since != nil && daysBefore(e.At, 0) != daysBefore(*since, 0) {
				return since, open
			}
			if since == nil {
				since = &entries[i].At
			}
			open += unpaid
		}
		settled = max(0, settled-e.Amount)
	}
	return since, open
}

var (
	errNoAmount  = fault.InField("amount", "Please enter the amount.")
	errNoReason  = fault.InField("reason", "Please say why.")
	errNoMethod  = fault.InField("by", "It must be CASH, UPI or CARD.")
	errKhataKind = fault.InField("kind", "It must be PAYMENT or CORRECTION.")
	errNoEntry   = fault.New(fault.NotFound, "no_khata_entry", "The khata has no such entry.")
	// ErrNeedsReference refuses a packer's entry of a cashless payment without a reference.
	ErrNeedsReference = fault.New(fault.Forbidden, "needs_reference", "Please type the reference of the payment, or ask a manager.")
)

// LimitSplit splits a sale above the limit into an amount to pay now and an amount for the khata.
type LimitSplit struct {
	Balance money.Paise `json:"balance"`
	Limit   money.Paise `json:"limit"`
	Now     money.Paise `json:"now" doc:"Amount to pay immediately, in rupees."`
	OnKhata money.Paise `json:"onKhata" doc:"Amount that fits the khata limit, in rupees."`
}

// refuseOver returns fault.Conflict for a sale above the limit. Its Data is a LimitSplit with the amounts in its sentence.
func refuseOver(name string, balance, limit, sale money.Paise) error {
	split := LimitSplit{Balance: balance, Limit: limit, OnKhata: min(sale, max(0, limit-balance))}
	split.Now = sale - split.OnKhata
	first := language.Phrase{Format: "Take %s now, %s on the khata.", Args: []any{split.Now, split.OnKhata}}
	if split.OnKhata == 0 {
		first = language.Phrase{Format: "Take %s now.", Args: []any{split.Now}}
	}
	refusal := fault.New(fault.Conflict, "khata_limit", "%s %s owes %s of %s.", first, name, max(0, balance), limit)
	refusal.Data = split
	return refusal
}
