package mail

import (
	"context"

	"kirana/internal/complaint"
	"kirana/internal/job"
	"kirana/internal/language"
)

// sendComplaint mails a customer the state of their complaint.
func (m *Mailer) sendComplaint(ctx context.Context, j job.Job, p complaint.Mail) error {
	return m.send(ctx, j, p.Email, p.Name, complaintTemplate(p))
}

func complaintTemplate(p complaint.Mail) template {
	t := template{Subject: language.NewPhrase("Your complaint %s", p.Ticket)}
	say := func(format string) { t.Before = append(t.Before, language.NewPhrase(format, p.Ticket)) }
	switch {
	case p.Received:
		say("{shop} has your complaint. Its number is %s.")
		t.After = []language.Phrase{language.Word("You will hear from the shop within 48 hours, and it will be settled within a month.")}
	case p.Settled:
		say("{shop} has settled your complaint %s.")
	default:
		say("{shop} is looking into your complaint %s.")
	}
	if p.Reply != "" {
		t.Before = append(t.Before, language.NewPhrase("The shop says: %s", p.Reply))
	}
	return t
}
