package order

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/job"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/notify"
)

// AlertJob alerts staff to a new order. It sends push messages and schedules a mail to the owners,
// which is sent if nobody accepts the order.
const AlertJob job.Kind[OrderPayload] = "order.alert"

// MailUnacceptedJob mails an owner about an order that nobody has accepted. Package mail runs it.
const MailUnacceptedJob job.Kind[UnacceptedPayload] = "order.unaccepted"

// UnacceptedPayload is the payload of a MailUnacceptedJob.
type UnacceptedPayload struct {
	OrderID string `json:"checkoutId"`
	OwnerID string `json:"ownerId"`
}

// acceptWithin is how long an order may be NEW before the owners are mailed.
const acceptWithin = 5 * time.Minute

func enqueueAlert(ctx context.Context, tx *db.Tx, now time.Time, orderID string) error {
	return job.Add(ctx, tx, now, AlertJob, OrderPayload{orderID})
}

// Handle registers the handlers of alert jobs, and of mail jobs that are given up.
func (s *Service) Handle(w *job.Worker) {
	job.Handle(w, AlertJob, func(ctx context.Context, _ job.Job, p OrderPayload) error { return s.alert(ctx, p.OrderID) })
	for _, kind := range []job.Kind[OrderPayload]{MailPlacedJob, MailOrderJob} {
		job.OnGivenUp(w, kind, func(ctx context.Context, tx *db.Tx, p OrderPayload) error {
			return s.markUndeliverable(ctx, tx, p.OrderID)
		})
	}
}

func (s *Service) alert(ctx context.Context, orderID string) error {
	shop, err := s.Settings.Get(ctx)
	if err != nil {
		return err
	}
	o, err := orderByID(ctx, s.db, orderID)
	if fault.Is(err, fault.NotFound) || (err == nil && !o.waits()) {
		return nil
	}
	if err != nil {
		return err
	}
	var owners []string
	if shop.Alerts.Mail {
		// "staff_role <> ''" lets the database use the partial index of staff.
		owners, err = db.All[string](ctx, s.db, `SELECT id FROM users WHERE staff_role <> '' AND staff_role = 'OWNER' AND status = 'Active'`)
		if err != nil {
			return fmt.Errorf("read the owners: %w", err)
		}
	}
	return s.db.Tx(ctx, func(tx *db.Tx) error {
		now := s.clock.Now()
		if shop.Alerts.Push {
			if err := notify.AddPushes(ctx, tx, now, func(lang string) notify.Message {
				return o.pushMessage(language.OfferedOrDefault(lang, shop.Languages))
			}); err != nil {
				return err
			}
		}
		for _, owner := range owners {
			once := job.Once{Due: now.Add(acceptWithin), Key: o.ID + ":" + owner}
			if err := job.AddOnce(ctx, tx, once, MailUnacceptedJob, UnacceptedPayload{o.ID, owner}); err != nil {
				return err
			}
		}
		return nil
	})
}

// waits reports whether staff must still accept the order. An order whose online payment has not
// succeeded does not wait.
func (o Order) waits() bool { return o.Stage == StageNew && !o.Unpaid }

// deskPath returns the path of the order's page at the desk.
func (o Order) deskPath() string { return "/dashboard/desk/" + strconv.FormatInt(o.Number, 10) }

// pushMessage returns the push message about a new order, in a language. It contains neither name
// nor address of the shopper, because lock screens show it.
func (o Order) pushMessage(lang string) notify.Message {
	cash := o.Method == COD
	var body language.Phrase
	switch single := o.ItemCount == 1; {
	case single && cash:
		body = language.NewPhrase("1 item, %s, cash on delivery", o.payable())
	case single:
		body = language.NewPhrase("1 item, %s, paid online", o.payable())
	case cash:
		body = language.NewPhrase("%d items, %s, cash on delivery", o.ItemCount, o.payable())
	default:
		body = language.NewPhrase("%d items, %s, paid online", o.ItemCount, o.payable())
	}
	return notify.Message{
		Title: language.Text(lang, "New order #%d", o.Number), Body: body.In(lang),
		URL: o.deskPath(), Tag: "order-" + strconv.FormatInt(o.Number, 10),
	}
}

// UnacceptedMail is the data of the mail to an owner about an unaccepted order.
type UnacceptedMail struct {
	Owner   string // the owner's name
	Email   string // the owner's email
	Number  int64
	Path    string // of the order's page at the desk
	Items   int    // pieces
	Total   money.Paise
	Collect money.Paise // to be collected on delivery
	Since   time.Time   // UTC
}

// UnacceptedMail returns the data of a MailUnacceptedJob. ok is false if nothing is to be mailed: the
// order was accepted or canceled, the owner has left, or the shop has turned such mails off.
func (s *Service) UnacceptedMail(ctx context.Context, p UnacceptedPayload) (w UnacceptedMail, ok bool, err error) {
	shop, err := s.Settings.Get(ctx)
	if err != nil || !shop.Alerts.Mail {
		return w, false, err
	}
	o, err := orderByID(ctx, s.db, p.OrderID)
	if fault.Is(err, fault.NotFound) || (err == nil && !o.waits()) {
		return w, false, nil
	}
	if err != nil {
		return w, false, err
	}
	owners, err := db.All[struct {
		Name  string `db:"name"`
		Email string `db:"email"`
	}](ctx, s.db, `SELECT name, email FROM users WHERE id = $1 AND staff_role = 'OWNER' AND status = 'Active'`, p.OwnerID)
	if err != nil || len(owners) == 0 {
		return w, false, err
	}
	return UnacceptedMail{
		Owner: owners[0].Name, Email: owners[0].Email, Number: o.Number, Path: o.deskPath(),
		Items: o.ItemCount, Total: o.payable(), Collect: o.Collect, Since: o.CreatedAt,
	}, true, nil
}
