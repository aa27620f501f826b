package media

import (
	"encoding/binary"
	"math"
)

// pngColors returns the color space of a PNG, from its profile or else from its gamma and primaries, or false for sRGB
// (https://www.w3.org/TR/png-3/, sections 11.3.2.1 to 11.3.2.5).
func pngColors(data []byte) (space colorSpace, ok bool) {
	chunks := map[string][]byte{}
	for name, chunk := range pngChunks(data) {
		switch name {
		case "iCCP":
			return colorSpaceOf(pngProfile(data))
		case "sRGB":
			return space, false
		case "gAMA", "cHRM":
			chunks[name] = chunk
		case "IDAT":
			return givenColors(chunks["gAMA"], chunks["cHRM"])
		}
	}
	return space, false
}

const (
	pngUnit   = 100_000 // the divisor of a PNG's whole numbers
	srgbGamma = 45_455
)

// fromD65 converts linear colors in XYZ under D65 to those of sRGB.
var fromD65 = [3][3]float64{{3.2404542, -1.5371385, -0.4985314}, {-0.9692660, 1.8760108, 0.0415560}, {0.0556434, -0.2040259, 1.0572252}}

// srgbPrimaries are the chromaticities of white, red, green and blue of sRGB in a PNG's units.
var srgbPrimaries = [8]float64{31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000}

// givenColors makes a color space of the chunks gAMA and cHRM. It returns false for sRGB and for invalid chunks. A gamma
// that is near sRGB's means the curve of sRGB.
func givenColors(gammaChunk, primariesChunk []byte) (space colorSpace, ok bool) {
	if len(gammaChunk) != 4 {
		return space, false
	}
	encoding := float64(binary.BigEndian.Uint32(gammaChunk))
	primaries := srgbPrimaries
	for i := range primaries {
		if len(primariesChunk) == 4*len(primaries) {
			primaries[i] = float64(binary.BigEndian.Uint32(primariesChunk[4*i:]))
		}
	}
	isSRGB := math.Abs(encoding-srgbGamma) < 0.02*srgbGamma
	for i, value := range primaries {
		isSRGB = isSRGB && math.Abs(value-srgbPrimaries[i]) < 0.01*pngUnit
	}
	if isSRGB || encoding < pngUnit/10 || encoding > 10*pngUnit {
		return space, false
	}
	curve := func(x float64) float64 { return math.Pow(x, pngUnit/encoding) }
	if math.Abs(encoding-srgbGamma) < 0.02*srgbGamma {
		curve = srgbCurve
	}
	for i := range 3 {
		space.linear[i] = sampleCurve(curve)
	}
	space.toSRGB, ok = matrixOf(primaries)
	return space, ok
}

// srgbCurve makes a value of sRGB linear.
func srgbCurve(x float64) float64 {
	if x <= 0.04045 {
		return x / 12.92
	}
	return math.Pow((x+0.055)/1.055, 2.4)
}

// matrixOf returns the matrix that converts linear colors with these primaries to sRGB; white stays white. It returns false
// for invalid primaries.
func matrixOf(p [8]float64) (matrix [3][3]float64, ok bool) {
	var xyz [3][4]float64 // of red, green and blue, and of white, each at Y = 1
	for i, at := range []int{2, 4, 6, 0} {
		x, y := p[at]/pngUnit, p[at+1]/pngUnit
		if y <= 0 || x+y > 1 {
			return matrix, false
		}
		xyz[0][i], xyz[1][i], xyz[2][i] = x/y, 1, (1-x-y)/y
	}
	scale, ok := solveLinear(xyz)
	for row := range 3 {
		sum := 0.0
		for i := range 3 {
			for k := range 3 {
				matrix[row][i] += fromD65[row][k] * xyz[k][i] * scale[i]
			}
			sum += matrix[row][i]
		}
		for i := range 3 {
			matrix[row][i] /= sum
		}
		ok = ok && sum > 0
	}
	return matrix, ok
}

// solveLinear solves three linear equations by Cramer's rule; the last column has their right sides. It returns false without a
// unique solution.
func solveLinear(m [3][4]float64) (x [3]float64, ok bool) {
	determinant := func(a, b, c int) float64 {
		return m[0][a]*(m[1][b]*m[2][c]-m[1][c]*m[2][b]) - m[0][b]*(m[1][a]*m[2][c]-m[1][c]*m[2][a]) + m[0][c]*(m[1][a]*m[2][b]-m[1][b]*m[2][a])
	}
	divisor := determinant(0, 1, 2)
	if math.Abs(divisor) < 1e-9 {
		return x, false
	}
	return [3]float64{determinant(3, 1, 2) / divisor, determinant(0, 3, 2) / divisor, determinant(0, 1, 3) / divisor}, true
}
