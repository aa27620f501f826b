package account

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kirana/internal/account/secondfactor"
	"kirana/internal/audit"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/fault"
)

// Service registers users, logs them in and changes their accounts.
type Service struct {
	db        *db.DB
	clock     clock.Clock
	key       Key
	rules     Rules
	loginUses loginUses
	factors   *secondfactor.Service
}

// Rules are the shop's settings for accounts. The zero value is for a shop that cannot send mail.
type Rules struct {
	ConfirmChange bool // a new email takes effect when its mailed link is opened
	Unlimited     bool // no limit of OTP requests, for load tests only
	// ShopName returns the shop's name, which is refused as a password. nil disables the check.
	ShopName func(ctx context.Context) (string, error)
	// PasswordCost is the cost of hashing a new password; zero means production's. Tests use a low one.
	PasswordCost PasswordCost
}

// New returns a Service.
func New(d *db.DB, c clock.Clock, key Key, rules Rules) *Service {
	if rules.PasswordCost == (PasswordCost{}) {
		rules.PasswordCost = productionCost
	}
	s := &Service{db: d, clock: c, key: key, rules: rules}
	s.factors = secondfactor.New(secondfactor.Options{DB: d, Clock: c, Key: factorKey{key}, Users: factorUsers{}, ShopName: s.displayName})
	return s
}

var errNoUser = fault.New(fault.NotFound, "no_user", "User not found.")

var errEmailTaken = &fault.Error{
	Kind: fault.Conflict, Code: "email_taken", Message: "Email is already registered.",
	Fields: []fault.Field{{Field: "email", Message: "Email is already registered."}},
}

// Registration is the input of Register.
type Registration struct {
	Name, Email, Password string
	Language              string // for mails; may be ""
	Silent                bool   // send no mail; ResendConfirmation does it later
}

// Register creates a shopper and mails the link that confirms the address. It returns an error for a malformed or taken
// email and for an easily guessed password.
func (s *Service) Register(ctx context.Context, r Registration) (User, error) {
	mailLink := func(tx *db.Tx, user User) error {
		return s.enqueueCodeMail(ctx, tx, user.CreatedAt, MailConfirmJob, recipient{user.ID, user.Email, user.Language})
	}
	if r.Silent {
		mailLink = nil
	}
	return s.createUser(ctx, User{Name: r.Name, Email: r.Email, Role: Shopper, Language: r.Language}, r.Password, mailLink)
}

// CreateShopper creates a shopper with a confirmed address, for the demo.
func (s *Service) CreateShopper(ctx context.Context, name, email, password string) (User, error) {
	return s.createUser(ctx, User{Name: name, Email: email, Role: Shopper, VerifyEmail: true}, password, nil)
}

// CreateAdmin creates an owner with a confirmed address, for the command line and the demo.
func (s *Service) CreateAdmin(ctx context.Context, name, email, password string) (User, error) {
	return s.createUser(ctx, User{Name: name, Email: email, Role: Admin, StaffRole: Owner, VerifyEmail: true}, password, nil)
}

// createUser inserts a user. It then calls inSameTx in the same transaction if the user is a shopper; inSameTx may be
// nil.
func (s *Service) createUser(ctx context.Context, user User, password string, inSameTx func(*db.Tx, User) error) (User, error) {
	user, err := s.newUser(ctx, user, password)
	if err != nil {
		return User{}, err
	}
	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		if user.StaffRole == Owner {
			// Delete the setup token first, so that a concurrent setup and this transaction wait for each other.
			if err := closeSetup(ctx, tx); err != nil {
				return err
			}
		}
		if err := refuseReserved(ctx, tx, user.Email, user.ID, user.CreatedAt); err != nil {
			return err
		}
		if err := insertUser(ctx, tx, user); err != nil {
			return err
		}
		if user.StaffRole != "" {
			return audit.Write(ctx, tx, user.CreatedAt, audit.Entry{What: "staff.create", Object: user.Email, After: string(user.StaffRole)})
		}
		if inSameTx == nil {
			return nil
		}
		return inSameTx(tx, user)
	})
	if db.IsDuplicate(err) {
		return User{}, errEmailTaken
	}
	if err != nil {
		return User{}, fmt.Errorf("add a user: %w", err)
	}
	return user, nil
}

// HasUsers reports whether there is any account.
func (s *Service) HasUsers(ctx context.Context) (bool, error) { return hasUsers(ctx, s.db) }

// CheckPassword reports whether an active account has this email and password.
func (s *Service) CheckPassword(ctx context.Context, email, password string) (bool, error) {
	user, err := userByTypedEmail(ctx, s.db, email)
	if errors.Is(err, db.ErrNoRow) {
		return false, nil
	}
	if err != nil || user.Status != Active {
		return false, err
	}
	return verifyPassword(ctx, user.PasswordHash, password)
}

