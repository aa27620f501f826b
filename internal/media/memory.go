package media

import (
	"context"
	"fmt"
	"image/color"
	"runtime"

	"kirana/internal/fault"
)

const (
	// maxMemory bounds the memory of concurrent decodings, in bytes: the largest JPEG of MaxPixels,
	// or several smaller pictures.
	maxMemory = 192 << 20
	// largeMemory is the size, in bytes, from which a decoded picture's memory is collected
	// immediately: it would otherwise still be allocated while the next picture is decoded.
	largeMemory = 32 << 20
)

// memory estimates the peak memory of decoding and scaling a picture, in bytes.
func (u upload) memory() int64 {
	narrow := int64(u.bounds.Dy()) * min(int64(u.bounds.Dx()), MaxSide) * 4 // the first picture made by shrink
	return int64(float64(u.bounds.Dx())*float64(u.bounds.Dy())*u.bytesPerPixel()) + narrow
}

// bytesPerPixel returns the bytes that a format's decoder keeps for each pixel.
func (u upload) bytesPerPixel() float64 {
	switch u.extension {
	case ".jpg":
		return jpegBytesPerPixel(u.data)
	case ".png":
		switch u.model {
		case color.GrayModel:
			return 1
		case color.Gray16Model:
			return 2
		case color.RGBA64Model, color.NRGBA64Model:
			return 8
		}
		if _, paletted := u.model.(color.Palette); paletted {
			return 1
		}
		return 4
	case ".gif":
		return 5 // the frame, and the canvas that it is drawn on
	}
	return 8 // WebP without loss keeps a second copy while it transforms
}

// jpegBytesPerPixel parses the frame header of a JPEG: a byte for each sample (color is usually
// subsampled) and, in a progressive JPEG, another four for its coefficient.
func jpegBytesPerPixel(data []byte) float64 {
	const baseline, extended, progressive = 0xc0, 0xc1, 0xc2
	for marker, segment := range jpegSegments(data) {
		switch marker {
		case baseline, extended:
			return samplesPerPixel(segment)
		case progressive:
			return samplesPerPixel(segment) * 5
		}
	}
	return 4 * 5
}

// samplesPerPixel returns the samples of all components in a frame per pixel.
func samplesPerPixel(frame []byte) float64 {
	const components = 6 // offset of the components, three bytes each
	sum, largest := 0, 1
	for at := components; at+2 < len(frame); at += 3 {
		samples := int(frame[at+1]>>4) * int(frame[at+1]&15)
		sum, largest = sum+samples, max(largest, samples)
	}
	return float64(sum) / float64(largest)
}

// reserve waits until the memory of decoding a picture is free, and reserves it until release is called.
func (s *Service) reserve(ctx context.Context, u upload) (release func(), err error) {
	size := u.memory()
	if err := s.memory.Acquire(ctx, size); err != nil {
		return nil, fmt.Errorf("wait to decode picture: %w", err)
	}
	return func() {
		if size >= largeMemory {
			runtime.GC() // see largeMemory
		}
		s.memory.Release(size)
	}, nil
}

func refuseMemory() error {
	return fault.New(fault.TooLarge, "picture_too_large",
		"The picture has too many pixels for its kind of file. Save it as an ordinary JPEG, or with fewer pixels.")
}
