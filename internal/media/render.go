package media

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"time"

	"golang.org/x/image/draw"
)

const (
	// jpegQuality is the quality above which photographs only grow in bytes.
	jpegQuality = 82
	// decodeTimeout bounds one decoding: a few megabytes can take hours (a progressive JPEG of a
	// hundred thousand scans).
	decodeTimeout = 20 * time.Second
)

// upload is a received picture whose header has been read, but not its pixels.
type upload struct {
	format
	data   []byte
	bounds image.Rectangle
	model  color.Model
}

// inspect checks the header before any pixel is decoded, so that a small file cannot take the
// memory of a huge picture.
func inspect(data []byte) (u upload, err error) {
	defer refusePanic(&err)
	f, known := formatOf(data)
	if !known {
		return upload{}, refuseType()
	}
	if f.extension == ".webp" && webpAnimated(data) {
		return upload{}, refuseAnimation()
	}
	config, err := f.config(bytes.NewReader(data))
	if err != nil {
		return upload{}, fmt.Errorf("read head of %s picture: %w: %w", f.extension, err, refuseBroken())
	}
	if config.Width <= 0 || config.Height <= 0 {
		return upload{}, refuseBroken()
	}
	if max(config.Width, config.Height) > MaxLength {
		return upload{}, refuseLength()
	}
	if config.Width > MaxPixels/config.Height {
		return upload{}, refusePixels()
	}
	u = upload{f, data, image.Rect(0, 0, config.Width, config.Height), config.ColorModel}
	if u.memory() > maxMemory {
		return upload{}, refuseMemory()
	}
	return u, nil
}

// picture is a rendered picture with its smaller sizes.
type picture struct {
	extension string
	data      []byte
	smaller   []variant

	fingerprint Fingerprint
}

// render encodes the stored pictures: JPEG, or PNG for transparent ones.
func (u upload) render(ctx context.Context) (p picture, err error) {
	defer refusePanic(&err)
	ctx, cancel := context.WithTimeout(ctx, decodeTimeout)
	defer cancel()
	decoded, err := u.pixels(ctx)
	if err != nil {
		return picture{}, fmt.Errorf("decode %s picture: %w: %w", u.extension, err, refuseBroken())
	}
	if decoded.Bounds() != u.bounds {
		decoded = onTransparent(decoded, u.bounds)
	}
	small := shrink(decoded, MaxSide)
	if space, ok := u.colors(u.data); ok {
		space.applyTo(small)
	}
	result := turn(small, u.orientation(u.data))

	var out bytes.Buffer
	solid := opaque(decoded)
	if solid {
		p.extension, err = ".jpg", jpeg.Encode(&out, result, &jpeg.Options{Quality: jpegQuality})
	} else {
		p.extension, err = ".png", png.Encode(&out, result)
	}
	if err != nil {
		return picture{}, err
	}
	p.data, p.fingerprint = out.Bytes(), fingerprintOf(result)
	p.smaller, err = variantsOf(result, !solid)
	return p, err
}

// onTransparent draws the first frame of a GIF in its position on a transparent canvas.
func onTransparent(frame image.Image, bounds image.Rectangle) image.Image {
	canvas := image.NewRGBA(bounds)
	draw.Draw(canvas, frame.Bounds(), frame, frame.Bounds().Min, draw.Src)
	return canvas
}

func opaque(m image.Image) bool {
	o, ok := m.(interface{ Opaque() bool })
	return ok && o.Opaque()
}

// ctxReader stops a decoder when its context ends.
type ctxReader struct {
	ctx context.Context
	io.Reader
}

func (r ctxReader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.Reader.Read(p)
}

// refusePanic turns a decoder's panic over a malformed file into a refusal.
func refusePanic(err *error) {
	if reason := recover(); reason != nil {
		*err = fmt.Errorf("picture made the decoder panic: %v: %w", reason, refuseBroken())
	}
}
