package media

import (
	"context"
	"fmt"
	"io"
	"strings"
)

// maxSmall bounds a picture returned by Small, in bytes.
const maxSmall = 200 << 10

// Small returns a picture by its URL in its smallest stored size, with its content type. It returns
// ErrNotFound if there is no picture, or if its smallest size has more than maxSmall bytes.
func (s *Service) Small(ctx context.Context, url string) (data []byte, contentType string, err error) {
	name, ours := strings.CutPrefix(url, Prefix)
	if !ours || len(name) < stemLength {
		return nil, "", ErrNotFound
	}
	names, contentType, ok := candidates(sized(name, sizes[0].side))
	if !ok {
		return nil, "", ErrNotFound
	}
	object, _, err := s.openFirst(ctx, names)
	if err != nil {
		return nil, "", err
	}
	defer func() { _ = object.Close() }()
	data, err = io.ReadAll(io.LimitReader(object, maxSmall+1))
	if err != nil {
		return nil, "", fmt.Errorf("read picture: %w", err)
	}
	if len(data) > maxSmall {
		return nil, "", ErrNotFound
	}
	return data, contentType, nil
}
