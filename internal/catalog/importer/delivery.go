package importer

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/language"
)

// deliveryDigest returns the SHA-256 of a delivery's file (a list whose stock is added), or "" for any other list and
// for a dry run. It fails with fault.Conflict if the delivery was added before and not undone, unless AddAgain is set:
// senders repeat a list whose response they did not receive.
func (s *Service) deliveryDigest(ctx context.Context, path string, o Options) (string, error) {
	if o.Update.Stock != AddStock || o.DryRun {
		return "", nil
	}
	file, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("open price list: %w", err)
	}
	hash := sha256.New()
	_, err = io.Copy(hash, file)
	if err := errors.Join(err, file.Close()); err != nil {
		return "", fmt.Errorf("read price list: %w", err)
	}
	digest := hex.EncodeToString(hash.Sum(nil))
	if o.AddAgain {
		return digest, nil
	}
	added, err := db.All[time.Time](ctx, s.db, `
		SELECT created_at
		FROM import_runs
		WHERE digest = $1 AND undone_at IS NULL
		ORDER BY created_at DESC
		LIMIT 1`, digest)
	if err == nil && len(added) > 0 {
		err = fault.New(fault.Conflict, "delivery_added", "The stock of this list was added on %s already; say so if the same goods came again.", language.DayOfYear(added[0].In(clock.India)))
	}
	return digest, err
}
