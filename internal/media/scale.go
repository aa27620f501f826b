package media

import (
	"image"
	"iter"

	"golang.org/x/image/draw"
)

// rowBand and columnBand are the numbers of rows and columns that are scaled in one step. The scaler
// keeps 32 bytes for each source row times each result column: 290 MB for the largest picture in one
// step, 17 MB in bands.
const (
	rowBand    = 128
	columnBand = 64
)

// shrink scales m down until its longer side is at most side; a smaller picture keeps its size.
func shrink(m image.Image, side int) *image.RGBA {
	from := m.Bounds()
	to := fit(from.Dx(), from.Dy(), side)
	if to.Dx() == from.Dx() && to.Dy() == from.Dy() {
		same := image.NewRGBA(to)
		draw.Draw(same, to, m, from.Min, draw.Src)
		return same
	}
	// First narrower, then lower: at scale 1 Catmull-Rom leaves the other direction unchanged, so
	// the bands show no seams.
	narrow := image.NewRGBA(image.Rect(0, 0, to.Dx(), from.Dy()))
	var rows draw.Scaler // shared by all bands to reuse its memory
	for y, height := range bands(from.Dy(), rowBand) {
		if rows == nil || height < rowBand {
			rows = draw.CatmullRom.NewScaler(to.Dx(), height, from.Dx(), height)
		}
		source := image.Rect(from.Min.X, from.Min.Y+y, from.Max.X, from.Min.Y+y+height)
		rows.Scale(narrow, image.Rect(0, y, to.Dx(), y+height), m, source, draw.Src, nil)
	}
	small := image.NewRGBA(to)
	var columns draw.Scaler
	for x, width := range bands(to.Dx(), columnBand) {
		if columns == nil || width < columnBand {
			columns = draw.CatmullRom.NewScaler(width, to.Dy(), width, from.Dy())
		}
		source := image.Rect(x, 0, x+width, from.Dy())
		columns.Scale(small, image.Rect(x, 0, x+width, to.Dy()), narrow, source, draw.Src, nil)
	}
	return small
}

// bands yields the start and length of each band; the last one may be shorter.
func bands(length, size int) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for at := 0; at < length && yield(at, min(size, length-at)); at += size {
		}
	}
}

// fit returns the size within a square that keeps the aspect ratio of width by height.
func fit(width, height, square int) image.Rectangle {
	longer := max(width, height)
	if longer <= square {
		return image.Rect(0, 0, width, height)
	}
	scaled := func(side int) int { return max(1, (side*square+longer/2)/longer) }
	return image.Rect(0, 0, scaled(width), scaled(height))
}

// turn applies an EXIF orientation: rotated (3, 6, 8) or mirrored (2, 4, 5, 7).
func turn(m *image.RGBA, orientation int) *image.RGBA {
	right, bottom := m.Bounds().Dx()-1, m.Bounds().Dy()-1
	var source func(x, y int) (int, int)
	switch orientation {
	case 2:
		source = func(x, y int) (int, int) { return right - x, y }
	case 3:
		source = func(x, y int) (int, int) { return right - x, bottom - y }
	case 4:
		source = func(x, y int) (int, int) { return x, bottom - y }
	case 5:
		source = func(x, y int) (int, int) { return y, x }
	case 6:
		source = func(x, y int) (int, int) { return y, bottom - x }
	case 7:
		source = func(x, y int) (int, int) { return right - y, bottom - x }
	case 8:
		source = func(x, y int) (int, int) { return right - y, x }
	default:
		return m
	}
	size := m.Bounds()
	if orientation >= 5 {
		size = image.Rect(0, 0, size.Dy(), size.Dx())
	}
	turned := image.NewRGBA(size)
	for y := range size.Dy() {
		for x := range size.Dx() {
			turned.SetRGBA(x, y, m.RGBAAt(source(x, y)))
		}
	}
	return turned
}
