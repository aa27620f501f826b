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

// AlertJob notifies staff of a new order: it sends push messages, and schedules the mail to the
// owners in case nobody accepts it.
const AlertJob job.Kind[Placed] = "order.alert"

// MailUnacceptedJob mails an owner about an unaccepted order; package mail handles it.
const MailUnacceptedJob job.Kind[Unaccepted] = "order.unaccepted"

// Unaccepted is the payload of a MailUnacceptedJob.
type Unaccepted struct {
	CheckoutID string `json:"checkoutId"`
	OwnerID    string `json:"ownerId"`
}

// acceptWithin is the time an order may be NEW before the owners are mailed.
const acceptWithin = 5 * time.Minute

// enqueueAlert adds the job that notifies staff of a new order.
func enqueueAlert(ctx context.Context, tx *db.Tx, now time.Time, checkoutID string) error {
	return job.Add(ctx, tx, now, AlertJob, Placed{checkoutID})
}

// Handle registers the handlers of alert jobs, and of mail jobs that were given up.
func (s *Service) Handle(w *job.Worker) {
	job.Handle(w, AlertJob, func(ctx context.Context, _ job.Job, p Placed) error { return s.alert(ctx, p.CheckoutID) })
	for _, kind := range []job.Kind[Placed]{MailPlacedJob, MailCheckoutJob} {
		job.OnGivenUp(w, kind, func(ctx context.Context, tx *db.Tx, p Placed) error {
			return s.markUndeliverable(ctx, tx, p.CheckoutID)
		})
	}
}

func (s *Service) alert(ctx context.Context, checkoutID string) error {
	shop, err := s.Settings.Get(ctx)
	if err != nil {
		return err
	}
	c, err := checkoutByID(ctx, s.db, checkoutID)
	if fault.Is(err, fault.NotFound) || (err == nil && !c.waits()) {
		return nil
	}
	if err != nil {
		return err
	}
	var owners []string
	if shop.Alerts.Mail {
		// "staff_role <> ''" is the condition of the staff index.
		owners, err = db.All[string](ctx, s.db, `SELECT id FROM users WHERE staff_role <> '' AND staff_role = 'OWNER' AND status = 'Active'`)
		if err != nil {
			return fmt.Errorf("read the owners: %w", err)
		}
	}
	return s.db.Tx(ctx, func(tx *db.Tx) error {
		now := s.clock.Now()
		if shop.Alerts.Push {
			if err := notify.AddPushes(ctx, tx, now, func(lang string) notify.Message {
				return c.pushMessage(language.Offered(lang, shop.Languages))
			}); err != nil {
				return err
			}
		}
		for _, owner := range owners {
			once := job.Once{Due: now.Add(acceptWithin), Key: c.ID + ":" + owner}
			if err := job.AddOnce(ctx, tx, once, MailUnacceptedJob, Unaccepted{c.ID, owner}); err != nil {
				return err
			}
		}
		return nil
	})
}

// waits reports whether the checkout is neither accepted nor refused yet.
func (c Checkout) waits() bool { return c.Stage == StageNew && !c.Unpaid }

// deskPath returns the path of a checkout's page at the desk.
func (c Checkout) deskPath() string { return "/dashboard/desk/" + strconv.FormatInt(c.Number, 10) }

// pushMessage returns the push message about a new checkout in a language. Lock screens show it, so it names
// neither shopper nor address.
func (c Checkout) pushMessage(lang string) notify.Message {
	cash := c.Method == COD
	var body language.Phrase
	switch one := c.ItemCount == 1; {
	case one && cash:
		body = language.NewPhrase("1 item, %s, cash on delivery", c.payable())
	case one:
		body = language.NewPhrase("1 item, %s, paid online", c.payable())
	case cash:
		body = language.NewPhrase("%d items, %s, cash on delivery", c.ItemCount, c.payable())
	default:
		body = language.NewPhrase("%d items, %s, paid online", c.ItemCount, c.payable())
	}
	return notify.Message{
		Title: language.Text(lang, "New order #%d", c.Number), Body: body.In(lang),
		URL: c.deskPath(), Tag: "order-" + strconv.FormatInt(c.Number, 10),
	}
}

// Waiting is the data of the owner's mail about an unaccepted order.
type Waiting struct {
	Owner   string // the owner's name
	Email   string // the owner's email
	Number  int64
	Path    string // of its page at the desk
	Items   int    // pieces
	Total   money.Paise
	Collect money.Paise // to be collected on delivery
	Since   time.Time   // UTC
}

// Waiting returns the data of a MailUnacceptedJob; ok is false when there is nothing to mail: the
// order was accepted, or the owner left or does not want such mails.
func (s *Service) Waiting(ctx context.Context, p Unaccepted) (w Waiting, ok bool, err error) {
	shop, err := s.Settings.Get(ctx)
	if err != nil || !shop.Alerts.Mail {
		return w, false, err
	}
	c, err := checkoutByID(ctx, s.db, p.CheckoutID)
	if fault.Is(err, fault.NotFound) || (err == nil && !c.waits()) {
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
	return Waiting{
		Owner: owners[0].Name, Email: owners[0].Email, Number: c.Number, Path: c.deskPath(),
		Items: c.ItemCount, Total: c.payable(), Collect: c.Collect, Since: c.CreatedAt,
	}, true, nil
}
