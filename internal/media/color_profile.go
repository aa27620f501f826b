package media

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"image"
	"io"
	"math"
	"slices"
)

// maxProfile bounds a color profile in bytes; those of cameras and phones have less than 4 KB.
const maxProfile = 1 << 20

func jpegProfile(data []byte) []byte {
	const profileSegment = 0xe2
	parts := map[int][]byte{} // by their numbers, from 1
	for marker, segment := range jpegSegments(data) {
		part, found := bytes.CutPrefix(segment, []byte("ICC_PROFILE\x00"))
		if marker == profileSegment && found && len(part) > 2 {
			parts[int(part[0])] = part[2:]
		}
	}
	var profile []byte
	for i := 1; parts[i] != nil && len(profile) < maxProfile; i++ {
		profile = append(profile, parts[i]...)
	}
	return profile
}

func pngProfile(data []byte) []byte {
	for name, chunk := range pngChunks(data) {
		if name != "iCCP" {
			continue
		}
		_, compressed, found := bytes.Cut(chunk, []byte{0})
		if !found || len(compressed) < 1 {
			return nil
		}
		reader, err := zlib.NewReader(bytes.NewReader(compressed[1:])) // after the byte with the compression method
		if err != nil {
			return nil
		}
		profile, err := io.ReadAll(io.LimitReader(reader, maxProfile))
		if err != nil {
			return nil
		}
		return profile
	}
	return nil
}

func webpProfile(data []byte) []byte {
	for name, chunk := range webpChunks(data) {
		if name == "ICCP" {
			return chunk
		}
	}
	return nil
}

// colorSpace is the color space of an RGB profile with a matrix and curves, such as Display P3 and Adobe RGB, or of a
// gray profile (https://www.color.org/specification/ICC.1-2022-05.pdf).
type colorSpace struct {
	linear [3][256]float64 // of each channel, from 0 to 1
	toSRGB [3][3]float64   // linear colors
}

// fromD50 converts linear colors of the profile connection space (XYZ under D50) to those of sRGB.
var fromD50 = [3][3]float64{
	{3.1338561, -1.6168667, -0.4906146},
	{-0.9787684, 1.9161415, 0.0334540},
	{0.0719453, -0.2289914, 1.4052427},
}

// colorSpaceOf reads a profile. It returns false for damaged data and for other kinds of profiles.
func colorSpaceOf(profile []byte) (space colorSpace, ok bool) {
	const header, entry = 128, 12
	if len(profile) < header+4 || string(profile[20:24]) != "XYZ " {
		return space, false
	}
	tag := func(name string) []byte {
		count := int(binary.BigEndian.Uint32(profile[header:]))
		for at := header + 4; count > 0 && at+entry <= len(profile); at, count = at+entry, count-1 {
			start, size := int(binary.BigEndian.Uint32(profile[at+4:])), int(binary.BigEndian.Uint32(profile[at+8:]))
			if string(profile[at:at+4]) == name && start <= len(profile) && size <= len(profile)-start {
				return profile[start : start+size]
			}
		}
		return nil
	}
	switch string(profile[16:20]) {
	case "GRAY":
		return graySpace(toneCurve(tag("kTRC")))
	case "RGB ":
	default:
		return space, false
	}
	for i, channel := range []string{"r", "g", "b"} {
		xyz := tag(channel + "XYZ")
		curve := toneCurve(tag(channel + "TRC"))
		if len(xyz) < 20 || curve == nil {
			return space, false
		}
		for row := range 3 {
			for k := range 3 {
				space.toSRGB[row][i] += fromD50[row][k] * fixed16(xyz[8+4*k:])
			}
		}
		space.linear[i] = sampleCurve(curve)
	}
	return space, true
}

// graySpace returns the color space of a gray profile; its three channels are equal.
func graySpace(curve func(float64) float64) (space colorSpace, ok bool) {
	if curve == nil {
		return space, false
	}
	for i := range 3 {
		space.linear[i], space.toSRGB[i][i] = sampleCurve(curve), 1
	}
	return space, true
}

