package counter

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"kirana/internal/audit"
	"kirana/internal/bill"
	"kirana/internal/catalog/stock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/id"
	"kirana/internal/language"
)

// Kinds of requests from devices.
const (
	kindSale   = "SALE"
	kindReturn = "RETURN"
)

// Refusal is a sale or return that was made without the network and refused on arrival. The device keeps it as well.
type Refusal struct {
	ID         string    `db:"id" json:"_id"`
	DeviceID   string    `db:"device_id" json:"device"`
	DeviceName string    `db:"device_name" json:"deviceName"`
	Key        string    `db:"key" json:"key"`
	Kind       string    `db:"kind" json:"kind" enum:"SALE,RETURN"`
	Number     string    `db:"number" json:"number" doc:"Number assigned by the device."`
	Body       string    `db:"body" json:"-"` // JSON of a Sale or a Return
	Code       string    `db:"code" json:"code"`
	Message    string    `db:"message" json:"message" doc:"Reason for the refusal."`
	Who        string    `db:"staff_name" json:"who" doc:"Name of the member of staff."`
	At         time.Time `db:"made_at" json:"at" doc:"Time of the event by the device's clock."`
	CreatedAt  time.Time `db:"created_at" json:"-"`
}

// SchemaName returns the name in the API document.
func (Refusal) SchemaName() string { return "CounterRefusal" }

// Problems lists the oldest refusals, and the products to count.
type Problems struct {
	Refused      []Refusal         `json:"refused" nullable:"false" doc:"Refused sales and returns, at most the oldest 500."`
	RefusedTotal int               `json:"refusedTotal" doc:"Number of all refused sales and returns."`
	ToCount      []stock.Shortfall `json:"toCount" nullable:"false" doc:"Products that were sold beyond their stock, until they are counted, at most the oldest 500."`
}

// SchemaName returns the name in the API document.
func (Problems) SchemaName() string { return "CounterProblems" }

// Problems returns the refusals and the products to count, oldest first.
func (s *Service) Problems(ctx context.Context) (Problems, error) {
	p := Problems{Refused: []Refusal{}}
	refused, err := allRefusals(ctx, s.db)
	if err != nil {
		return p, fmt.Errorf("read what was refused at the counter: %w", err)
	}
	if p.RefusedTotal, err = db.Get[int](ctx, s.db, `SELECT COUNT(*) FROM counter_refusals`); err != nil {
		return p, fmt.Errorf("count what was refused at the counter: %w", err)
	}
	for _, r := range refused {
		r.Message = language.Stored(r.Message).In(language.Of(ctx))
		p.Refused = append(p.Refused, r)
	}
	if p.ToCount, err = stock.Shortfalls(ctx, s.db); err != nil {
		return p, fmt.Errorf("read what is to be counted: %w", err)
	}
	return p, nil
}

// keepRefused stores a refused request that was made without the network, in case the device is lost. If the request has the
// next number of its series, keepRefused declares the number lost, so that the series has no gap. It does not store a request
// that has been booked since. It returns the refusal, or the error that prevented storing it.
func (s *Service) keepRefused(ctx context.Context, caller Caller, r request, refusal error) error {
	f := fault.Of(refusal)
	if f == nil || !r.time.Offline || f.Kind == fault.Unavailable || r.key == "" {
		return refusal
	}
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		device, err := lockDevice(ctx, tx, r.deviceID)
		if fault.Is(err, fault.NotFound) { // the device could not send it again
			return nil
		}
		if err != nil {
			return err
		}
		booked, err := bookedByKey(ctx, tx, r.deviceID, r.key)
		if err == nil && booked.books(r) { // by staff, after the refusal
			return nil
		}
		if err != nil && !errors.Is(err, db.ErrNoRow) {
			return err
		}
		body, err := s.bodyToKeep(ctx, tx, r.body)
		if err != nil {
			return err
		}
		now := s.clock.Now()
		if err := insertRefusal(ctx, tx, Refusal{
			ID: id.New(), DeviceID: r.deviceID, Key: r.key, Kind: r.kind, Number: r.number, Body: body, Code: f.Code, Message: string(f.Phrase().Store()),
			Who: caller.Name, At: r.time.At.UTC().Truncate(time.Microsecond), CreatedAt: now,
		}); err != nil {
			return err
		}
		return declareRefusedLost(ctx, tx, r, device.Prefix, now)
	})
	if err != nil {
		return fmt.Errorf("keep a refused request of the counter: %w", err)
	}
	return refusal
}

// bodyToKeep returns a request as JSON with its customer's id instead of name and mobile, which would outlive a deleted
// account.
func (s *Service) bodyToKeep(ctx context.Context, tx *db.Tx, body any) (string, error) {
	if sale, isSale := body.(Sale); isSale {
		if sale.CustomerID == "" && sale.Customer.Mobile != "" {
			user, _, err := s.Accounts.AddCustomerTx(ctx, tx, sale.Customer.Name, sale.Customer.Mobile)
			if err != nil && fault.Of(err) == nil {
				return "", err
			}
			sale.CustomerID = user.ID
		}
		if sale.CustomerID != "" {
			sale.Customer = Person{}
		}
		body = sale
	}
	text, err := json.Marshal(body)
	return string(text), err
}

