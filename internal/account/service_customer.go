package account

import (
	"context"
	"errors"
	"fmt"

	"kirana/internal/audit"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/id"
	"kirana/internal/language"
)

// mergedName replaces the name of a merged customer.
const mergedName = "Merged customer"

var (
	errNoCustomerName = fault.InField("name", "Please enter the customer's name.")
	errMergeSelf      = fault.InField("into", "Please choose another customer: this is the same one.")
)

// AddCustomer returns the customer with a mobile number that staff knows, or creates one without a login. It ignores
// the unverified numbers that users typed into their accounts.
func (s *Service) AddCustomer(ctx context.Context, name, mobile string) (user User, created bool, err error) {
	err = s.db.Tx(ctx, func(tx *db.Tx) (err error) {
		user, created, err = s.AddCustomerTx(ctx, tx, name, mobile)
		return err
	})
	if err != nil {
		return User{}, false, fmt.Errorf("add a customer: %w", err)
	}
	return user, created, nil
}

// AddCustomerTx is like AddCustomer in the caller's transaction.
func (s *Service) AddCustomerTx(ctx context.Context, tx *db.Tx, name, mobile string) (user User, created bool, err error) {
	if mobile, err = normalMobile(mobile); err != nil {
		return User{}, false, err
	}
	user, err = userByKnownMobile(ctx, tx, mobile)
	if !errors.Is(err, db.ErrNoRow) {
		return user, false, err
	}
	if name == "" {
		return User{}, false, errNoCustomerName
	}
	now := s.clock.Now()
	user = User{ID: id.New(), Name: name, Mobile: mobile, Role: Shopper, Status: Active, CreatedAt: now, UpdatedAt: now}
	if err := insertUser(ctx, tx, user); err != nil {
		return User{}, false, err
	}
	if err := insertMobile(ctx, tx, customerMobile{mobile, user.ID, now}); err != nil {
		return User{}, false, err
	}
	return user, true, audit.Write(ctx, tx, now, audit.Entry{What: "customer.create", Object: name, ObjectID: user.ID, After: mobile})
}

// Mobiles returns the mobile numbers of a customer that staff knows. It returns [] without any.
func (s *Service) Mobiles(ctx context.Context, userID string) ([]string, error) {
	return mobilesOf(ctx, s.db, userID)
}

// MergedInto returns the id of the customer into which the customer userID was merged, or db.ErrNoRow.
func (s *Service) MergedInto(ctx context.Context, userID string) (string, error) {
	return db.Get[string](ctx, s.db, `SELECT merged_into FROM users WHERE id = $1 AND merged_into <> ''`, userID)
}

// Merge describes a merge of the customer From into the customer Into. Into keeps its name and mobile unless Name or
// Mobile equals that of From; without a mobile, it takes the one of From. Note replaces the note of Into; nil joins
// both notes.
type Merge struct {
	From, Into         string
	Name, Mobile, Note *string
}

// LockMerge locks both customers of a merge and returns them. It returns fault.Conflict if From has a login, which
// would end, and fault.NotFound for staff and for deleted, merged or unknown customers.
func (s *Service) LockMerge(ctx context.Context, tx *db.Tx, m Merge) (from, into User, err error) {
	if m.From == m.Into {
		return from, into, errMergeSelf
	}
	locked := map[string]User{}
	for _, userID := range []string{min(m.From, m.Into), max(m.From, m.Into)} { // in order of id, so that two merges cannot deadlock
		user, err := selectUserForUpdate(ctx, tx, userID)
		if errors.Is(err, db.ErrNoRow) || err == nil && (user.StaffRole != "" || user.MergedInto != "" || user.isDeleted()) {
			return from, into, ErrNoCustomer
		}
		if err != nil {
			return from, into, err
		}
		locked[userID] = user
	}
	from, into = locked[m.From], locked[m.Into]
	switch {
	case from.Email != "" && into.Email != "":
		err = fault.New(fault.Conflict, "two_logins", "%s and %s both have a login. Please delete one of the two accounts first.", from.Name, into.Name)
	case from.Email != "":
		err = fault.New(fault.Conflict, "login_kept", "%s has a login, which stays. Please join %s to %s instead.", from.Name, into.Name, from.Name)
	}
	return from, into, err
}

// FinishMerge saves the name, mobile and note of into, moves the numbers of from to into, and replaces the data in the
// row of from by a reference to into.
func (s *Service) FinishMerge(ctx context.Context, tx *db.Tx, m Merge, from, into User) error {
	now := s.clock.Now()
	before := string(language.NewPhrase("%s, %s and %s, %s", into.Name, into.Mobile, from.Name, from.Mobile).Store())
	for _, user := range []User{from, into} {
		if user.Mobile == "" {
			continue
		}
		if err := joinMobile(ctx, tx, customerMobile{user.Mobile, into.ID, now}); err != nil {
			return err
		}
	}
	if err := moveMobiles(ctx, tx, from.ID, into.ID); err != nil {
		return err
	}
	if m.Name != nil && *m.Name == from.Name {
		into.Name = from.Name
	}
	if into.Mobile == "" || m.Mobile != nil && *m.Mobile == from.Mobile {
		into.Mobile = from.Mobile
	}
	into.UpdatedAt = now
	if err := saveUser(ctx, tx, into); err != nil {
		return err
	}
	if err := joinNotes(ctx, tx, m, now); err != nil {
		return err
	}
	if err := leaveMerged(ctx, tx, from.ID, into.ID, now); err != nil {
		return err
	}
	return audit.Write(ctx, tx, now, audit.Entry{What: "customer.merge", Object: into.Name, ObjectID: into.ID, Before: before, After: into.Name + ", " + into.Mobile})
}

// isDeleted reports whether the account was deleted; see Delete.
func (u User) isDeleted() bool { return u.Name == deletedName.String() && u.PasswordHash == "" }
