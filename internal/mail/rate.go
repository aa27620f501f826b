package mail

import (
	"context"
	"time"

	"kirana/internal/fault"
	"kirana/internal/job"
	"kirana/internal/limit"
)

// Daily limits of order mails to one address. An unconfirmed address may be a stranger's.
const (
	orderMailsPerAddress     = 20
	orderMailsPerUnconfirmed = 3
	orderMailWindow          = 24 * time.Hour
)

// rates are the limiters of order mails, by address.
type rates struct{ confirmed, unconfirmed *limit.Limiter }

func newRates(limits *limit.Store) rates {
	return rates{
		confirmed:   limits.Limiter(limit.Rule{Name: "mail.order", Max: orderMailsPerAddress, Window: orderMailWindow}),
		unconfirmed: limits.Limiter(limit.Rule{Name: "mail.order.unconfirmed", Max: orderMailsPerUnconfirmed, Window: orderMailWindow}),
	}
}

// sendToShopper sends an order mail unless the address has reached its daily limit, and reports
// whether the mail was sent. Mails that the server did not accept do not count.
func (m *Mailer) sendToShopper(ctx context.Context, j job.Job, to, name string, t template) (sent bool, err error) {
	if to == "" { // a customer without a login
		return false, nil
	}
	confirmed, _, err := m.accounts.Reader(ctx, to)
	if err != nil {
		return false, err
	}
	perAddress := m.rates.unconfirmed
	if confirmed {
		perAddress = m.rates.confirmed
	}
	if err := perAddress.Allow(ctx, to); err != nil {
		if fault.Is(err, fault.TooMany) {
			err = nil // over the limit: the shopper sees the order in the shop
		}
		return false, err
	}
	if err := m.send(ctx, j, to, name, t); err != nil {
		if failure := perAddress.Cancel(ctx, to); failure != nil {
			return false, failure
		}
		return false, err
	}
	return true, nil
}
