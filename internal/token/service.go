package token

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kirana/internal/audit"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/id"
	"kirana/internal/secret"
)

// Service manages the tokens of programs.
type Service struct {
	db        *db.DB
	clock     clock.Clock
	unlimited bool
	usage     usage
}

// New returns the service; unlimited tokens have no quota.
func New(d *db.DB, c clock.Clock, unlimited bool) *Service {
	return &Service{db: d, clock: c, unlimited: unlimited}
}

// List returns all tokens, the newest first.
func (s *Service) List(ctx context.Context) ([]Token, error) {
	if err := s.SaveUses(ctx); err != nil {
		return nil, err
	}
	tokens, err := list(ctx, s.db, s.clock.Now())
	if err != nil {
		return nil, fmt.Errorf("list the tokens of programs: %w", err)
	}
	return tokens, nil
}

// NewToken holds the fields of a token to create.
type NewToken struct {
	UserID    string // the owner
	Name      string
	Scope     httpapi.Scope
	ExpiresAt *time.Time
}

// Create creates a token and returns its secret, which is not stored.
func (s *Service) Create(ctx context.Context, wanted NewToken) (created Token, bearer string, err error) {
	now := s.clock.Now()
	if wanted.ExpiresAt != nil && !wanted.ExpiresAt.After(now) {
		return Token{}, "", fault.InField("expiresAt", "The time of expiry must be in the future.")
	}
	bearer = Prefix + secret.New()
	row := tokenRow{
		Token:  Token{ID: id.New(), Name: wanted.Name, Scope: wanted.Scope, CreatedAt: now, ExpiresAt: wanted.ExpiresAt, Active: true},
		UserID: wanted.UserID, Hash: secret.Hash(bearer),
	}
	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		if n, err := count(ctx, tx); err != nil {
			return err
		} else if n >= maxTokens {
			return errTooMany
		}
		if err := insert(ctx, tx, row); err != nil {
			return err
		}
		return audit.Write(ctx, tx, now, audit.Entry{What: "token.create", Object: wanted.Name, After: string(wanted.Scope)})
	})
	if err != nil {
		return Token{}, "", fmt.Errorf("make a token: %w", err)
	}
	row.MadeBy = audit.ActorOf(ctx).Name
	return row.Token, bearer, nil
}

// Remove deletes a token, which is then immediately invalid on every node.
func (s *Service) Remove(ctx context.Context, tokenID string) error {
	return s.db.Tx(ctx, func(tx *db.Tx) error {
		name, err := remove(ctx, tx, tokenID)
		if errors.Is(err, db.ErrNoRow) {
			return errNoToken
		}
		if err != nil {
			return fmt.Errorf("remove a token: %w", err)
		}
		return audit.Write(ctx, tx, s.clock.Now(), audit.Entry{What: "token.remove", Object: name})
	})
}

// Identify returns the caller of a token and counts the call. It reads the token from the database on each call, as for
// logins. It refuses an unknown, removed or expired token, or one of a former owner, with fault.Unauthenticated.
func (s *Service) Identify(ctx context.Context, bearer string) (httpapi.Identity, error) {
	now := s.clock.Now()
	token, err := byHash(ctx, s.db, secret.Hash(bearer), now)
	if errors.Is(err, db.ErrNoRow) {
		return httpapi.Identity{}, httpapi.ErrUnauthenticated
	}
	if err != nil {
		return httpapi.Identity{}, fmt.Errorf("find a token: %w", err)
	}
	// The caller's id is the token's own, so that calls do not find a person's account by it.
	caller := httpapi.Identity{UserID: token.ID, LoginID: token.ID, Name: token.Name, Admin: true, StaffRole: httpapi.RoleManager, Scope: token.Scope}
	quota := s.usage.count(token.ID, now)
	if !s.unlimited {
		caller.Quota = &quota
	}
	return caller, nil
}

// Run saves the last uses once a minute until ctx ends. It drops uses that cannot be saved, because only the list of tokens
// shows them.
func (s *Service) Run(ctx context.Context) {
	ticker := time.NewTicker(time.Minute)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			_ = s.SaveUses(ctx)
		}
	}
}

// SaveUses writes the buffered last uses to the database.
func (s *Service) SaveUses(ctx context.Context) error {
	uses := s.usage.take(s.clock.Now())
	if len(uses) == 0 {
		return nil
	}
	if err := s.db.Tx(ctx, func(tx *db.Tx) error { return saveUses(ctx, tx, uses) }); err != nil {
		return fmt.Errorf("save the last uses of tokens: %w", err)
	}
	return nil
}
