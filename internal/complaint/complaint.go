// Package complaint stores customers' complaints, each with a ticket number and the deadlines of
// the Consumer Protection (E-Commerce) Rules 2020, rule 4(5), for the grievance officer:
// acknowledged within 48 hours, settled within a month.
package complaint

import (
	"strconv"
	"time"

	"kirana/internal/clock"
	"kirana/internal/fault"
	"kirana/internal/job"
)

// Complaint is one complaint of a customer. Times are UTC.
type Complaint struct {
	ID        string    `db:"id" json:"_id"`
	Number    int64     `db:"number" json:"number" doc:"Ticket number."`
	UserID    string    `db:"user_id" json:"-"`
	Order     string    `db:"order_name" json:"order" doc:"Order number as entered by the customer. May be empty."`
	Text      string    `db:"text" json:"text"`
	Reply     string    `db:"reply" json:"reply" doc:"Reply of the shop. Empty until the shop replies."`
	CreatedAt time.Time `db:"created_at" json:"createdAt"`

	AcknowledgedAt *time.Time `db:"acknowledged_at" json:"acknowledgedAt" doc:"Time of acknowledgment. Null until then."`
	SettledAt      *time.Time `db:"settled_at" json:"settledAt" doc:"Time of settlement. Null until then."`

	AcknowledgeBy time.Time `db:"-" json:"acknowledgeBy"`
	SettleBy      time.Time `db:"-" json:"settleBy"`
}

// name returns the ticket as people write it: "C-101".
func (c Complaint) name() string { return "C-" + strconv.FormatInt(c.Number, 10) }

const timeToAcknowledge = 48 * time.Hour

// withDeadlines returns the complaint with AcknowledgeBy and SettleBy.
func (c Complaint) withDeadlines() Complaint {
	c.AcknowledgeBy, c.SettleBy = c.CreatedAt.Add(timeToAcknowledge), monthAfter(c.CreatedAt)
	return c
}

// monthAfter returns the time a calendar month later in India, as UTC: on the same day of the next
// month, or on its last day if it has no such day.
func monthAfter(t time.Time) time.Time {
	local := t.In(clock.India)
	next := local.AddDate(0, 1, 0)
	if next.Day() != local.Day() { // the next month has no such day, and AddDate went beyond it
		next = next.AddDate(0, 0, -next.Day())
	}
	return next.UTC()
}

// FromCustomer is a complaint with its customer, for staff.
type FromCustomer struct {
	Complaint

	CustomerID string `db:"-" json:"customerId"`
	Name       string `db:"name" json:"name"`
	Mobile     string `db:"mobile" json:"mobile"`
	Email      string `db:"email" json:"email" doc:"Empty if the account was deleted."`
	Deleted    bool   `db:"deleted" json:"deleted" doc:"true: the customer deleted the account."`
}

// Answer acknowledges a complaint; it may also reply to the complaint or settle it.
type Answer struct {
	Reply   string // shown to the customer; "" keeps the previous reply
	Settled bool
}

// Limits of a complaint, in characters, and of a customer's open complaints.
const (
	maxText  = 2000
	maxOrder = 40
	maxOpen  = 5
)

var (
	errNotFound    = fault.New(fault.NotFound, "no_complaint", "This complaint does not exist.")
	errNotOwnOrder = fault.InField("order", "You have no order with this number. Leave it out if the complaint is about something else.")
	errTooMany     = fault.New(fault.Conflict, "too_many_complaints", "You have %d complaints under way. Please wait for the answer, or call the shop.", maxOpen)
)

// Mail is the payload of the mail about a complaint.
type Mail struct {
	Email, Name string
	Ticket      string // "C-101"
	Reply       string
	Received    bool // the complaint was just filed
	Settled     bool
}

// MailJob mails a customer about their complaint.
const MailJob job.Kind[Mail] = "mail.complaint"
