package media

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"

	"golang.org/x/sync/semaphore"

	"kirana/internal/fault"
)

// maxDecodings is the number of concurrent decodings. Each keeps a core busy and needs memory for every pixel.
const maxDecodings = 2

// Service decodes, stores and names pictures.
type Service struct {
	store    Store
	log      *slog.Logger
	decoding *semaphore.Weighted
	memory   *semaphore.Weighted // in bytes
	render   func(context.Context, upload) (picture, error)
}

// New returns a Service with a store. It logs the errors on which no caller can act: of serving, and of
// Handler.Drop.
func New(store Store, log *slog.Logger) *Service {
	return &Service{
		store:    store,
		log:      log,
		decoding: semaphore.NewWeighted(maxDecodings),
		memory:   semaphore.NewWeighted(maxMemory),
		render:   func(ctx context.Context, u upload) (picture, error) { return u.render(ctx) },
	}
}

// Ready returns an error if the store cannot be used.
func (s *Service) Ready(ctx context.Context) error { return s.store.Ready(ctx) }

// Accept decodes an untrusted picture, stores it in every size and returns its URL; sized returns the
// names of the sizes. It refuses files that are not pictures (WrongType), larger than MaxBytes or
// MaxPixels (TooLarge), or undecodable (Invalid). It waits for other decodings until ctx ends.
func (s *Service) Accept(ctx context.Context, r io.Reader) (url string, err error) {
	accepted, err := s.AcceptToCompare(ctx, r)
	return accepted.URL, err
}

// AcceptedPicture is the result of AcceptToCompare.
type AcceptedPicture struct {
	URL         string
	Fingerprint Fingerprint
}

// AcceptToCompare is Accept, and also returns the picture's fingerprint.
func (s *Service) AcceptToCompare(ctx context.Context, r io.Reader) (AcceptedPicture, error) {
	data, err := readAll(r)
	if err != nil {
		return AcceptedPicture{}, err
	}
	received, err := inspect(data)
	if err != nil {
		return AcceptedPicture{}, err
	}
	rendered, err := s.decode(ctx, received)
	if err != nil {
		return AcceptedPicture{}, err
	}
	name, contentType := newName(rendered.extension), contentTypes[rendered.extension]
	// Store the picture itself last, so that a picture that exists has all its sizes. Otherwise a
	// client could cache a larger picture for a size forever.
	for _, v := range rendered.smaller {
		if err := s.store.Put(ctx, sized(name, v.side), contentType, v.data); err != nil {
			return AcceptedPicture{}, unavailable(ctx, err)
		}
	}
	if err := s.store.Put(ctx, name, contentType, rendered.data); err != nil {
		return AcceptedPicture{}, unavailable(ctx, err)
	}
	return AcceptedPicture{Prefix + name, rendered.fingerprint}, nil
}

// decode renders a picture. It waits until fewer than maxDecodings run and the memory suffices.
func (s *Service) decode(ctx context.Context, received upload) (picture, error) {
	if err := s.decoding.Acquire(ctx, 1); err != nil {
		return picture{}, fmt.Errorf("wait to decode picture: %w", err)
	}
	defer s.decoding.Release(1)
	release, err := s.reserve(ctx, received)
	if err != nil {
		return picture{}, err
	}
	defer release()
	rendered, err := s.render(ctx, received)
	if ctxErr := ctx.Err(); ctxErr != nil {
		return picture{}, fmt.Errorf("decode picture: %w", ctxErr)
	}
	return rendered, err
}

// readAll reads an upload of at most MaxBytes.
func readAll(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	switch {
	case len(data) > MaxBytes:
		return nil, refuseSize()
	case fault.Of(err) != nil:
		return nil, err
	case err != nil:
		return nil, fmt.Errorf("read picture: %w: %w", err, refuseIncomplete())
	case len(data) == 0:
		return nil, fault.New(fault.Invalid, "picture_empty", "The picture is an empty file.")
	}
	return data, nil
}

// Import stores one of our own pictures byte for byte and returns its URL. The name is derived from
// the content, so that importing again changes nothing. r is trusted; name is for error messages.
func (s *Service) Import(ctx context.Context, name string, r io.Reader) (url string, err error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return "", fmt.Errorf("read picture %s: %w", name, err)
	}
	f, known := formatOf(data)
	contentType, ok := contentTypes[f.extension]
	if !known || !ok {
		return "", fmt.Errorf("picture %s is none of JPEG, PNG and WebP", name)
	}
	fileName := contentName(data, f.extension)
	err = s.store.Put(ctx, fileName, contentType, data)
	if err != nil && !errors.Is(err, ErrTaken) {
		return "", fmt.Errorf("import picture %s: %w", name, err)
	}
	return Prefix + fileName, nil
}

func contentName(data []byte, extension string) string {
	hash := sha256.Sum256(data)
	return strings.ToLower(base32.StdEncoding.EncodeToString(hash[:]))[:stemLength] + extension
}

// Remove deletes an unused uploaded picture in every size. It ignores a missing picture, and keeps an
// imported one, because other products may show it.
func (s *Service) Remove(ctx context.Context, url string) error {
	name, ok := nameIn(url)
	if !ok {
		return nil
	}
	imported, err := s.isImported(ctx, name)
	if err != nil || imported {
		return err
	}
	// Remove the picture before its sizes, so that a picture that exists has all of them.
	if err := s.store.Remove(ctx, name); err != nil {
		return err
	}
	for _, size := range sizes {
		if err := s.store.Remove(ctx, sized(name, size.side)); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) isImported(ctx context.Context, name string) (bool, error) {
	object, err := s.store.Open(ctx, name)
	if errors.Is(err, ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	data, err := io.ReadAll(object)
	if err := errors.Join(err, object.Close()); err != nil {
		return false, fmt.Errorf("read picture: %w", err)
	}
	return contentName(data, name[stemLength:]) == name, nil
}

// Check refuses, in the named field, any URL that is not one of our stored pictures: pages show
// nothing from other hosts. Any other error means that the store could not be read.
func (s *Service) Check(ctx context.Context, field string, urls ...string) error {
	for _, url := range urls {
		known, err := s.has(ctx, url)
		if err != nil {
			return err
		}
		if !known {
			return fault.InField(field, "Use a picture that was uploaded to this shop.")
		}
	}
	return nil
}

func (s *Service) has(ctx context.Context, url string) (bool, error) {
	name, ok := nameIn(url)
	if !ok {
		return false, nil
	}
	object, err := s.store.Open(ctx, name)
	if errors.Is(err, ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, unavailable(ctx, err)
	}
	return true, object.Close()
}
