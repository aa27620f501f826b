package pictures

import (
	"context"
	"errors"
	"time"

	"kirana/internal/audit"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/language"
	"kirana/internal/media"
)

// Reason is the reason that a picture waits for a decision.
type Reason string

// The reasons.
const (
	ReasonNear Reason = "near" // its name is similar to a product's, or matches several
	ReasonNone Reason = "none" // no product has a similar name, or the product was deleted
	ReasonSame Reason = "same" // another product has the same picture
	ReasonFull Reason = "full" // the product has catalog.MaxImages pictures
)

// Proposal is a picture for which staff decide the product.
type Proposal struct {
	ID          string          `db:"id" json:"_id"`
	File        string          `db:"file" json:"file" doc:"File name or address, as received."`
	Image       string          `db:"image" json:"image"`
	Fingerprint string          `db:"fingerprint" json:"-"`
	ProductID   string          `db:"product_id" json:"-"`
	Product     *ProductSummary `db:"-" json:"product,omitempty" doc:"Proposed product."`
	Reason      Reason          `db:"reason" json:"reason" doc:"near, none, same or full."`
	Other       string          `db:"other" json:"other" doc:"Name of another product with the same image, or empty."`
	CreatedAt   time.Time       `db:"created_at" json:"createdAt"`
}

// Proposals holds the oldest proposals, and the number of all.
type Proposals struct {
	Total     int        `json:"total"`
	Proposals []Proposal `json:"proposals"`
}

const (
	// maxListedProposals limits the proposals that List returns.
	maxListedProposals = 60
	// proposalRetention is how long a proposal is kept.
	proposalRetention = 30 * 24 * time.Hour
)

const selectProposals = `SELECT id, file, image, fingerprint, product_id, reason, other, created_at FROM picture_proposals `

// List returns the oldest proposals, at most maxListedProposals, and the number of all.
func (s *Service) List(ctx context.Context) (Proposals, error) {
	total, err := db.Get[int](ctx, s.DB, `SELECT COUNT(*) FROM picture_proposals`)
	if err != nil {
		return Proposals{}, err
	}
	rows, err := db.All[Proposal](ctx, s.DB, selectProposals+`ORDER BY created_at, id LIMIT $1`, maxListedProposals)
	snapshot := s.View.Snapshot()
	for i, row := range rows {
		if product, err := snapshot.Product(row.ProductID, true); err == nil {
			summary := summaryOf(product)
			rows[i].Product = &summary
		}
	}
	return Proposals{total, rows}, err
}

// Choice assigns a proposed picture to a product.
type Choice struct{ ProposalID, ProductID string }

// ProposalDecision counts the pictures that staff took and skipped.
type ProposalDecision struct {
	Taken   int               `json:"taken"`
	Skipped int               `json:"skipped"`
	Refused []ProposalRefusal `json:"refused" doc:"Proposals that still await a decision."`
}

// ProposalRefusal is the reason that a picture cannot be added to the chosen product.
type ProposalRefusal struct {
	ID      string `json:"_id" doc:"ID of the proposal."`
	Message string `json:"message"`
}

// Decide adds the chosen pictures to their products and removes the skipped ones. Refused pictures stay proposals and are
// returned with the reason; proposals that no longer exist are ignored.
func (s *Service) Decide(ctx context.Context, choices []Choice, skipped []string) (ProposalDecision, error) {
	decision := ProposalDecision{Refused: []ProposalRefusal{}}
	for _, choice := range choices {
		err := s.choose(ctx, choice)
		refusal := fault.Of(err)
		switch {
		case err == nil:
			decision.Taken++
		case errors.Is(err, errDecided):
		case refusal != nil && (refusal.Kind == fault.Conflict || refusal.Kind == fault.NotFound):
			decision.Refused = append(decision.Refused, ProposalRefusal{choice.ProposalID, refusal.Phrase().In(language.Of(ctx))})
		default:
			return decision, err
		}
	}
	for _, proposalID := range skipped {
		err := s.skip(ctx, proposalID)
		if err == nil {
			decision.Skipped++
		} else if !errors.Is(err, errDecided) {
			return decision, err
		}
	}
	return decision, nil
}

// choose adds a proposed picture to a product. It first computes the fingerprints of the product's pictures.
func (s *Service) choose(ctx context.Context, c Choice) error {
	if _, err := s.prepare(ctx, c.ProductID, media.Fingerprint{}); err != nil {
		return err
	}
	return s.edit(ctx, func(tx *db.Tx) error {
		p, err := removeProposal(ctx, tx, c.ProposalID)
		if err != nil {
			return err
		}
		f, _ := media.ParseFingerprint(p.Fingerprint)
		_, _, err = s.add(ctx, tx, addition{productID: c.ProductID, AcceptedPicture: media.AcceptedPicture{URL: p.Image, Fingerprint: f}, source: p.File})
		return err
	})
}

func (s *Service) skip(ctx context.Context, proposalID string) error {
	var skipped Proposal
	err := s.DB.Tx(ctx, func(tx *db.Tx) (err error) {
		if skipped, err = removeProposal(ctx, tx, proposalID); err != nil {
			return err
		}
		return audit.Write(ctx, tx, s.Clock.Now(), audit.Entry{What: "picture.skip", Object: skipped.File})
	})
	if err == nil {
		s.drop(ctx, skipped.Image)
	}
	return err
}

func removeProposal(ctx context.Context, tx *db.Tx, proposalID string) (Proposal, error) {
	p, err := db.Get[Proposal](ctx, tx, selectProposals+`WHERE id = $1`+tx.ForUpdate(), proposalID)
	if errors.Is(err, db.ErrNoRow) {
		return p, errDecided
	}
	if err == nil {
		err = db.Exec(ctx, tx, `DELETE FROM picture_proposals WHERE id = $1`, proposalID)
	}
	return p, err
}

// Sweep skips proposals older than 30 days.
func (s *Service) Sweep(ctx context.Context) error {
	old, err := db.All[string](ctx, s.DB, `SELECT id FROM picture_proposals WHERE created_at < $1`, s.Clock.Now().Add(-proposalRetention))
	for _, proposalID := range old {
		if err := s.skip(ctx, proposalID); err != nil && !errors.Is(err, errDecided) {
			return err
		}
	}
	return err
}
