package media

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"io"
)

// Image decodes the stored picture of a URL. A missing or foreign picture is ErrNotFound; an
// unreachable store fails with fault.Unavailable.
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
