// Package pictures adds pictures to products in bulk: from URLs in price lists, from a folder or zip, and from
// photographs taken one after another. It matches a file to a product by its name. If the match is not sure, the picture
// becomes a proposal that staff decide.
package pictures

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"sync"

	"kirana/internal/audit"
	"kirana/internal/catalog"
	"kirana/internal/catalog/view"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/language"
	"kirana/internal/media"
)

// Features are the other features that the service uses.
type Features struct {
	DB     *db.DB
	Clock  clock.Clock
	Log    *slog.Logger
	Media  *media.Service
	View   *view.View
	Client *http.Client // limited to public addresses, as a price list may name any
}

// Service adds pictures to products.
type Service struct {
	Features

	mu    sync.Mutex // guards names and known
	names *names
	known knownFingerprints
}

// New returns a Service.
func New(f Features) *Service {
	return &Service{Features: f, known: knownFingerprints{byImage: map[string]*media.Fingerprint{}}}
}

// ProductSummary identifies a product to people.
type ProductSummary struct {
	ID    string `json:"_id"`
	Name  string `json:"name"`
	Unit  string `json:"unit"`
	Image string `json:"image" doc:"Address of the first image. Empty without images."`
}

func summaryOf(p catalog.Product) ProductSummary {
	summary := ProductSummary{ID: p.ID, Name: p.Name, Unit: p.Unit}
	if len(p.Images) > 0 {
		summary.Image = p.Images[0]
	}
	return summary
}

var (
	errFull    = fault.New(fault.Conflict, "pictures_full", "This product has %d pictures already.", catalog.MaxImages)
	errSame    = fault.New(fault.Conflict, "picture_same", "This product has this picture already.")
	errDecided = fault.New(fault.NotFound, "no_proposal", "This picture has been taken or skipped already.")
)

// addition is a picture to add to a product.
type addition struct {
	productID string
	media.AcceptedPicture

	source string // file name or URL, for the activity log
	index  func(images []string) int
}

// edit runs a transaction that changes products, and then refreshes the view.
func (s *Service) edit(ctx context.Context, change func(tx *db.Tx) error) error {
	err := s.DB.Tx(ctx, func(tx *db.Tx) error {
		if err := change(tx); err != nil {
			return err
		}
		return tx.NotifyNodes(ctx, view.Topic)
	})
	if err == nil {
		s.View.ShowCommitted(ctx)
	}
	return err
}

// add adds a picture to a product. It returns ErrNoProduct, or a Conflict if the product has this picture or the maximum
// number of pictures.
func (s *Service) add(ctx context.Context, tx *db.Tx, a addition) (before, after catalog.Product, err error) {
	rows, err := catalog.LockProducts(ctx, tx, []string{a.productID})
	if err != nil {
		return before, after, err
	}
	before, known := rows[a.productID]
	if !known || before.DeletedAt != nil {
		return before, after, catalog.ErrNoProduct
	}
	if len(before.Images) >= catalog.MaxImages {
		return before, after, errFull
	}
	same, err := hasPicture(ctx, tx, before.Images, a.Fingerprint)
	if err != nil {
		return before, after, err
	}
	if same {
		return before, after, errSame
	}
	at := len(before.Images)
	if a.index != nil {
		at = a.index(before.Images)
	}
	after = before
	after.Images = slices.Insert(slices.Clone(before.Images), at, a.URL)
	after.EditedAt = catalog.NextVersion(s.Clock.Now(), before.UpdatedAt)
	after.UpdatedAt = after.EditedAt
	if err := catalog.SaveProducts(ctx, tx, after); err != nil {
		return before, after, err
	}
	if err := saveFingerprints(ctx, tx, fingerprintRow{a.URL, a.Fingerprint.String(), after.UpdatedAt}); err != nil {
		return before, after, err
	}
	return before, after, audit.Write(ctx, tx, after.UpdatedAt, audit.Entry{
		What: "product.picture", Object: before.Name,
		Before: string(pictureCount(before).Store()), After: string(language.NewPhrase("%s (%s)", pictureCount(after), a.source).Store()),
	})
}

func pictureCount(p catalog.Product) language.Phrase {
	return language.Count(len(p.Images), "1 picture", "%d pictures")
}

// AddedPicture is the response to AddTo.
type AddedPicture struct {
	Product ProductSummary `json:"product"`
	Other   string         `json:"other" doc:"Name of another product with the same image, or empty."`
}

// AddTo adds an accepted picture to a product, as the last one. It returns ErrNoProduct, or a Conflict if the product has
// this picture or the maximum number of pictures.
func (s *Service) AddTo(ctx context.Context, productID, file string, picture media.AcceptedPicture) (AddedPicture, error) {
	duplicateOf, err := s.prepare(ctx, productID, picture.Fingerprint)
	var product catalog.Product
	if err == nil {
		err = s.edit(ctx, func(tx *db.Tx) (err error) {
			_, product, err = s.add(ctx, tx, addition{productID: productID, AcceptedPicture: picture, source: file})
			return err
		})
	}
	if err != nil {
		s.drop(ctx, picture.URL)
		return AddedPicture{}, err
	}
	return AddedPicture{summaryOf(product), duplicateOf}, nil
}

// drop removes an unused picture. It only logs errors.
func (s *Service) drop(ctx context.Context, url string) {
	if err := s.Media.Remove(context.WithoutCancel(ctx), url); err != nil {
		s.Log.ErrorContext(ctx, "picture cannot be removed", "error", err.Error())
	}
}

// reasonOf returns the reason that a picture cannot be added, or false for another error.
func reasonOf(err error) (Reason, bool) {
	switch {
	case errors.Is(err, errFull):
		return ReasonFull, true
	case errors.Is(err, catalog.ErrNoProduct):
		return ReasonNone, true
	}
	return "", false
}
