package copies

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"time"

	"kirana/internal/fault"
	"kirana/internal/objects"
)

// Inspect returns the state of the copies at an address while no Service makes them. It returns
// fault.NotFound without copies, and fault.Conflict for copies of another shop or database.
func Inspect(ctx context.Context, config Config) (Status, error) {
	s := New(config)
	found, err := s.place.label(ctx)
	if errors.Is(err, fs.ErrNotExist) {
		return s.status, fault.New(fault.NotFound, "no_copies", "There are no copies at %s yet.", config.Address)
	}
	if err != nil {
		return s.status, err
	}
	if mine := s.label(); found.Shop != mine.Shop || found.Database != mine.Database {
		return s.status, fault.New(fault.Conflict, "other_shop", "The copies at %s are of another shop, or of another database of this one.", config.Address)
	}
	status, err := s.Status(ctx)
	if err != nil || status.Archives {
		return status, err
	}
	status.CopiedAt, err = s.place.copiedAt(ctx)
	status.Since = time.Time{}
	return status, err
}

// Reach returns an error if a place cannot be written. It leaves nothing there.
func Reach(ctx context.Context, address objects.Address) error {
	const probe = "probe"
	p := openPlace(address, "")
	return errors.Join(p.store.Put(ctx, probe, bytes.NewReader(nil)), p.store.Remove(ctx, probe))
}
