package pictures

import (
	"context"
	"errors"

	"kirana/internal/catalog"
	"kirana/internal/db"
	"kirana/internal/id"
	"kirana/internal/media"
)

// Results of one picture of a bulk upload.
const (
	OutcomeAdded     = "added" // to a product
	OutcomeDuplicate = "had"   // the product or a proposal has the picture; it is not stored again
	OutcomeWaits     = "waits" // for a decision by staff
)

// PictureOutcome is the result of one picture of a bulk upload.
type PictureOutcome struct {
	Outcome string          `json:"outcome" enum:"added,had,waits" doc:"added: the image is added to a product. had: the product or a proposal already has it. waits: it awaits a decision."`
	File    string          `json:"file"`
	Product *ProductSummary `json:"product,omitempty" doc:"Matching product, or the most similar one."`
	Reason  Reason          `json:"reason" enum:"near,none,same,full," doc:"Reason why the image awaits a decision. near: only a similar name matches. none: no product matches. same: another product has the image. full: the product has no room. Empty otherwise."`
	Other   string          `json:"other" doc:"Name of another product with the same image, or empty."`
}

// Take adds an accepted picture to the product that its file name matches. It proposes the picture to staff if the match is
// not sure, another product has the same picture, or the product is full. It deletes the picture if the product or a proposal
// already has it, or after an error.
func (s *Service) Take(ctx context.Context, file string, picture media.AcceptedPicture) (PictureOutcome, error) {
	outcome, err := s.take(ctx, file, picture)
	if err != nil || outcome.Outcome == OutcomeDuplicate {
		s.drop(ctx, picture.URL)
	}
	return outcome, err
}

func (s *Service) take(ctx context.Context, file string, picture media.AcceptedPicture) (PictureOutcome, error) {
	s.mu.Lock()
	n := s.currentNames()
	found := n.matchOf(file, s.nearest)
	product, known := n.products[found.productID]
	s.mu.Unlock()
	outcome := PictureOutcome{File: file}
	if known {
		outcome.Product = &product
	}
	duplicateOf, err := s.prepare(ctx, found.productID, picture.Fingerprint)
	if err != nil {
		return outcome, err
	}
	p := Proposal{ID: id.New(), File: file, Image: picture.URL, Fingerprint: picture.Fingerprint.String(), ProductID: found.productID, Other: duplicateOf}
	switch {
	case duplicateOf != "":
		p.Reason = ReasonSame
	case found.productID == "":
		p.Reason = ReasonNone
	case !found.sure:
		p.Reason = ReasonNear
	}
	return s.addOrPropose(ctx, p, picture, outcome)
}

// addOrPropose adds a picture to its product if p has no Reason to wait. Otherwise, or if the product is full or deleted, it
// proposes the picture.
func (s *Service) addOrPropose(ctx context.Context, p Proposal, picture media.AcceptedPicture, outcome PictureOutcome) (PictureOutcome, error) {
	if p.Reason == "" {
		err := s.edit(ctx, func(tx *db.Tx) error {
			_, product, err := s.add(ctx, tx, addition{productID: p.ProductID, AcceptedPicture: picture, source: p.File})
			if err == nil {
				summary := summaryOf(product)
				outcome.Product = &summary
			}
			return err
		})
		reason, waits := reasonOf(err)
		switch {
		case err == nil:
			outcome.Outcome = OutcomeAdded
			return outcome, nil
		case errors.Is(err, errSame):
			outcome.Outcome = OutcomeDuplicate
			return outcome, nil
		case !waits:
			return outcome, err
		}
		p.Reason = reason
		if reason == ReasonNone {
			p.ProductID, outcome.Product = "", nil
		}
	}
	added := false
	err := s.DB.Tx(ctx, func(tx *db.Tx) (err error) {
		p.CreatedAt = s.Clock.Now()
		added, err = s.propose(ctx, tx, p, picture.Fingerprint)
		return err
	})
	outcome.Reason, outcome.Other, outcome.Outcome = p.Reason, p.Other, OutcomeWaits
	if err == nil && !added {
		outcome.Outcome, outcome.Reason = OutcomeDuplicate, ""
	}
	return outcome, err
}

// propose saves a proposal. It returns false if the product or another proposal has the picture.
func (s *Service) propose(ctx context.Context, tx *db.Tx, p Proposal, f media.Fingerprint) (bool, error) {
	waiting, err := db.All[string](ctx, tx, `SELECT fingerprint FROM picture_proposals`)
	if err != nil {
		return false, err
	}
	for _, text := range waiting {
		if known, ok := media.ParseFingerprint(text); ok && known.Near(f) {
			return false, nil
		}
	}
	if p.ProductID != "" {
		products, err := catalog.ReadProducts(ctx, tx, []string{p.ProductID})
		if err != nil {
			return false, err
		}
		for _, product := range products {
			if same, err := hasPicture(ctx, tx, product.Images, f); same || err != nil {
				return false, err
			}
		}
	}
	return true, db.Insert(ctx, tx, `
		INSERT INTO picture_proposals (id, file, image, fingerprint, product_id, reason, other, created_at)
		VALUES (:id, :file, :image, :fingerprint, :product_id, :reason, :other, :created_at)`, p)
}
