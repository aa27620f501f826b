package media

import (
	"bytes"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/image/webp"
)

// format is an accepted picture format. Decoders are named here, not looked up in package image's
// registry, which any import can extend.
type format struct {
	extension   string
	matches     func(data []byte) bool
	config      func(io.Reader) (image.Config, error)
	decode      func(io.Reader) (image.Image, error)
	orientation func(data []byte) int
	colors      func(data []byte) (space colorSpace, ok bool) // false: treat the colors as sRGB
}

var formats = []format{
	{
		extension:   ".jpg",
		matches:     func(data []byte) bool { return bytes.HasPrefix(data, []byte("\xff\xd8\xff")) },
		config:      jpeg.DecodeConfig,
		decode:      jpeg.Decode,
		orientation: func(data []byte) int { return orientationIn(jpegExif(data)) },
		colors:      func(data []byte) (colorSpace, bool) { return colorSpaceOf(jpegProfile(data)) },
	},
	{
		extension:   ".png",
		matches:     func(data []byte) bool { return bytes.HasPrefix(data, []byte("\x89PNG\r\n\x1a\n")) },
		config:      png.DecodeConfig,
		decode:      png.Decode,
		orientation: func(data []byte) int { return orientationIn(pngExif(data)) },
		colors:      pngColors,
	},
	{
		extension: ".webp",
		matches: func(data []byte) bool {
			return len(data) >= 12 && string(data[:4]) == "RIFF" && string(data[8:12]) == "WEBP"
		},
		config:      webp.DecodeConfig,
		decode:      webp.Decode,
		orientation: func(data []byte) int { return orientationIn(webpExif(data)) },
		colors:      func(data []byte) (colorSpace, bool) { return colorSpaceOf(webpProfile(data)) },
	},
	{
		extension: ".gif",
		matches: func(data []byte) bool {
			return bytes.HasPrefix(data, []byte("GIF87a")) || bytes.HasPrefix(data, []byte("GIF89a"))
		},
		config:      gif.DecodeConfig,
		decode:      gif.Decode, // the first frame only
		orientation: func([]byte) int { return upright },
		colors:      func([]byte) (colorSpace, bool) { return colorSpace{}, false },
	},
}

// formatOf detects the format by content alone: names and content types may be wrong.
func formatOf(data []byte) (format, bool) {
	for _, f := range formats {
		if f.matches(data) {
			return f, true
		}
	}
	return format{}, false
}
