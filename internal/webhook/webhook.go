// Package webhook sends the shop's events to other programs. It follows the log of changes and sends signed requests, in
// order per object, until they are accepted or a day has passed.
package webhook

import (
	"context"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"database/sql"
	"database/sql/driver"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"time"

	"kirana/internal/changes"
	"kirana/internal/fault"
)

// Events are the events that a webhook can receive.
var Events = []string{
	changes.OrderPlaced, changes.OrderChanged, changes.OrderStage, changes.OrderDelivered, changes.OrderCanceled, changes.PaymentChanged,
	changes.ProductChanged, changes.StockChanged, changes.CustomerChanged, changes.BillIssued, changes.KhataChanged,
}

// TestEvent is the event of a test.
const TestEvent = "test"

// Webhook is an address that receives events.
type Webhook struct {
	ID           string     `db:"id" json:"_id"`
	URL          string     `db:"url" json:"url"`
	Events       EventNames `db:"events" json:"events"`
	Active       bool       `db:"active" json:"active" doc:"false: disabled."`
	FailingSince *time.Time `db:"failing_since" json:"failingSince" doc:"Time since which no request was accepted. Null: the last request was accepted, none was sent yet, or the webhook is disabled."`
	Reason       string     `db:"reason" json:"reason" doc:"Reason why the last request failed, or why the webhook was disabled. Empty: it was accepted, or the owner disabled the webhook."`
	Waiting      int        `db:"waiting" json:"waiting" doc:"Number of deliveries that have not been accepted yet."`
	CreatedAt    time.Time  `db:"created_at" json:"createdAt"`

	Position string `db:"position" json:"-"` // in the log of changes
}

// EventNames are stored as text, separated by commas.
type EventNames []string

func (e EventNames) String() string { return strings.Join(e, ",") }

// Value returns the names as text.
func (e EventNames) Value() (driver.Value, error) { return e.String(), nil }

// Scan reads the text of Value.
func (e *EventNames) Scan(src any) error {
	var text sql.NullString
	err := text.Scan(src)
	*e = strings.Split(text.String, ",")
	return err
}

// Delivery is one event for one webhook.
type Delivery struct {
	ID        string     `db:"id" json:"_id" doc:"ID in the body of the request. The same for each attempt."`
	WebhookID string     `db:"webhook_id" json:"-"`
	Event     string     `db:"event" json:"event"`
	ObjectID  string     `db:"object_id" json:"object" doc:"ID of the record."`
	At        time.Time  `db:"changed_at" json:"at"`
	State     State      `db:"state" json:"state" enum:"WAITING,DELIVERED"`
	Attempts  int        `db:"attempts" json:"attempts"`
	Status    int        `db:"status" json:"status" doc:"HTTP status of the last response. 0: no response."`
	Failure   string     `db:"failure" json:"failure" doc:"Reason why the last attempt failed."`
	DueAt     time.Time  `db:"due_at" json:"dueAt" doc:"Time of the next attempt, while the delivery waits."`
	Since     time.Time  `db:"since" json:"-"` // start of the period after which the webhook is switched off
	DoneAt    *time.Time `db:"done_at" json:"deliveredAt"`
}

// SchemaName returns the name in the API document.
func (Delivery) SchemaName() string { return "WebhookDelivery" }

// State is the state of a delivery.
type State string

// States.
const (
	Waiting   State = "WAITING"
	Delivered State = "DELIVERED"
)

const (
	// maxWebhooks bounds the webhooks of a shop.
	maxWebhooks = 20
	// maxWaiting limits the stored deliveries of a webhook; later changes stay in the log of changes.
	maxWaiting = 1000
	// keptDelivered is the number of accepted deliveries kept per webhook.
	keptDelivered = 500
	// requestTimeout bounds one request.
	requestTimeout = 10 * time.Second
	// concurrency is the number of concurrent requests per webhook, each about another object.
	concurrency = 8
	// giveUpAfter is how long a delivery is tried before its webhook is switched off.
	giveUpAfter = 24 * time.Hour
	minBackoff  = 5 * time.Second
	maxBackoff  = time.Hour
)

// backoff is the pause after the nth failed attempt.
func backoff(attempts int) time.Duration {
	pause := minBackoff
	for range attempts - 1 {
		if pause *= 2; pause >= maxBackoff {
			return maxBackoff
		}
	}
	return pause
}

var (
	errTooMany    = fault.New(fault.Conflict, "too_many_webhooks", "A shop may have %d webhooks. Remove one that is not used.", maxWebhooks)
	errNoWebhook  = fault.New(fault.NotFound, "no_webhook", "There is no such webhook.")
	errNoDelivery = fault.New(fault.NotFound, "no_delivery", "This delivery is not kept any longer.")
	errURL        = fault.InField("url", "The address must begin with https:// and be on the internet, or be one that KIRANA_WEBHOOK_HOSTS names.")
)

// Body is the body of a request to a webhook.
type Body struct {
	ID    string    `json:"id"`
	Event string    `json:"event"`
	At    time.Time `json:"at"`
	Data  any       `json:"data"`
}

// Key derives the webhooks' secrets, so that they need not be stored.
type Key []byte

func (k Key) secret(webhookID string) string {
	derived, err := hkdf.Key(sha256.New, k, nil, "kirana webhook "+webhookID, sha256.Size)
	if err != nil {
		panic(err) // not reached: SHA-256 supports the length
	}
	return "whsec_" + base64.RawURLEncoding.EncodeToString(derived)
}

// sign returns the Kirana-Signature of a body sent at a time.
func sign(secret string, at time.Time, body []byte) string {
	t := strconv.FormatInt(at.Unix(), 10)
	mac := hmac.New(sha256.New, []byte(secret))
	_, _ = fmt.Fprintf(mac, "%s.%s", t, body)
	return "t=" + t + ",v1=" + hex.EncodeToString(mac.Sum(nil))
}

// Read returns the records with the ids, as the API's lists show them to staff; missing ones are left out.
type Read func(ctx context.Context, ids []string) (map[string]any, error)

// Readers maps a kind of record, as returned by kindOf, to its Read.
type Readers map[string]Read

func kindOf(event string) string {
	switch kind, _, _ := strings.Cut(event, "."); kind {
	case "payment":
		return "order"
	case "stock":
		return "product"
	default:
		return kind
	}
}
