package mail

import (
	"context"
	"errors"
	"net/url"

	"kirana/internal/account"
	"kirana/internal/fault"
	"kirana/internal/job"
	"kirana/internal/order"
	"kirana/internal/settings"
)

// Mailer does the jobs that end in a mail.
type Mailer struct {
	sender Sender
	// publicURL is the shop's address, without a slash at the end.
	publicURL string
	accounts  *account.Service
	orders    *order.Service
	settings  *settings.Service
}

// NewMailer makes the mailer of a shop that is reached at a public address.
func NewMailer(sender Sender, publicURL string, accounts *account.Service, orders *order.Service, shop *settings.Service) *Mailer {
	return &Mailer{sender: sender, publicURL: publicURL, accounts: accounts, orders: orders, settings: shop}
}

// Kinds are the kinds of jobs that end in a mail.
var Kinds = []string{
	string(account.MailOTPJob), string(account.MailConfirmJob), string(account.MailConfirmChangeJob), string(account.MailInviteJob),
	string(account.MailChangeRequestedJob), string(account.MailEmailChangedJob), string(account.MailPasswordChangedJob),
	string(order.MailPlacedJob), string(order.MailCheckoutJob), string(order.MailUnacceptedJob),
}

// Handle has a worker do every job that ends in a mail.
func (m *Mailer) Handle(w *job.Worker) {
	job.Handle(w, account.MailOTPJob, m.sendOTP)
	job.Handle(w, account.MailConfirmJob, m.sendLink(confirmTemplate))
	job.Handle(w, account.MailConfirmChangeJob, m.sendLink(confirmChangeTemplate))
	job.Handle(w, account.MailInviteJob, m.sendInvitation)
	job.Handle(w, account.MailChangeRequestedJob, m.sendNotice(changeRequestedTemplate))
	job.Handle(w, account.MailEmailChangedJob, m.sendNotice(emailChangedTemplate))
	job.Handle(w, account.MailPasswordChangedJob, m.sendNotice(passwordChangedTemplate))
	job.Handle(w, order.MailPlacedJob, m.sendOrderPlaced)
	job.Handle(w, order.MailCheckoutJob, m.sendChanges)
	job.Handle(w, order.MailUnacceptedJob, m.sendUnaccepted)
}

func (m *Mailer) send(ctx context.Context, j job.Job, to, name string, t template) error {
	shop, err := m.settings.Get(ctx)
	if err != nil {
		return err
	}
	t = t.by(contactOf(shop))
	t.Name = oneLine(name)
	message := Message{ID: j.ID, At: j.CreatedAt, To: to, Name: name, Shop: shop.Name}
	if err := t.write(&message); err != nil {
		return err
	}
	return m.sender.Send(ctx, message)
}

func (m *Mailer) sendOTP(ctx context.Context, j job.Job, p account.MailPayload) error {
	otp, name, err := m.accounts.OTP(ctx, p)
	if err != nil || otp == "" {
		return markPermanent(err)
	}
	t := otpTemplate
	t.Code = otp
	return m.send(ctx, j, p.Email, name, t)
}

// sendLink sends a mail whose button opens the page that takes the code.
func (m *Mailer) sendLink(t template) func(context.Context, job.Job, account.MailPayload) error {
	return func(ctx context.Context, j job.Job, p account.MailPayload) error {
		code, err := m.accounts.Code(ctx, p)
		if err != nil || code == "" {
			return markPermanent(err)
		}
		linked := t
		linked.Link = m.publicURL + "/verify-email?code=" + url.QueryEscape(code)
		return m.send(ctx, j, p.Email, p.Name, linked)
	}
}

// sendInvitation sends a mail whose button opens the page that takes an invitation.
func (m *Mailer) sendInvitation(ctx context.Context, j job.Job, p account.MailPayload) error {
	token, err := m.accounts.InviteToken(ctx, p)
	if err != nil || token == "" {
		return markPermanent(err)
	}
	t := invitationTemplate
	t.Link = m.publicURL + account.JoinPath + url.QueryEscape(token)
	return m.send(ctx, j, p.Email, p.Name, t)
}

// sendNotice sends a mail that carries no code.
func (m *Mailer) sendNotice(t template) func(context.Context, job.Job, account.MailPayload) error {
	return func(ctx context.Context, j job.Job, p account.MailPayload) error {
		return m.send(ctx, j, p.Email, p.Name, t)
	}
}

func (m *Mailer) sendOrderPlaced(ctx context.Context, j job.Job, placed order.Placed) error {
	rows, err := m.orders.Checkout(ctx, placed.CheckoutID)
	if err != nil {
		return markPermanent(err)
	}
	customer := rows[0].Customer
	return m.send(ctx, j, customer.Email, customer.Name, orderPlacedTemplate(rows))
}

// markPermanent marks an error that every further attempt would meet again: the row
// is gone, or the key is another. Other errors, such as of the database, are retried.
func markPermanent(err error) error {
	if fault.Is(err, fault.NotFound) || errors.Is(err, account.ErrWrongKey) {
		return job.Permanent(err)
	}
	return err
}
