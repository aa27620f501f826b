package account

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kirana/internal/account/secondfactor"
	"kirana/internal/audit"
	"kirana/internal/db"
	"kirana/internal/id"
	"kirana/internal/job"
	"kirana/internal/secret"
)

// Staff returns the members of staff by role and name, then open invitations.
func (s *Service) Staff(ctx context.Context) ([]StaffMember, error) {
	members, err := listStaff(ctx, s.db)
	if err != nil {
		return nil, fmt.Errorf("list the staff: %w", err)
	}
	invited, err := listInvites(ctx, s.db, s.clock.Now())
	if err != nil {
		return nil, fmt.Errorf("list the invitations: %w", err)
	}
	return append(members, invited...), nil
}

// Invite mails a link to join the staff, and replaces an earlier invitation of the address. The result has the link if
// the shop has no mail server. It returns fault.Conflict for an address with an account.
func (s *Service) Invite(ctx context.Context, ownerID, email string, role StaffRole) (Invitation, error) {
	email, err := newEmail(email)
	if err != nil {
		return Invitation{}, err
	}
	if err := validStaffRole(role); err != nil {
		return Invitation{}, err
	}
	token := secret.New()
	ciphertext, err := s.key.encrypt(token)
	if err != nil {
		return Invitation{}, err
	}
	now := s.clock.Now()
	invite := staffInvite{
		ID: id.New(), TokenHash: secret.Hash(token), Email: email, StaffRole: role, InvitedBy: ownerID,
		ExpiresAt: now.Add(inviteLife), CreatedAt: now,
	}
	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		if err := refuseRegisteredEmail(ctx, tx, email); err != nil {
			return err
		}
		if err := upsertInvite(ctx, tx, invite); err != nil {
			return err
		}
		if err := job.Add(ctx, tx, now, MailInviteJob, MailPayload{Email: email, Code: ciphertext, Until: invite.ExpiresAt}); err != nil {
			return err
		}
		return audit.Write(ctx, tx, now, audit.Entry{What: "staff.invite", Object: email, After: string(role)})
	})
	if err != nil {
		return Invitation{}, fmt.Errorf("invite to the staff: %w", err)
	}
	invitation := Invitation{StaffMember: StaffMember{ID: invite.ID, Email: email, StaffRole: role, Invited: true, ExpiresAt: &invite.ExpiresAt}}
	if !s.rules.ConfirmChange {
		invitation.Link = JoinPath + token
	}
	return invitation, nil
}

// refuseRegisteredEmail returns an error for an email with an account. In a shop without mail, the owner sees the link
// and must not open a customer's account with it.
func refuseRegisteredEmail(ctx context.Context, tx *db.Tx, email string) error {
	user, err := userByEmail(ctx, tx, email)
	switch {
	case errors.Is(err, db.ErrNoRow):
		return nil
	case err != nil:
		return err
	case user.StaffRole != "":
		return errIsStaff
	}
	return errIsCustomer
}

// InviteToken decrypts the token of a MailInviteJob. It returns "" if the invitation is accepted, withdrawn, replaced
// or expired.
func (s *Service) InviteToken(ctx context.Context, p MailPayload) (string, error) {
	token, err := s.key.decrypt(p.Code)
	if err != nil {
		return "", err
	}
	if _, err := inviteByToken(ctx, s.db, secret.Hash(token), s.clock.Now()); err != nil {
		if errors.Is(err, db.ErrNoRow) {
			return "", nil
		}
		return "", err
	}
	return token, nil
}

