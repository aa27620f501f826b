package account

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kirana/internal/audit"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/secret"
)

// InvitedPath is the path of the page where a customer accepts an invitation. Append the token.
const InvitedPath = "/invited?token="

const customerInviteLife = 14 * 24 * time.Hour

var (
	errHasLogin              = fault.New(fault.Conflict, "has_login", "This customer has a login already.")
	errInvalidCustomerInvite = fault.InField("token", "This link is not valid any more. Please ask the shop for a new one.")
)

// CustomerInvitation is a link with which a customer can create a login.
type CustomerInvitation struct {
	Link      string    `json:"link" doc:"Path of the invitation's page, with its one-time token. Returned only once."`
	ExpiresAt time.Time `json:"expiresAt"`
}

// InviteCustomer creates a one-time link with which a customer without a login can create one, and voids an earlier
// link. The link gives access to the customer's orders. A customer with a login fails with fault.Conflict.
func (s *Service) InviteCustomer(ctx context.Context, userID string) (CustomerInvitation, error) {
	token := secret.New()
	invitation := CustomerInvitation{Link: InvitedPath + token}
	err := s.changeCustomer(ctx, userID, func(tx *db.Tx, user User, now time.Time) (audit.Entry, error) {
		if user.Email != "" {
			return audit.Entry{}, errHasLogin
		}
		invitation.ExpiresAt = now.Add(customerInviteLife)
		err := db.Exec(ctx, tx, `
			INSERT INTO customer_invites (user_id, token_hash, expires_at, created_at)
			VALUES ($1, $2, $3, $4)
			ON CONFLICT (user_id) DO UPDATE SET token_hash = excluded.token_hash, expires_at = excluded.expires_at, created_at = excluded.created_at`,
			userID, secret.Hash(token), invitation.ExpiresAt, now)
		return audit.Entry{What: "customer.invite", Object: user.Name, ObjectID: userID}, err
	})
	if err != nil {
		return CustomerInvitation{}, fmt.Errorf("invite a customer: %w", err)
	}
	return invitation, nil
}

// CustomerAcceptance is the input of AcceptCustomerInvite.
type CustomerAcceptance struct {
	Token, Email, Password string
	Client                 Client
}

// AcceptCustomerInvite spends an invitation: the customer gets a login with this email and password, is logged in, and
// is mailed the link that confirms the address. It returns fault.Invalid for an unknown, spent or expired link, and
// fault.Conflict for a taken email, which spends nothing.
func (s *Service) AcceptCustomerInvite(ctx context.Context, a CustomerAcceptance) (LoginTokens, error) {
	email, err := newEmail(a.Email)
	if err != nil {
		return LoginTokens{}, err
	}
	// Check before hashing the password: strangers must not cause that cost.
	invited, err := db.Get[User](ctx, s.db, `
		SELECT `+userColumns+` FROM users
		WHERE id = (SELECT user_id FROM customer_invites WHERE token_hash = $1 AND expires_at > $2)`, secret.Hash(a.Token), s.clock.Now())
	if errors.Is(err, db.ErrNoRow) {
		return LoginTokens{}, errInvalidCustomerInvite
	}
	if err != nil {
		return LoginTokens{}, err
	}
	invited.Email = email
	if err := s.validatePassword(ctx, "password", a.Password, invited); err != nil {
		return LoginTokens{}, err
	}
	hash, err := hashPassword(ctx, a.Password, s.rules.PasswordCost)
	if err != nil {
		return LoginTokens{}, err
	}
	var tokens LoginTokens
	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		user, err := s.acceptInvite(ctx, tx, invited.ID, secret.Hash(a.Token), email)
		if err != nil {
			return err
		}
		now := user.UpdatedAt
		ctx := audit.WithActor(ctx, audit.Actor{UserID: user.ID, Name: user.Name, Address: a.Client.Address})
		if err := updatePasswordHash(ctx, tx, user.ID, hash, now); err != nil {
			return err
		}
		if err := s.enqueueCodeMail(ctx, tx, now, MailConfirmJob, recipient{user.ID, email, user.Language}); err != nil {
			return err
		}
		if err := audit.Write(ctx, tx, now, audit.Entry{What: "customer.join", Object: user.Name, ObjectID: user.ID, After: email}); err != nil {
			return err
		}
		tokens, err = s.beginLogin(ctx, tx, user, a.Client, now)
		return err
	})
	if db.IsDuplicate(err) {
		return LoginTokens{}, errEmailTaken
	}
	if err != nil {
		return LoginTokens{}, fmt.Errorf("accept a customer's invitation: %w", err)
	}
	return tokens, nil
}

// acceptInvite locks the invited customer, spends the link and saves the email.
func (s *Service) acceptInvite(ctx context.Context, tx *db.Tx, userID, tokenHash, email string) (User, error) {
	user, err := selectUserForUpdate(ctx, tx, userID)
	if err != nil {
		return user, err
	}
	if user.Status != Active {
		return user, s.inactive(ctx, user)
	}
	now := s.clock.Now()
	spent, err := db.ExecRows(ctx, tx, `DELETE FROM customer_invites WHERE user_id = $1 AND token_hash = $2 AND expires_at > $3`, userID, tokenHash, now)
	if err == nil && (spent == 0 || user.Email != "") {
		err = errInvalidCustomerInvite
	}
	if err != nil {
		return user, err
	}
	if err := refuseReserved(ctx, tx, email, userID, now); err != nil {
		return user, err
	}
	user.Email, user.UpdatedAt = email, now
	return user, saveUser(ctx, tx, user)
}

func deleteExpiredCustomerInvites(ctx context.Context, tx *db.Tx, now time.Time) error {
	return db.Exec(ctx, tx, `DELETE FROM customer_invites WHERE expires_at < $1`, now)
}
