// Package media accepts, stores and serves pictures.
//
// A picture is never stored as received: it is decoded, turned upright, scaled down and encoded
// again, so that everything else in the file (its location, a script, a second file after the
// first) is dropped.
//
// The URL of a picture is relative, /media/<name>, so that it stays valid when the shop's address
// changes. Clients of other origins get absolute URLs (internal/httpapi/absolute_pictures.go). With
// -160, -320, -640 or -1280 before the dot it is the URL of the same picture at that size.
package media

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"kirana/internal/fault"
)

// Limits of an upload, and of the picture made from it.
const (
	MaxBytes  = 10 << 20   // of an upload
	MaxPixels = 50_000_000 // of the picture in it
	MaxLength = 65_535     // of each side: scaling a line of 50 million pixels takes gigabytes
	MaxSide   = 1280       // the longer side of the stored picture, in pixels
)

// Prefix begins the URL of every picture.
const Prefix = "/media/"

// ErrNotFound is returned by a Store for an unknown name, and ErrTaken for an existing one.
var (
	ErrNotFound = errors.New("no such picture")
	ErrTaken    = errors.New("picture name is taken")
)

// errNoSize wraps ErrNotFound for a picture that exists neither in the original size nor in a smaller
// one.
var errNoSize = fmt.Errorf("%w in any size", ErrNotFound)

// Store stores pictures by name. Names come from this package only: [0-9a-z], a size such as -320 if
// any, one dot and an extension. They are unguessable or derived from the content.
type Store interface {
	// Put stores data under a new name, durably and all or nothing. It returns ErrTaken instead of
	// overwriting.
	Put(ctx context.Context, name, contentType string, data []byte) error
	// Open opens a picture, or returns ErrNotFound; the caller closes it.
	Open(ctx context.Context, name string) (*Object, error)
	// Remove deletes a picture, not necessarily durably. It returns nil for a missing one.
	Remove(ctx context.Context, name string) error
	// Ready returns an error if the store cannot be used.
	Ready(ctx context.Context) error
	// Close closes the store; open pictures stay readable.
	Close() error
}

// Object is an open stored picture.
type Object struct {
	io.ReadSeekCloser
	ModTime time.Time
}

// contentTypes maps the extensions of stored pictures to content types.
var contentTypes = map[string]string{
	".jpg":  "image/jpeg",
	".png":  "image/png",
	".webp": "image/webp",
}

// stemLength is the length of 130 random bits in base 32.
const stemLength = 26

// newName returns a new unguessable name.
func newName(extension string) string {
	return strings.ToLower(rand.Text()) + extension
}

// contentTypeOf returns the content type of a picture's name, and whether this package could have
// made the name.
func contentTypeOf(name string) (string, bool) {
	if len(name) < stemLength {
		return "", false
	}
	for i := range stemLength {
		if c := name[i]; (c < '0' || c > '9') && (c < 'a' || c > 'z') {
			return "", false
		}
	}
	contentType, known := contentTypes[name[stemLength:]]
	return contentType, known
}

// nameIn returns the name in a picture's URL, or false for anything but one of our own URLs.
func nameIn(url string) (string, bool) {
	name, ok := strings.CutPrefix(url, Prefix)
	if !ok {
		return "", false
	}
	_, ok = contentTypeOf(name)
	return name, ok
}

// retryPicturesAfter is the Retry-After while the store is unreachable, in seconds.
const retryPicturesAfter = 10

// unavailable converts errors of an unreachable store to fault.Unavailable. It returns errors about a
// name, and all errors after ctx has ended, unchanged.
func unavailable(ctx context.Context, err error) error {
	if err == nil || errors.Is(err, ErrNotFound) || errors.Is(err, ErrTaken) || ctx.Err() != nil {
		return err
	}
	refusal := fault.New(fault.Unavailable, "pictures_unavailable", "The shop cannot reach its pictures right now. Please try again in a moment.")
	refusal.RetryAfter, refusal.Cause = retryPicturesAfter, err
	return refusal
}

func refuseType() error {
	return fault.New(fault.WrongType, "picture_type", "Only JPEG, PNG, WebP and GIF pictures can be uploaded.")
}

func refuseAnimation() error {
	return fault.New(fault.WrongType, "picture_type", "Animated WebP pictures cannot be uploaded. Save one frame of it as a still picture.")
}

func refuseSize() error {
	return fault.New(fault.TooLarge, "picture_too_large", "A picture can have at most %d MB.", MaxBytes>>20)
}

func refusePixels() error {
	return fault.New(fault.TooLarge, "picture_too_large", "A picture can have at most %d megapixels.", MaxPixels/1_000_000)
}

func refuseLength() error {
	return fault.New(fault.TooLarge, "picture_too_large", "A picture can be at most %d pixels wide or high.", MaxLength)
}

func refuseBroken() error {
	return fault.New(fault.Invalid, "picture_broken", "The picture is damaged and cannot be read.")
}

func refuseIncomplete() error {
	return fault.New(fault.Invalid, "upload_incomplete", "The picture did not arrive in full. Please try again.")
}