// Join creates the account of an accepted invitation and logs in. It returns fault.Invalid for an unknown, spent or
// expired invitation.
func (s *Service) Join(ctx context.Context, j Acceptance) (LoginTokens, error) {
	invite, err := inviteByToken(ctx, s.db, secret.Hash(j.Token), s.clock.Now())
	if errors.Is(err, db.ErrNoRow) {
		return LoginTokens{}, errInvalidInvite
	}
	if err != nil {
		return LoginTokens{}, err
	}
	if err := s.validatePassword(ctx, "password", j.Password, User{Name: j.Name, Email: invite.Email}); err != nil {
		return LoginTokens{}, err
	}
	hash, err := hashPassword(ctx, j.Password, s.rules.PasswordCost)
	if err != nil {
		return LoginTokens{}, err
	}
	now := s.clock.Now()
	user := User{
		ID: id.New(), Name: j.Name, Email: invite.Email, PasswordHash: hash, Role: Admin, StaffRole: invite.StaffRole,
		Status: Active, VerifyEmail: true, CreatedAt: now, UpdatedAt: now,
	}
	tokens, err := s.createStaff(ctx, newStaff{user: user, client: j.Client, action: "staff.join", spend: func(ctx context.Context, tx *db.Tx) error {
		spent, err := deleteInvite(ctx, tx, invite.ID, invite.TokenHash)
		if err == nil && !spent {
			err = errInvalidInvite
		}
		return err
	}})
	if err != nil {
		return LoginTokens{}, fmt.Errorf("join the staff: %w", err)
	}
	return tokens, nil
}

// newStaff describes a member of staff to create.
type newStaff struct {
	user   User
	client Client
	action string // action in the activity log
	// spend marks the one-time link as used. Its error cancels the creation.
	spend func(ctx context.Context, tx *db.Tx) error
	// inSameTx, unless nil, is called after the insert, with the new member as the actor.
	inSameTx func(ctx context.Context, tx *db.Tx) error
}

// createStaff inserts a member of staff and logs them in, in one transaction. It returns fault.Conflict for an email
// with an account.
func (s *Service) createStaff(ctx context.Context, n newStaff) (LoginTokens, error) {
	ctx = audit.WithActor(ctx, audit.Actor{UserID: n.user.ID, Name: n.user.Name, Address: n.client.Address})
	var tokens LoginTokens
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		if err := n.spend(ctx, tx); err != nil {
			return err
		}
		if err := refuseReserved(ctx, tx, n.user.Email, n.user.ID, n.user.CreatedAt); err != nil {
			return err
		}
		if err := insertUser(ctx, tx, n.user); err != nil {
			return err
		}
		entry := audit.Entry{What: n.action, Object: n.user.Email, After: string(n.user.StaffRole)}
		if err := audit.Write(ctx, tx, n.user.CreatedAt, entry); err != nil {
			return err
		}
		if n.inSameTx != nil {
			if err := n.inSameTx(ctx, tx); err != nil {
				return err
			}
		}
		var err error
		tokens, err = s.beginLogin(ctx, tx, n.user, n.client, n.user.CreatedAt)
		return err
	})
	if db.IsDuplicate(err) {
		return LoginTokens{}, errEmailTaken
	}
	return tokens, err
}

// SetStaffRole changes a member's role and ends all their logins. It withdraws the invitations that the member has
// sent, unless the new role is Owner. It returns fault.Conflict for the last owner.
func (s *Service) SetStaffRole(ctx context.Context, userID string, role StaffRole) (StaffMember, error) {
	if err := validStaffRole(role); err != nil {
		return StaffMember{}, err
	}
	var member StaffMember
	err := s.changeStaff(ctx, userID, func(tx *db.Tx, user User, now time.Time) (audit.Entry, error) {
		member = StaffMember{ID: user.ID, Name: user.Name, Email: user.Email, StaffRole: role, Status: user.Status}
		entry := audit.Entry{What: "staff.role", Object: user.Name, Before: string(user.StaffRole), After: string(role)}
		return entry, updateStaffRole(ctx, tx, user.ID, role, now)
	})
	if err != nil {
		return StaffMember{}, fmt.Errorf("change a role: %w", err)
	}
	return member, nil
}

// RemoveStaff makes a member of staff a shopper, ends all their logins, and withdraws the invitations that they have
// sent. It withdraws an invitation if memberID names one. It returns fault.Conflict for the last owner.
func (s *Service) RemoveStaff(ctx context.Context, memberID string) error {
	withdrawn, err := s.withdrawInvite(ctx, memberID)
	if err != nil || withdrawn {
		return err
	}
	err = s.changeStaff(ctx, memberID, func(tx *db.Tx, user User, now time.Time) (audit.Entry, error) {
		entry := audit.Entry{What: "staff.remove", Object: user.Name, Before: string(user.StaffRole)}
		if err := deletePushSubscriptions(ctx, tx, user.ID); err != nil {
			return entry, err
		}
		// Shoppers cannot switch a second factor off.
		if err := secondfactor.DeleteAll(ctx, tx, user.ID); err != nil {
			return entry, err
		}
		return entry, updateStaffRole(ctx, tx, user.ID, "", now)
	})
	if err != nil {
		return fmt.Errorf("remove from the staff: %w", err)
	}
	return nil
}

