package testpay

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/id"
	"kirana/internal/job"
	"kirana/internal/money"
	"kirana/internal/payment"
)

// SendEventJob sends an event to the shop's webhook. It is retried until the shop accepts it.
const SendEventJob job.Kind[Event] = "testpay.event"

// Event is a session at the time of a change. The amount is in paise.
type Event struct {
	ID         string               `json:"id"`
	Ref        string               `json:"session"`
	AttemptID  string               `json:"attempt"`
	ShopID     string               `json:"shop"`
	State      payment.SessionState `json:"state"`
	Paise      int64                `json:"amount"`
	Currency   string               `json:"currency"`
	PaymentRef string               `json:"payment,omitempty"`
}

const (
	signatureHeader = "Kirana-Testpay-Signature"
	maxAge          = 300 * time.Second
	maxClockSkew    = 30 * time.Second
)

var (
	errNotSigned = fault.New(fault.Invalid, "not_signed", "The event's signature is wrong.")
	errNoEvent   = fault.New(fault.Invalid, "no_event", "The body is not an event.")
)

func addEvent(ctx context.Context, tx *db.Tx, s session, now time.Time) error {
	r := s.result()
	return job.Add(ctx, tx, now, SendEventJob, Event{
		ID: id.New(), Ref: r.Ref, AttemptID: r.AttemptID, ShopID: r.ShopID, State: r.State,
		Paise: int64(r.Amount), Currency: r.Currency, PaymentRef: r.PaymentRef,
	})
}

// SendTo makes the worker send events over HTTP to the shop at the address that shop returns.
func (p *Provider) SendTo(w *job.Worker, shop func() string) {
	job.Handle(w, SendEventJob, func(ctx context.Context, _ job.Job, e Event) error {
		raw, err := json.Marshal(e)
		if err != nil {
			return err
		}
		return p.send(ctx, shop()+"/api/payment/"+Name+"/webhook", raw)
	})
}

func (p *Provider) send(ctx context.Context, address string, raw []byte) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(raw))
	if err != nil {
		return errors.New("the shop's address is not valid")
	}
	request.Header = p.Sign(raw, p.clock.Now())
	response, err := p.client.Do(request)
	if err != nil {
		return errors.New("the shop cannot be reached")
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("the shop responded with %d", response.StatusCode)
	}
	return nil
}

// Sign returns the headers of an event that is sent at this time.
func (p *Provider) Sign(raw []byte, at time.Time) http.Header {
	header := http.Header{"Content-Type": {"application/json"}}
	header.Set(signatureHeader, "t="+strconv.FormatInt(at.Unix(), 10)+",v1="+hex.EncodeToString(p.mac(raw, at.Unix())))
	return header
}

func (p *Provider) mac(raw []byte, at int64) []byte {
	mac := hmac.New(sha256.New, p.key)
	_, _ = fmt.Fprintf(mac, "%d.", at)
	_, _ = mac.Write(raw)
	return mac.Sum(nil)
}

// ParseWebhook parses an event. It returns fault.Invalid for an event that is not signed with the
// key, too old or from the future.
func (p *Provider) ParseWebhook(header http.Header, raw []byte, now time.Time) (payment.Hint, error) {
	stamp, signature, _ := strings.Cut(strings.TrimPrefix(header.Get(signatureHeader), "t="), ",v1=")
	at, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil {
		return payment.Hint{}, errNotSigned
	}
	given, err := hex.DecodeString(signature)
	if err != nil || !hmac.Equal(given, p.mac(raw, at)) {
		return payment.Hint{}, errNotSigned
	}
	if age := now.Sub(time.Unix(at, 0)); age > maxAge || age < -maxClockSkew {
		return payment.Hint{}, errNotSigned
	}
	var e Event
	if json.Unmarshal(raw, &e) != nil {
		return payment.Hint{}, errNoEvent
	}
	return payment.Hint{EventID: e.ID, Ref: e.Ref, Result: &payment.Result{
		Ref: e.Ref, AttemptID: e.AttemptID, ShopID: e.ShopID, State: e.State, Amount: money.Paise(e.Paise), Currency: e.Currency, PaymentRef: e.PaymentRef,
	}}, nil
}
