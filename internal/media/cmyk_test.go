package media

import (
	"image/color"
	"testing"
)

// cmykJPEG returns a JPEG of 8 by 8 pixels in a single color of four components. transform is the value in Adobe's segment:
// 0 for CMYK, 2 for YCCK, -1 for a file without the segment.
func cmykJPEG(transform int, values [4]byte) []byte {
	b := []byte{0xff, 0xd8}
	if transform >= 0 {
		b = append(append(b, 0xff, 0xee, 0, 14), "Adobe\x00\x64\x00\x00\x00\x00"...)
		b = append(b, byte(transform))
	}
	b = append(b, 0xff, 0xdb, 0, 67, 0)
	for range 64 {
		b = append(b, 8) // 8 in the mean of a block is one step of a sample
	}
	b = append(b, 0xff, 0xc0, 0, 20, 8, 0, 8, 0, 8, 4)
	for i := range byte(4) {
		b = append(b, i+1, 0x11, 0)
	}
	b = append(b, 0xff, 0xc4, 0, 28, 0x00, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8) // nine codes of four bits
	b = append(b, 0xff, 0xc4, 0, 20, 0x10, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)                         // end of block: one bit
	b = append(b, 0xff, 0xda, 0, 14, 4, 1, 0, 2, 0, 3, 0, 4, 0, 0, 63, 0)
	var bits []byte
	write := func(value, length int) {
		for i := length - 1; i >= 0; i-- {
			bits = append(bits, byte(value>>i&1))
		}
	}
	for _, value := range values {
		mean, size := int(value)-128, 0
		for m := max(mean, -mean); m > 0; m >>= 1 {
			size++
		}
		if mean < 0 {
			mean += 1<<size - 1
		}
		write(size, 4)
		write(mean, size)
		write(0, 1)
	}
	for len(bits)%8 > 0 {
		bits = append(bits, 1)
	}
	for i := 0; i < len(bits); i += 8 {
		var octet byte
		for _, bit := range bits[i : i+8] {
			octet = octet<<1 | bit
		}
		if b = append(b, octet); octet == 0xff {
			b = append(b, 0)
		}
	}
	return append(b, 0xff, 0xd9)
}

func TestAccept_convertsCMYKPictures(t *testing.T) {
	t.Parallel()
	want := color.RGBA{200, 60, 40, 255}
	y, cb, cr := color.RGBToYCbCr(255-want.R, 255-want.G, 255-want.B) // of the inks
	for name, file := range map[string][]byte{
		"CMYK":                         cmykJPEG(0, [4]byte{want.R, want.G, want.B, 255}), // Adobe's values are inverted
		"YCCK":                         cmykJPEG(2, [4]byte{y, cb, cr, 255}),
		"CMYK without Adobe's segment": cmykJPEG(-1, [4]byte{255 - want.R, 255 - want.G, 255 - want.B, 0}),
	} {
		s, _ := newService(t)
		if _, _, m := accept(t, s, file); !near(m.At(4, 4), want) {
			t.Errorf("%s became %v, want %v", name, m.At(4, 4), want)
		}
	}
}