func (s *Service) withdrawInvite(ctx context.Context, inviteID string) (withdrawn bool, err error) {
	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		email, err := withdrawInvite(ctx, tx, inviteID)
		if withdrawn = err == nil; errors.Is(err, db.ErrNoRow) {
			return nil
		}
		if err != nil {
			return err
		}
		return audit.Write(ctx, tx, s.clock.Now(), audit.Entry{What: "staff.withdraw", Object: email})
	})
	return withdrawn, err
}

// changeStaff runs a change of a member of staff, logs it and ends the member's logins. It locks all owners, so that
// two owners cannot remove each other concurrently. The last owner cannot lose the role.
func (s *Service) changeStaff(ctx context.Context, userID string, change func(*db.Tx, User, time.Time) (audit.Entry, error)) error {
	return s.db.Tx(ctx, func(tx *db.Tx) error {
		owners, err := lockOwners(ctx, tx)
		if err != nil {
			return err
		}
		user, err := selectUserForUpdate(ctx, tx, userID)
		if errors.Is(err, db.ErrNoRow) || (err == nil && user.StaffRole == "") {
			return errNoStaff
		}
		if err != nil {
			return err
		}
		now := s.clock.Now()
		entry, err := change(tx, user, now)
		if err != nil {
			return err
		}
		if entry.After != string(Owner) && len(owners) == 1 && owners[0] == user.ID {
			return errLastOwner
		}
		if err := endLogins(ctx, tx, user.ID, now); err != nil {
			return err
		}
		entries := []audit.Entry{entry}
		if entry.After != string(Owner) {
			emails, err := withdrawInvitesOf(ctx, tx, user.ID)
			if err != nil {
				return err
			}
			for _, email := range emails {
				entries = append(entries, audit.Entry{What: "staff.withdraw", Object: email})
			}
		}
		return audit.Write(ctx, tx, now, entries...)
	})
}

// StaffByEmail returns a member of staff, or fault.NotFound.
func (s *Service) StaffByEmail(ctx context.Context, email string) (User, error) {
	user, err := s.byEmail(ctx, email)
	if err == nil && user.StaffRole == "" {
		return User{}, errNoStaff
	}
	return user, err
}

// CustomerByEmail returns a customer, or fault.NotFound.
func (s *Service) CustomerByEmail(ctx context.Context, email string) (User, error) {
	user, err := s.byEmail(ctx, email)
	if err == nil && user.StaffRole != "" {
		return User{}, ErrNoCustomer
	}
	return user, err
}

func (s *Service) byEmail(ctx context.Context, email string) (User, error) {
	user, err := userByTypedEmail(ctx, s.db, email)
	if errors.Is(err, db.ErrNoRow) {
		return User{}, errNoUser
	}
	return user, err
}

// SetStaffPassword sets a new password of a member of staff, ends all their logins, removes their second factors and
// notifies them by mail. Only the command line calls it.
func (s *Service) SetStaffPassword(ctx context.Context, email, password string) (User, error) {
	user, err := s.StaffByEmail(ctx, email)
	if err != nil {
		return User{}, err
	}
	if err := s.validatePassword(ctx, "password", password, user); err != nil {
		return User{}, err
	}
	hash, err := hashPassword(ctx, password, s.rules.PasswordCost)
	if err != nil {
		return User{}, err
	}
	now := s.clock.Now()
	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		if err := s.replacePassword(ctx, tx, user, hash, now); err != nil {
			return err
		}
		// The command line also helps a member who lost phone and recovery codes.
		if err := secondfactor.DeleteAll(ctx, tx, user.ID); err != nil {
			return err
		}
		return audit.Write(ctx, tx, now, audit.Entry{What: "staff.password", Object: user.Name})
	})
	if err != nil {
		return User{}, fmt.Errorf("set a password: %w", err)
	}
	return user, nil
}
