package account

import (
	"context"
	"time"

	"kirana/internal/db"
	"kirana/internal/job"
)

// What accounts tell people through the outbox; the mail package writes it.
const (
	TellOTP             job.Kind[Note] = "account.otp"              // the code to reset a password with
	TellConfirm         job.Kind[Note] = "account.confirm"          // the link that confirms one's address
	TellConfirmChange   job.Kind[Note] = "account.confirm_change"   // the link by which a new address takes effect
	TellChangeAsked     job.Kind[Note] = "account.change_asked"     // to the old address, before
	TellEmailChanged    job.Kind[Note] = "account.email_changed"    // to the old address, after
	TellPasswordChanged job.Kind[Note] = "account.password_changed" // somebody reset the password
)

// Note is what the outbox keeps of a mail about an account.
type Note struct {
	Email string    `json:"email"`
	Name  string    `json:"name,omitempty"`
	Code  Sealed    `json:"code,omitempty"`
	Until time.Time `json:"until,omitzero"` // the code's end; a mail after it is not worth sending
}

// OTP opens the code of a TellOTP note. It answers "" when there is nothing to
// send: nobody has the email, or the code has been spent, replaced or is over.
func (s *Service) OTP(ctx context.Context, n Note) (otp, name string, err error) {
	if otp, err = s.key.open(n.Code); err != nil {
		return "", "", err
	}
	valid, err := otpStands(ctx, s.db, n.Email, s.key.hashOTP(n.Email, otp), s.clock.Now())
	if err != nil || !valid {
		return "", "", err
	}
	user, found, err := activeByEmail(ctx, s.db, n.Email)
	if err != nil || !found {
		return "", "", err
	}
	return otp, user.Name, nil
}

// Code opens the code of a TellConfirm or TellConfirmChange note. It answers ""
// when the code has been spent, replaced or is over.
func (s *Service) Code(ctx context.Context, n Note) (string, error) {
	code, err := s.key.open(n.Code)
	if err != nil {
		return "", err
	}
	valid, err := codeStands(ctx, s.db, hashToken(code), s.clock.Now())
	if err != nil || !valid {
		return "", err
	}
	return code, nil
}

// tell sends a note that carries no secret.
func tell(ctx context.Context, tx *db.Tx, now time.Time, kind job.Kind[Note], email, name string) error {
	return job.Add(ctx, tx, now, kind, Note{Email: email, Name: name})
}