// declareRefusedLost declares a refused request's numbers lost if they are the next ones of their series.
func declareRefusedLost(ctx context.Context, tx *db.Tx, r request, prefix string, now time.Time) error {
	slot, refusal := parseNumber(r.number, seriesOf(r.kind, prefix), now)
	if refusal != nil {
		return nil //nolint:nilerr // it is no number of this series
	}
	next, err := bill.NextOf(ctx, tx, slot.Prefix, slot.Year)
	if err != nil || slot.Serial != next {
		return err
	}
	for range max(1, r.numberCount) {
		if err := bill.DeclareLost(ctx, tx, slot, now); err != nil {
			return err
		}
		slot.Serial++
	}
	return nil
}

// seriesOf returns the document prefix of a kind of request.
func seriesOf(kind, prefix string) string {
	if kind == kindReturn {
		return creditPrefix(prefix)
	}
	return prefix
}

var errNoRefusal = fault.New(fault.NotFound, "no_refusal", "This problem has been dealt with already.")

// Book books a refused request under its own number or, if another document may have that number, under one of the shop's own
// series.
func (s *Service) Book(ctx context.Context, caller Caller, refusalID string) error {
	r, err := refusalByID(ctx, s.db, refusalID)
	if err != nil {
		return err
	}
	if r.Kind == kindReturn {
		var sent Return
		if err := json.Unmarshal([]byte(r.Body), &sent); err != nil {
			return err
		}
		_, err = s.takeBack(ctx, caller, sent, bookedByStaff)
		return err
	}
	var sent Sale
	if err := json.Unmarshal([]byte(r.Body), &sent); err != nil {
		return err
	}
	_, err = s.sell(ctx, caller, sent, bookedByStaff)
	return err
}

// slotToBook returns the number under which staff book a refused request. That is the request's own number if it was declared
// lost, or if the series has not reached it; missing numbers before it are then declared lost. Otherwise slotToBook returns
// the zero Slot, for a number of the shop's own series: the device may already have used its next number.
func slotToBook(ctx context.Context, tx *db.Tx, own bill.Slot, now time.Time) (bill.Slot, error) {
	next, err := bill.NextOf(ctx, tx, own.Prefix, own.Year)
	switch {
	case err != nil:
		return own, err
	case own.Serial < next || own.Serial >= next+maxLost:
		lost, err := bill.IsLost(ctx, tx, own)
		if !lost {
			return bill.Slot{}, err
		}
		return own, err
	}
	for missing := own; next < own.Serial; next++ {
		missing.Serial = next
		if err := bill.DeclareLost(ctx, tx, missing, now); err != nil {
			return own, err
		}
	}
	return own, nil
}

// maxReason limits a reason, in characters.
const maxReason = 300

// Dismiss closes a refusal without booking it. The activity log keeps it with the reason.
func (s *Service) Dismiss(ctx context.Context, refusalID, reason string) error {
	if reason = strings.TrimSpace(reason); reason == "" || len([]rune(reason)) > maxReason {
		return fault.InField("reason", "Please say why, in at most %d characters.", maxReason)
	}
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		r, err := refusalByID(ctx, tx, refusalID)
		if err != nil {
			return err
		}
		if err := dropRefusal(ctx, tx, r.DeviceID, r.Key); err != nil {
			return err
		}
		return audit.Write(ctx, tx, s.clock.Now(), audit.Entry{What: "counter.dismiss", Object: strings.TrimSpace(r.DeviceName + " " + r.Number), Before: r.Message, After: reason})
	})
	if err != nil {
		return fmt.Errorf("dismiss a refused request: %w", err)
	}
	return nil
}

const selectRefusals = `
	SELECT r.id, r.device_id, d.name AS device_name, r.key, r.kind, r.number, r.body, r.code, r.message, r.staff_name, r.made_at, r.created_at
	FROM counter_refusals r JOIN counter_devices d ON d.id = r.device_id`

// maxRefusals limits the list of refusals.
const maxRefusals = 500

func allRefusals(ctx context.Context, q db.Querier) ([]Refusal, error) {
	return db.All[Refusal](ctx, q, selectRefusals+` ORDER BY r.created_at, r.id LIMIT $1`, maxRefusals)
}

func refusalByID(ctx context.Context, q db.Querier, refusalID string) (Refusal, error) {
	r, err := db.Get[Refusal](ctx, q, selectRefusals+` WHERE r.id = $1`, refusalID)
	if errors.Is(err, db.ErrNoRow) {
		err = errNoRefusal
	}
	return r, err
}

func insertRefusal(ctx context.Context, tx *db.Tx, r Refusal) error {
	return db.Insert(ctx, tx, `
		INSERT INTO counter_refusals (id, device_id, key, kind, number, body, code, message, staff_name, made_at, created_at)
		VALUES (:id, :device_id, :key, :kind, :number, :body, :code, :message, :staff_name, :made_at, :created_at)
		ON CONFLICT (device_id, key) DO UPDATE SET number = excluded.number, body = excluded.body, code = excluded.code, message = excluded.message`, r)
}

func dropRefusal(ctx context.Context, tx *db.Tx, deviceID, key string) error {
	return db.Exec(ctx, tx, `DELETE FROM counter_refusals WHERE device_id = $1 AND key = $2`, deviceID, key)
}
