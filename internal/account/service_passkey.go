package account

import (
	"context"
	"errors"
	"time"

	"kirana/internal/account/secondfactor"
	"kirana/internal/db"
	"kirana/internal/job"
)

// UsePasskeys enables passkeys for the shop's address if browsers support them there. apiURL is this server's URL as
// other origins see it. Call it before the first request.
func (s *Service) UsePasskeys(shopURL, apiURL string) error {
	return s.factors.UsePasskeys(shopURL, apiURL)
}

// LoginByPasskey issues the tokens of a new login for a user whose passkey was verified. It returns fault.Forbidden for
// a user who may not log in.
func (s *Service) LoginByPasskey(ctx context.Context, user User, client Client) (LoginTokens, error) {
	if user.Status != Active {
		return LoginTokens{}, s.inactive(ctx, user)
	}
	client.Passkey = true
	return s.Login(ctx, user, client)
}

// displayName returns the shop's name, or the product's for a shop without a name.
func (s *Service) displayName(ctx context.Context) (string, error) {
	name, err := s.shopName(ctx)
	if name == "" {
		name = productName
	}
	return name, err
}

// factorKey adapts Key to secondfactor.Key.
type factorKey struct{ Key }

// Encrypt implements secondfactor.Key.
func (k factorKey) Encrypt(text string) (string, error) {
	ciphertext, err := k.encrypt(text)
	return string(ciphertext), err
}

// Decrypt implements secondfactor.Key.
func (k factorKey) Decrypt(ciphertext string) (string, error) {
	return k.decrypt(Ciphertext(ciphertext))
}

// factorUsers implements secondfactor.Users.
type factorUsers struct{}

// User implements secondfactor.Users.
func (factorUsers) User(ctx context.Context, q db.Querier, userID string) (secondfactor.User, error) {
	user, err := userByID(ctx, q, userID)
	if errors.Is(err, db.ErrNoRow) {
		return secondfactor.User{}, errNoUser
	}
	return secondfactor.User{ID: user.ID, Email: user.Email, Name: user.Name}, err
}

// Lock implements secondfactor.Users.
func (factorUsers) Lock(ctx context.Context, tx *db.Tx, userID string) error {
	return LockUser(ctx, tx, userID)
}

// PasskeyAdded implements secondfactor.Users.
func (factorUsers) PasskeyAdded(ctx context.Context, tx *db.Tx, now time.Time, user secondfactor.User) error {
	return job.Add(ctx, tx, now, MailPasskeyAddedJob, MailPayload{Email: user.Email, Name: user.Name})
}