func sampleCurve(curve func(float64) float64) (values [256]float64) {
	for v := range values {
		values[v] = curve(float64(v) / 255)
	}
	return values
}

// fixed16 reads an s15Fixed16Number.
func fixed16(b []byte) float64 { return float64(int32(binary.BigEndian.Uint32(b))) / 65536 } //nolint:gosec // the same 32 bits

// toneCurve reads a curve that makes a channel linear, or returns nil.
func toneCurve(tag []byte) func(float64) float64 {
	if len(tag) < 12 {
		return nil
	}
	switch string(tag[:4]) {
	case "curv":
		count := int(binary.BigEndian.Uint32(tag[8:]))
		values := tag[12:]
		if count < 0 || count > len(values)/2 {
			return nil
		}
		switch count {
		case 0:
			return func(x float64) float64 { return x }
		case 1:
			gamma := float64(binary.BigEndian.Uint16(values)) / 256
			return func(x float64) float64 { return math.Pow(x, gamma) }
		}
		return func(x float64) float64 {
			at := x * float64(count-1)
			low := min(int(at), count-2)
			from, to := binary.BigEndian.Uint16(values[2*low:]), binary.BigEndian.Uint16(values[2*low+2:])
			return (float64(from) + (at-float64(low))*(float64(to)-float64(from))) / 65535
		}
	case "para":
		return parametricCurve(int(binary.BigEndian.Uint16(tag[8:])), tag[12:])
	}
	return nil
}

// parametricCurve reads a curve with one of the functions 0 to 4 (ICC.1:2022, 10.18), or returns nil.
func parametricCurve(function int, values []byte) func(float64) float64 {
	counts := []int{1, 3, 4, 5, 7}
	if function >= len(counts) || len(values) < 4*counts[function] {
		return nil
	}
	var p [7]float64 // g a b c d e f
	for i := range counts[function] {
		p[i] = fixed16(values[4*i:])
	}
	g, a, b, c, d, e, f := p[0], p[1], p[2], p[3], p[4], p[5], p[6]
	switch function {
	case 0:
		a, d = 1, 0
	case 1, 2:
		if a == 0 {
			return nil
		}
		e, f, d = c, c, -b/a
		c = 0
	}
	return func(x float64) float64 {
		if x >= d {
			return math.Pow(max(0, a*x+b), g) + e
		}
		return c*x + f
	}
}

// applyTo converts a picture's colors to those of sRGB, in place.
func (s *colorSpace) applyTo(m *image.RGBA) {
	for pixel := range slices.Chunk(m.Pix, 4) {
		alpha := int(pixel[3])
		if alpha == 0 {
			continue
		}
		var linear [3]float64
		for i := range 3 {
			linear[i] = s.linear[i][min(255, int(pixel[i])*255/alpha)]
		}
		for i := range 3 {
			value := s.toSRGB[i][0]*linear[0] + s.toSRGB[i][1]*linear[1] + s.toSRGB[i][2]*linear[2]
			pixel[i] = uint8(int(gamma(value)) * alpha / 255) //nolint:gosec // at most 255
		}
	}
}

// gammaSteps is the number of steps of a linear value in gammaTable: many, because sRGB is steepest near black.
const gammaSteps = 4096

var gammaTable = func() (table [gammaSteps + 1]uint8) {
	for i := range table {
		x := float64(i) / gammaSteps
		if x <= 0.0031308 {
			x *= 12.92
		} else {
			x = 1.055*math.Pow(x, 1/2.4) - 0.055
		}
		table[i] = uint8(math.Round(255 * x))
	}
	return table
}()

// gamma returns the sRGB value of a linear value; values outside of sRGB are clamped.
func gamma(linear float64) uint8 {
	return gammaTable[int(max(0, min(1, linear))*gammaSteps+0.5)]
}
