package media

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"io"
)

// Image returns the stored picture of a URL decoded. A URL that is none of this shop's
// pictures, or of one that is gone, is ErrNotFound; a store that is unreachable is fault.Unavailable.
func (s *Service) Image(ctx context.Context, url string) (image.Image, error) {
	name, ok := nameIn(url)
	if !ok {
		return nil, ErrNotFound
	}
	object, err := s.store.Open(ctx, name)
	if err != nil {
		return nil, unavailable(ctx, err)
	}
	defer object.Close()
	data, err := io.ReadAll(io.LimitReader(object, MaxBytes))
	if err != nil {
		return nil, unavailable(ctx, err)
	}
	u, err := inspect(data)
	if err != nil {
		return nil, err
	}
	decoded, err := u.decode(ctxReader{ctx, bytes.NewReader(data)})
	if err != nil {
		return nil, fmt.Errorf("decode stored picture: %w", err)
	}
	return decoded, nil
}
