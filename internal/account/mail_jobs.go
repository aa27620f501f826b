package account

import (
	"context"
	"time"

	"kirana/internal/job"
	"kirana/internal/secret"
)

// Kinds of mails about accounts; package mail sends them.
const (
	MailOTPJob             job.Kind[MailPayload] = "account.otp"              // a password reset code
	MailConfirmJob         job.Kind[MailPayload] = "account.confirm"          // the link that confirms an address
	MailConfirmChangeJob   job.Kind[MailPayload] = "account.confirm_change"   // the link that confirms a new address
	MailChangeRequestedJob job.Kind[MailPayload] = "account.change_asked"     // to the old address, before the change
	MailEmailChangedJob    job.Kind[MailPayload] = "account.email_changed"    // to the old address, after the change
	MailPasswordChangedJob job.Kind[MailPayload] = "account.password_changed" // the password was changed or reset
	MailAttackJob          job.Kind[MailPayload] = "account.attack"           // somebody is guessing the password
	MailPasskeyAddedJob    job.Kind[MailPayload] = "account.passkey_added"    // a passkey was added
	MailInviteJob          job.Kind[MailPayload] = "account.invite"           // the link to join the staff
)

// MailPayload is the job payload of a mail about an account.
type MailPayload struct {
	Email string `json:"email"`
	Name  string `json:"name,omitempty"`
	// Language is the account's language, for a mail to its former or future address.
	Language string     `json:"language,omitempty"`
	Code     Ciphertext `json:"code,omitempty"`
	Until    time.Time  `json:"until,omitzero"` // expiry of the code; the mail is not sent after it
}

// OTP decrypts the code of a MailOTPJob and returns the user's name. The code is "" if no mail is to be sent: the email
// is not that of an active user, or the code is spent, replaced or expired.
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

// Code decrypts the code of a MailConfirmJob or MailConfirmChangeJob. It returns "" if the code is spent, replaced or
// expired.
func (s *Service) Code(ctx context.Context, n MailPayload) (string, error) {
	code, err := s.key.decrypt(n.Code)
	if err != nil {
		return "", err
	}
	valid, err := isCodeValid(ctx, s.db, secret.Hash(code), s.clock.Now())
	if err != nil || !valid {
		return "", err
	}
	return code, nil
}
