// Package media accepts pictures, stores them and serves them.
//
// A picture is never stored as it was received: it is decoded, turned upright,
// scaled down and encoded anew, so that whatever else the file carried (the
// place where it was taken, a script, a second file behind the first) is gone.
//
// The URL of a picture is relative, /media/<name>, and means the same shop that
// served it: it stays right when the shop moves to another address. Clients of
// other origins get it as an absolute one (internal/httpapi/absolute_pictures.go).
// With -160, -320, -640 or -1280 before the dot it is the same picture at that size.
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
	MaxLength = 65_535     // of each of its sides: scaling a line of 50 million pixels takes gigabytes
	MaxSide   = 1280       // the longer side of the stored picture, in pixels
)

// Prefix begins the URL of every picture.
const Prefix = "/media/"

// ErrNotFound is returned by a Store for a name that it does not have, and ErrTaken
// for a name that it has already.
var (
	ErrNotFound = errors.New("no such picture")
	ErrTaken    = errors.New("picture name is taken")
)

// errNoSize is an ErrNotFound for a picture that is there in no size.
var errNoSize = fmt.Errorf("%w in any size", ErrNotFound)

// Store stores pictures by name. Names come from this package only: [0-9a-z],
// one dot and an ending, unguessable or made from the content.
type Store interface {
	// Put stores data under a new name, durably when it returns, and never half.
	// It returns ErrTaken instead of overwriting.
	Put(ctx context.Context, name, contentType string, data []byte) error
	// Open finds a picture; the caller closes it. It returns ErrNotFound.
	Open(ctx context.Context, name string) (*Object, error)
	// Remove deletes a picture, durably or not; one that is not there is no error.
	Remove(ctx context.Context, name string) error
	// Ready returns an error when pictures can be neither stored nor read now.
	Ready(ctx context.Context) error
	// Close ends the use of the store; pictures that are open stay readable.
	Close() error
}

// Object is a stored picture, open for reading.
type Object struct {
	io.ReadSeekCloser
	ModTime time.Time
}

// contentTypes are the kinds of picture that are stored, by the ending of their names.
var contentTypes = map[string]string{
	".jpg":  "image/jpeg",
	".png":  "image/png",
	".webp": "image/webp",
}

// stemLength is that of 130 random bits in base 32.
const stemLength = 26

// newName makes a name that nobody can guess and that was never used before.
func newName(ending string) string {
	return strings.ToLower(rand.Text()) + ending
}

// contentTypeOf returns the content type of the picture of this name, and whether it
// is a name that this package could have made.
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

// nameIn returns the name in a picture's URL, or false for any text that is not
// exactly one of our own URLs.
func nameIn(url string) (string, bool) {
	name, ok := strings.CutPrefix(url, Prefix)
	if !ok {
		return "", false
	}
	_, ok = contentTypeOf(name)
	return name, ok
}

// retryPicturesAfter is when to try again what needs a store that is unreachable, in seconds.
const retryPicturesAfter = 10

// unavailable is the refusal of whatever needs a store that cannot be reached. A caller
// who went away, and what a store says of a name, are returned as they are.
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
