package mail

import (
	"context"

	"kirana/internal/complaint"
	"kirana/internal/job"
)

// sendComplaint mails a customer the state of their complaint.
func (m *Mailer) sendComplaint(ctx context.Context, j job.Job, p complaint.Mail) error {
	return m.send(ctx, j, p.Email, p.Name, complaintTemplate(p))
}

func complaintTemplate(p complaint.Mail) template {
	t := template{Subject: "Your complaint " + p.Ticket}
	switch {
	case p.Received:
		t.Before = []string{"{shop} has your complaint. Its number is " + p.Ticket + "."}
		t.After = []string{"You will hear from the shop within 48 hours, and it will be settled within a month."}
	case p.Settled:
		t.Before = []string{"{shop} has settled your complaint " + p.Ticket + "."}
	default:
		t.Before = []string{"{shop} is looking into your complaint " + p.Ticket + "."}
	}
	if p.Reply != "" {
		t.Before = append(t.Before, "The shop says: "+p.Reply)
	}
	return t
}
