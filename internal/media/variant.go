package media

import (
	"bytes"
	"image"
	"image/jpeg"
	"image/png"
	"strconv"
	"strings"
)

// size is a smaller picture made of each upload, so that phones download no more than they show.
type size struct {
	side   int // the longer side, in pixels
	budget int // target size in bytes, as far as the quality allows
}

// sizes are sorted ascending. A card on a phone shows 320: 15 KB at most.
var sizes = []size{{160, 6_000}, {320, 15_000}, {640, 50_000}}

// variant is an encoded smaller picture.
type variant struct {
	side int
	data []byte
}

// variantsOf makes a picture of each size that is smaller than m, an upright picture at its final
// size.
func variantsOf(m *image.RGBA, transparent bool) ([]variant, error) {
	var variants []variant
	for _, s := range sizes {
		if s.side >= max(m.Bounds().Dx(), m.Bounds().Dy()) {
			break
		}
		encode := jpegWithin
		if transparent {
			encode = pngWithin
		}
		data, err := encode(shrink(m, s.side), s.budget)
		if err != nil {
			return nil, err
		}
		variants = append(variants, variant{s.side, data})
	}
	return variants, nil
}

// qualities are tried from best to worst until the size fits. Below the last quality, blocks are
// visible even on a phone.
var qualities = []int{jpegQuality, 75, 68, 60, 52, 45, 38}

func jpegWithin(m *image.RGBA, budget int) ([]byte, error) {
	var out bytes.Buffer
	for _, quality := range qualities {
		out.Reset()
		if err := jpeg.Encode(&out, m, &jpeg.Options{Quality: quality}); err != nil {
			return nil, err
		}
		if out.Len() <= budget {
			break
		}
	}
	return out.Bytes(), nil
}

// colorCounts are tried in order until the size fits, for transparent pictures, which JPEG cannot
// store: a PNG of a packet in all colors takes three times the budget.
var colorCounts = []int{256, 128, 64, 32, 16}

func pngWithin(m *image.RGBA, budget int) ([]byte, error) {
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	colors := shadesOf(m)
	var out bytes.Buffer
	for _, count := range colorCounts {
		out.Reset()
		if err := encoder.Encode(&out, colors.inColors(count)); err != nil {
			return nil, err
		}
		if out.Len() <= budget {
			break
		}
	}
	return out.Bytes(), nil
}

// sized returns the name of a picture at a size: "stem.jpg" at 320 is "stem-320.jpg".
func sized(name string, side int) string {
	return name[:stemLength] + "-" + strconv.Itoa(side) + name[stemLength:]
}

// wholeOf returns the name of the whole picture for a name with or without a size.
func wholeOf(name string) string {
	stem, rest, sized := strings.Cut(name, "-")
	if !sized {
		return name
	}
	_, extension, _ := strings.Cut(rest, ".")
	return stem + "." + extension
}

// candidates returns the stored names that may serve a request for name, best first: the requested
// size, larger sizes, and the whole picture. Small and imported pictures lack some or all sizes.
func candidates(name string) (names []string, contentType string, ok bool) {
	stem, extension, _ := strings.Cut(name, ".")
	stem, suffix, sizeAsked := strings.Cut(stem, "-")
	whole := stem + "." + extension
	if contentType, ok = contentTypeOf(whole); !ok {
		return nil, "", false
	}
	if !sizeAsked {
		return []string{whole}, contentType, true
	}
	for _, s := range sizes {
		if len(names) > 0 || suffix == strconv.Itoa(s.side) {
			names = append(names, sized(whole, s.side))
		}
	}
	known := len(names) > 0 || suffix == strconv.Itoa(MaxSide)
	return append(names, whole), contentType, known
}
