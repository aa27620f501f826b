package admin

import (
	"context"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/db"
	"kirana/internal/job"
)

// maxSoldOut limits how long a product can be marked as sold out.
const maxSoldOut = 366 * 24 * time.Hour

// SellAgain is the payload of SellAgainJob: a product, and the end of its sold-out mark.
type SellAgain struct {
	ProductID string    `json:"productId"`
	Until     time.Time `json:"until"`
}

// SellAgainJob removes a product's sold-out mark at SoldOutUntil.
const SellAgainJob job.Kind[SellAgain] = "catalog.sell-again"

// Handle registers the jobs of the catalog.
func (s *Service) Handle(w *job.Worker) { job.Handle(w, SellAgainJob, s.sellAgain) }

// sellAgainLater adds the job for a product whose sold-out mark was set or changed.
func (s *Service) sellAgainLater(ctx context.Context, tx *db.Tx, before, after catalog.Product) error {
	until := after.SoldOutUntil
	if until == nil || (before.SoldOutUntil != nil && before.SoldOutUntil.Equal(*until)) {
		return nil
	}
	once := job.Once{Due: *until, Key: after.ID + " " + until.Format(time.RFC3339)}
	return job.AddOnce(ctx, tx, once, SellAgainJob, SellAgain{after.ID, *until})
}

// sellAgain removes the mark, unless its time was changed since, or the product was deleted.
func (s *Service) sellAgain(ctx context.Context, _ job.Job, p SellAgain) error {
	err := s.edit(ctx, func(tx *db.Tx) error {
		rows, err := catalog.LockProducts(ctx, tx, []string{p.ProductID})
		if err != nil {
			return err
		}
		product := rows[p.ProductID]
		if product.SoldOutUntil == nil || !product.SoldOutUntil.Equal(p.Until) || product.DeletedAt != nil {
			return nil
		}
		product.SoldOutUntil = nil
		product.EditedAt = catalog.NextVersion(s.clock.Now(), product.UpdatedAt)
		product.UpdatedAt = product.EditedAt
		return catalog.SaveProducts(ctx, tx, product)
	})
	if err != nil {
		return err
	}
	s.view.ShowCommitted(ctx)
	return nil
}
