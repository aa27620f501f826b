package account

import (
	"context"
	"time"

	"kirana/internal/job"
)

// Kinds of the mails about accounts; package mail writes them.
const (
	MailOTPJob             job.Kind[MailPayload] = "account.otp"              // the code to reset a password with
	MailConfirmJob         job.Kind[MailPayload] = "account.confirm"          // the link that confirms one's address
	MailConfirmChangeJob   job.Kind[MailPayload] = "account.confirm_change"   // the link by which a new address takes effect
	MailChangeRequestedJob job.Kind[MailPayload] = "account.change_asked"     // to the old address, before
	MailEmailChangedJob    job.Kind[MailPayload] = "account.email_changed"    // to the old address, after
	MailPasswordChangedJob job.Kind[MailPayload] = "account.password_changed" // somebody reset the password
	MailAttackJob          job.Kind[MailPayload] = "account.attack"           // somebody tries many passwords
	MailPasskeyAddedJob    job.Kind[MailPayload] = "account.passkey_added"    // somebody can log in with a passkey more
	MailInviteJob          job.Kind[MailPayload] = "account.invite"           // the link by which someone joins the staff
)

// MailPayload is the job payload of a mail about an account.
type MailPayload struct {
	Email string     `json:"email"`
	Name  string     `json:"name,omitempty"`
	Code  Ciphertext `json:"code,omitempty"`
	Until time.Time  `json:"until,omitzero"` // the code's end; a mail after it is not worth sending
}

// OTP decrypts the code of a MailOTPJob. It returns "" when there is nothing to
// send: nobody has the email, or the code has been spent, replaced or is over.
func (s *Service) OTP(ctx context.Context, n MailPayload) (otp, name string, err error) {
	if otp, err = s.key.decrypt(n.Code); err != nil {
		return "", "", err
	}
	valid, err := isOTPValid(ctx, s.db, n.Email, s.key.hashOTP(n.Email, otp), s.clock.Now())
	if err != nil || !valid {
		return "", "", err
	}
	user, found, err := activeByEmail(ctx, s.db, n.Email)
	if err != nil || !found {
		return "", "", err
	}
	return otp, user.Name, nil
}

// Code decrypts the code of a MailConfirmJob or MailConfirmChangeJob. It returns ""
// when the code has been spent, replaced or is over.
func (s *Service) Code(ctx context.Context, n MailPayload) (string, error) {
	code, err := s.key.decrypt(n.Code)
	if err != nil {
		return "", err
	}
	valid, err := isCodeValid(ctx, s.db, hashToken(code), s.clock.Now())
	if err != nil || !valid {
		return "", err
	}
	return code, nil
}
