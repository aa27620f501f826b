package mail

import (
	"context"
	"errors"
	"net/url"

	"kirana/internal/account"
	"kirana/internal/fault"
	"kirana/internal/job"
	"kirana/internal/order"
)

// Post does the jobs that end in a mail.
type Post struct {
	sender   Sender
	shop     string // its public address, without a slash at the end
	accounts *account.Service
	orders   *order.Service
}

// NewPost makes the post of a shop that is reached at a public address.
func NewPost(sender Sender, publicURL string, accounts *account.Service, orders *order.Service) *Post {
	return &Post{sender: sender, shop: publicURL, accounts: accounts, orders: orders}
}

// Handle has a worker do every job that ends in a mail.
func (p *Post) Handle(w *job.Worker) {
	job.Handle(w, account.MailOTPJob, p.otp)
	job.Handle(w, account.MailConfirmJob, p.link(confirm))
	job.Handle(w, account.MailConfirmChangeJob, p.link(confirmChange))
	job.Handle(w, account.MailChangeRequestedJob, p.note(changeAsked))
	job.Handle(w, account.MailEmailChangedJob, p.note(emailChanged))
	job.Handle(w, account.MailPasswordChangedJob, p.note(passwordChanged))
	job.Handle(w, order.MailPlacedJob, p.placed)
	job.Handle(w, order.MailDeliveryJob, p.moved)
}

func (p *Post) send(ctx context.Context, j job.Job, to, name string, l letter) error {
	l.Name = oneLine(name)
	m := Message{ID: j.ID, At: j.CreatedAt, To: to, Name: name}
	if err := l.write(&m); err != nil {
		return err
	}
	return p.sender.Send(ctx, m)
}

func (p *Post) otp(ctx context.Context, j job.Job, n account.MailPayload) error {
	otp, name, err := p.accounts.OTP(ctx, n)
	if err != nil || otp == "" {
		return hopeless(err)
	}
	l := forgotten
	l.Code = otp
	return p.send(ctx, j, n.Email, name, l)
}

// link sends a letter whose button opens the page that takes the code.
func (p *Post) link(l letter) func(context.Context, job.Job, account.MailPayload) error {
	return func(ctx context.Context, j job.Job, n account.MailPayload) error {
		code, err := p.accounts.Code(ctx, n)
		if err != nil || code == "" {
			return hopeless(err)
		}
		l := l
		l.Link = p.shop + "/verify-email?code=" + url.QueryEscape(code)
		return p.send(ctx, j, n.Email, n.Name, l)
	}
}

func (p *Post) note(l letter) func(context.Context, job.Job, account.MailPayload) error {
	return func(ctx context.Context, j job.Job, n account.MailPayload) error {
		return p.send(ctx, j, n.Email, n.Name, l)
	}
}

func (p *Post) placed(ctx context.Context, j job.Job, placed order.Placed) error {
	rows, err := p.orders.Checkout(ctx, placed.CheckoutID)
	if err != nil {
		return hopeless(err)
	}
	who := rows[0].Customer
	return p.send(ctx, j, who.Email, who.Name, orderPlaced(rows))
}

func (p *Post) moved(ctx context.Context, j job.Job, moved order.DeliveryChanged) error {
	row, err := p.orders.Order(ctx, moved.OrderID)
	if err != nil {
		return hopeless(err)
	}
	// The administrator has changed their mind since.
	if row.DeliveryStatus != moved.Delivery {
		return nil
	}
	return p.send(ctx, j, row.Customer.Email, row.Customer.Name, orderMoved(row))
}

// hopeless tells what trying again cannot mend (the row is gone, the key is
// another) from a database that stumbled.
func hopeless(err error) error {
	if fault.Is(err, fault.NotFound) || errors.Is(err, account.ErrWrongKey) {
		return job.Permanent(err)
	}
	return err
}
