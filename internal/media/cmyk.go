package media

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"io"
	"strings"
)

// adobeCMYK is Adobe's segment of a JPEG in CMYK.
const adobeCMYK = "\xff\xee\x00\x0eAdobe\x00\x64\x00\x00\x00\x00\x00"

// pixels decodes the picture. image/jpeg refuses CMYK without Adobe's segment; with the segment it inverts
// the colors, because Adobe's programs store them inverted. For a file without the segment, pixels inserts
// one and undoes the inversion.
func (u upload) pixels(ctx context.Context) (image.Image, error) {
	if !u.isPlainCMYK() {
		return u.decode(ctxReader{ctx, bytes.NewReader(u.data)})
	}
	marked := io.MultiReader(bytes.NewReader(u.data[:2]), strings.NewReader(adobeCMYK), bytes.NewReader(u.data[2:]))
	decoded, err := u.decode(ctxReader{ctx, marked})
	if inks, ok := decoded.(*image.CMYK); ok {
		for i, ink := range inks.Pix {
			inks.Pix[i] = 255 - ink
		}
	}
	return decoded, err
}

// isPlainCMYK reports whether the picture is a JPEG in CMYK without Adobe's segment.
func (u upload) isPlainCMYK() bool {
	const adobeSegment, adobeLength = 0xee, 12
	if u.extension != ".jpg" || u.model != color.CMYKModel {
		return false
	}
	for marker, segment := range jpegSegments(u.data) {
		if marker == adobeSegment && len(segment) >= adobeLength && bytes.HasPrefix(segment, []byte("Adobe")) {
			return false
		}
	}
	return true
}
