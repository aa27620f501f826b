package mail

import (
	"cmp"
	"context"
	"errors"
	"net/url"

	"kirana/internal/account"
	"kirana/internal/complaint"
	"kirana/internal/fault"
	"kirana/internal/job"
	"kirana/internal/language"
	"kirana/internal/limit"
	"kirana/internal/order"
	"kirana/internal/settings"
)

// Mailer runs the jobs that send mails.
type Mailer struct {
	sender Sender
	// publicURL is the shop's address, without a trailing slash.
	publicURL string
	accounts  *account.Service
	orders    *order.Service
	settings  *settings.Service
	rates     rates
	picture   func(ctx context.Context, url string) (data []byte, contentType string, err error)
}

// Features are the services that mails are written from.
type Features struct {
	Accounts *account.Service
	Orders   *order.Service
	Settings *settings.Service
	Limits   *limit.Store // nil: order mails are not limited
	// Picture returns an uploaded picture by its URL, for the logo; nil: mails show only the shop's
	// name.
	Picture func(ctx context.Context, url string) (data []byte, contentType string, err error)
}

// NewMailer returns a Mailer for a shop with a public address.
func NewMailer(sender Sender, publicURL string, f Features) *Mailer {
	return &Mailer{
		sender: sender, publicURL: publicURL, accounts: f.Accounts, orders: f.Orders, settings: f.Settings, rates: newRates(f.Limits),
		picture: f.Picture,
	}
}

// Kinds are the kinds of jobs that send mails.
var Kinds = []string{
	string(account.MailOTPJob), string(account.MailConfirmJob), string(account.MailConfirmChangeJob), string(account.MailInviteJob),
	string(account.MailChangeRequestedJob), string(account.MailEmailChangedJob), string(account.MailPasswordChangedJob), string(account.MailAttackJob), string(account.MailPasskeyAddedJob),
	string(order.MailPlacedJob), string(order.MailOrderJob), string(order.MailUnacceptedJob),
	string(complaint.MailJob),
}

// Handle registers all mail jobs. urgent gets mails that someone waits for (OTPs, links) or must read
// immediately (changes of an account). orders gets mails about orders, which may be many, and complaints.
func (m *Mailer) Handle(urgent, orders *job.Worker) {
	job.Handle(urgent, account.MailOTPJob, m.sendOTP)
	job.Handle(urgent, account.MailConfirmJob, m.sendLink(confirmTemplate))
	job.Handle(urgent, account.MailConfirmChangeJob, m.sendLink(confirmChangeTemplate))
	job.Handle(urgent, account.MailInviteJob, m.sendInvitation)
	job.Handle(urgent, account.MailChangeRequestedJob, m.sendUndo(changeRequestedTemplate))
	job.Handle(urgent, account.MailEmailChangedJob, m.sendUndo(emailChangedTemplate))
	job.Handle(urgent, account.MailPasswordChangedJob, m.sendNotice(passwordChangedTemplate))
	job.Handle(urgent, account.MailAttackJob, m.sendNotice(attackTemplate))
	job.Handle(urgent, account.MailPasskeyAddedJob, m.sendNotice(passkeyAddedTemplate))
	job.Handle(orders, order.MailPlacedJob, m.sendOrderPlaced)
	job.Handle(orders, order.MailOrderJob, m.sendChanges)
	job.Handle(orders, order.MailUnacceptedJob, m.sendUnaccepted)
	job.Handle(orders, complaint.MailJob, m.sendComplaint)
}

// send sends a mail. To an unconfirmed address it sends no text typed by the person who gave the address,
// who could otherwise mail any text to anyone.
func (m *Mailer) send(ctx context.Context, j job.Job, to, name string, t template) error {
	shop, err := m.settings.Get(ctx)
	if err != nil {
		return err
	}
	confirmed, lang, err := m.accounts.Reader(ctx, to)
	if err != nil {
		return err
	}
	if !confirmed {
		name, t = "", t.withoutTypedWords()
	}
	logo := m.logo(ctx, shop.Logo)
	t.Name = oneLine(name)
	lang = language.OfferedOrDefault(cmp.Or(lang, t.Language), shop.Languages)
	page := page{template: t, Shop: contactOf(lang, shop), Lang: lang}
	page.Shop.Logo = len(logo.Data) > 0
	message := Message{ID: j.ID, At: j.CreatedAt, To: to, Name: name, Shop: shop.Name, Logo: logo}
	if err := page.write(&message); err != nil {
		return err
	}
	return m.sender.Send(ctx, message)
}

// logo returns the shop's logo, or none if it cannot be read.
func (m *Mailer) logo(ctx context.Context, url string) Picture {
	if m.picture == nil || url == "" {
		return Picture{}
	}
	data, contentType, err := m.picture(ctx, url)
	if err != nil {
		return Picture{}
	}
	return Picture{Data: data, ContentType: contentType}
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
		linked.Language = p.Language
		linked.Link = m.publicURL + "/verify-email?code=" + url.QueryEscape(code)
		return m.send(ctx, j, p.Email, p.Name, linked)
	}
}

// sendInvitation sends a mail whose button opens the page that accepts the invitation.
func (m *Mailer) sendInvitation(ctx context.Context, j job.Job, p account.MailPayload) error {
	token, err := m.accounts.InviteToken(ctx, p)
	if err != nil || token == "" {
		return markPermanent(err)
	}
	t := invitationTemplate
	t.Link = m.publicURL + account.JoinPath + url.QueryEscape(token)
	return m.send(ctx, j, p.Email, p.Name, t)
}

// sendUndo mails an account's old address about a change of the address, with a button that opens the
// page to undo the change while that is possible.
func (m *Mailer) sendUndo(t template) func(context.Context, job.Job, account.MailPayload) error {
	return func(ctx context.Context, j job.Job, p account.MailPayload) error {
		code, err := m.accounts.UndoCode(ctx, p)
		if err != nil {
			return markPermanent(err)
		}
		linked := t
		linked.Language = p.Language
		if code != "" {
			linked.Button, linked.Link = language.Word("This was not me: take it back"), m.publicURL+"/undo-email?code="+url.QueryEscape(code)
		}
		return m.send(ctx, j, p.Email, p.Name, linked)
	}
}

// sendNotice sends a mail without a code.
func (m *Mailer) sendNotice(t template) func(context.Context, job.Job, account.MailPayload) error {
	return func(ctx context.Context, j job.Job, p account.MailPayload) error {
		return m.send(ctx, j, p.Email, p.Name, t)
	}
}

func (m *Mailer) sendOrderPlaced(ctx context.Context, j job.Job, placed order.OrderPayload) error {
	lines, err := m.orders.Lines(ctx, placed.OrderID)
	if err != nil {
		return markPermanent(err)
	}
	customer := lines[0].Customer
	_, err = m.sendToShopper(ctx, j, customer.Email, customer.Name, orderPlacedTemplate(lines))
	return err
}

// markPermanent marks errors that a retry cannot fix: a missing row, a changed key. Others, such as
// the database's, are retried.
func markPermanent(err error) error {
	if fault.Is(err, fault.NotFound) || errors.Is(err, account.ErrWrongKey) {
		return job.Permanent(err)
	}
	return err
}