// User returns a user by id, or fault.NotFound.
func (s *Service) User(ctx context.Context, userID string) (User, error) {
	user, err := userByID(ctx, s.db, userID)
	if errors.Is(err, db.ErrNoRow) {
		return User{}, errNoUser
	}
	return user, err
}

// SetLanguage stores the language that a user chose.
func (s *Service) SetLanguage(ctx context.Context, userID, lang string) error {
	return s.db.Tx(ctx, func(tx *db.Tx) error { return setLanguage(ctx, tx, userID, lang) })
}

// Details returns a user with the ids of their addresses, cart lines and newest order lines.
func (s *Service) Details(ctx context.Context, userID string) (UserDetails, error) {
	user, err := s.profile(ctx, userID)
	if err != nil {
		return UserDetails{}, err
	}
	return relatedIDs(ctx, s.db, user)
}

// Update applies a patch. It changes nothing and returns fault.Conflict for an email of another account. A new email is
// pending until its link is opened; without ConfirmChange it applies immediately, unconfirmed.
func (s *Service) Update(ctx context.Context, userID string, patch Patch) (User, error) {
	if patch.Mobile != nil {
		mobile, err := normalMobile(*patch.Mobile)
		if err != nil {
			return User{}, err
		}
		patch.Mobile = &mobile
	}
	err := s.updateUser(ctx, userID, func(tx *db.Tx, u *User) error {
		if patch.Name != nil {
			u.Name = *patch.Name
		}
		if patch.Mobile != nil {
			u.Mobile = *patch.Mobile
		}
		if patch.Email == nil || u.hasEmail(*patch.Email) {
			return nil
		}
		email, err := newEmail(*patch.Email)
		if err != nil {
			return err
		}
		return s.changeEmail(ctx, tx, u, email, s.clock.Now())
	})
	if db.IsDuplicate(err) {
		return User{}, errEmailTaken
	}
	if err != nil {
		return User{}, err
	}
	return s.profile(ctx, userID)
}

// profile returns the user with the pending email.
func (s *Service) profile(ctx context.Context, userID string) (User, error) {
	user, err := s.User(ctx, userID)
	if err != nil {
		return User{}, err
	}
	user.PendingEmail, err = pendingEmail(ctx, s.db, user, s.clock.Now())
	return user, err
}

// SetAvatar replaces the avatar and returns the previous one, which is now unused.
func (s *Service) SetAvatar(ctx context.Context, userID, url string) (previous string, err error) {
	err = s.updateUser(ctx, userID, func(tx *db.Tx, u *User) error {
		previous, u.Avatar = u.Avatar, url
		if u.Role != Admin {
			return nil
		}
		return audit.Write(ctx, tx, s.clock.Now(), audit.Entry{What: "avatar.change", Object: u.Name, Before: previous, After: url})
	})
	return previous, err
}

func (s *Service) updateUser(ctx context.Context, userID string, edit func(*db.Tx, *User) error) error {
	return s.db.Tx(ctx, func(tx *db.Tx) error {
		user, err := selectUserForUpdate(ctx, tx, userID)
		if errors.Is(err, db.ErrNoRow) {
			return errNoUser
		}
		if err != nil {
			return err
		}
		if err := edit(tx, &user); err != nil {
			return err
		}
		user.UpdatedAt = s.clock.Now()
		return saveUser(ctx, tx, user)
	})
}

// LockUser locks a user until the transaction ends, so that changes of their cart, addresses and orders run one after
// another. To avoid deadlocks, lock the user before other rows. An unknown or merged user fails with fault.NotFound.
func LockUser(ctx context.Context, tx *db.Tx, userID string) error {
	_, err := db.Get[string](ctx, tx, `SELECT id FROM users WHERE id = $1 AND merged_into = ''`+tx.ForUpdate(), userID)
	if errors.Is(err, db.ErrNoRow) {
		return errNoUser
	}
	return err
}

// Sweep deletes expired logins, OTPs, links, invitations and passkey challenges.
func (s *Service) Sweep(ctx context.Context) error {
	return s.db.Tx(ctx, func(tx *db.Tx) error {
		now := s.clock.Now()
		if err := deleteExpiredLogins(ctx, tx, now.Add(-24*time.Hour)); err != nil {
			return err
		}
		if err := deleteOldResets(ctx, tx, now.Add(-requestDay)); err != nil {
			return err
		}
		if err := deleteExpiredInvites(ctx, tx, now); err != nil {
			return err
		}
		if err := deleteExpiredCustomerInvites(ctx, tx, now); err != nil {
			return err
		}
		if err := deleteExpiredUndos(ctx, tx, now); err != nil {
			return err
		}
		if err := secondfactor.DeleteExpired(ctx, tx, now); err != nil {
			return err
		}
		return deleteExpiredCodes(ctx, tx, now)
	})
}
