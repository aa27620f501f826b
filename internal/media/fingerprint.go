package media

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"math/bits"
	"strconv"
)

// Fingerprint is a perceptual hash, nearly equal for all files of one picture, whatever their scale
// and compression: a difference hash of brightness (dHash: Neal Krawetz, "Kind of Like That",
// 2013), and the mean color, because packets of one brand often differ only in color.
type Fingerprint struct {
	Hash  uint64
	Color [3]uint8 // red, green, blue
}

const (
	hashColumns, hashRows = 9, 8
	// samplesPerCell is the number of pixels read along each side of a cell: the error of a mean of
	// 144 is smaller than the difference between two pictures.
	samplesPerCell = 12
	// brightnessStep is the largest difference in brightness between neighboring cells that counts as
	// equal, of 255: it is compression noise of an even background.
	brightnessStep = 3
	// maxHashDistance and maxColorDistance are the largest differences between files of one
	// picture: in bits, and in steps of 255 per color.
	maxHashDistance  = 5
	maxColorDistance = 12
	// fingerprintLength is the length of 11 bytes in hexadecimal.
	fingerprintLength = 22
)

// Near reports whether two fingerprints belong to the same picture.
func (f Fingerprint) Near(other Fingerprint) bool {
	if bits.OnesCount64(f.Hash^other.Hash) > maxHashDistance {
		return false
	}
	for i, value := range f.Color {
		if max(value, other.Color[i])-min(value, other.Color[i]) > maxColorDistance {
			return false
		}
	}
	return true
}

// String returns the fingerprint as 22 hexadecimal digits.
func (f Fingerprint) String() string {
	return fmt.Sprintf("%016x%02x%02x%02x", f.Hash, f.Color[0], f.Color[1], f.Color[2])
}

// ParseFingerprint parses a result of String, or returns false.
func ParseFingerprint(text string) (f Fingerprint, ok bool) {
	if len(text) != fingerprintLength {
		return f, false
	}
	hash, err := strconv.ParseUint(text[:16], 16, 64)
	color, colorErr := strconv.ParseUint(text[16:], 16, 32)
	if err != nil || colorErr != nil {
		return f, false
	}
	return Fingerprint{hash, [3]uint8{uint8(color >> 16 & 0xff), uint8(color >> 8 & 0xff), uint8(color & 0xff)}}, true
}

// fingerprintOf divides a picture into 9 x 8 cells. A bit of the hash is set if its cell is brighter
// than the right neighbor by more than brightnessStep.
func fingerprintOf(m image.Image) (f Fingerprint) {
	var brightness [hashRows][hashColumns]uint64
	var total [3]uint64
	for row := range hashRows {
		for column := range hashColumns {
			cell := meanOf(m, row, column)
			for i := range total {
				total[i] += cell[i]
			}
			brightness[row][column] = (299*cell[0] + 587*cell[1] + 114*cell[2]) / 1000
		}
	}
	for row := range hashRows {
		for column := range hashColumns - 1 {
			f.Hash <<= 1
			if brightness[row][column] > brightness[row][column+1]+brightnessStep {
				f.Hash |= 1
			}
		}
	}
	for i := range total {
		f.Color[i] = uint8(total[i] / (hashRows * hashColumns)) //nolint:gosec // G115: a mean of values of 255
	}
	return f
}

// meanOf returns the mean color of a cell on white, each value from 0 to 255.
func meanOf(m image.Image, row, column int) (mean [3]uint64) {
	b := m.Bounds()
	for i := range samplesPerCell {
		y := b.Min.Y + (2*(row*samplesPerCell+i)+1)*b.Dy()/(2*hashRows*samplesPerCell)
		for j := range samplesPerCell {
			x := b.Min.X + (2*(column*samplesPerCell+j)+1)*b.Dx()/(2*hashColumns*samplesPerCell)
			red, green, blue, alpha := m.At(x, y).RGBA()
			white := 0xffff - alpha
			mean[0], mean[1], mean[2] = mean[0]+uint64(red+white), mean[1]+uint64(green+white), mean[2]+uint64(blue+white)
		}
	}
	for i := range mean {
		mean[i] = mean[i] / (samplesPerCell * samplesPerCell) >> 8
	}
	return mean
}

// Fingerprint returns the fingerprint of a stored picture, read from its smallest size. A missing
// or foreign picture is ErrNotFound.
func (s *Service) Fingerprint(ctx context.Context, url string) (Fingerprint, error) {
	data, _, err := s.Small(ctx, url)
	if err != nil {
		return Fingerprint{}, err
	}
	u, err := inspect(data)
	if err != nil {
		return Fingerprint{}, err
	}
	decoded, err := u.decode(ctxReader{ctx, bytes.NewReader(data)})
	if err != nil {
		return Fingerprint{}, fmt.Errorf("decode stored picture: %w", err)
	}
	return fingerprintOf(decoded), nil
}
