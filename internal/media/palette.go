package media

import (
	"cmp"
	"image"
	"image/color"
	"slices"
)

// shade is one color of a picture, premultiplied: red, green, blue, alpha.
type shade [4]uint8

// tally counts the pixels of similar shades, and sums up each of their channels.
type tally struct {
	shade
	pixels int
	sum    [4]int
}

// shades are the counted colors of a picture.
type shades struct {
	picture *image.RGBA
	tallies []tally
	coarse  uint8 // the bits in which similar shades are equal
}

// maxTallies is the number of tallies above which similar shades are merged: noise has a shade per
// pixel, and sorting them all would take half a minute.
const maxTallies = 1 << 15

// shadesOf counts the shades of a picture whose rows have no gaps.
func shadesOf(m *image.RGBA) shades {
	s := shades{picture: m}
	for _, s.coarse = range []uint8{0xff, 0xf8, 0xf0} {
		indexes := map[shade]int{}
		s.tallies = nil
		for i := 0; i < len(m.Pix); i += 4 {
			pixel := shade(m.Pix[i:])
			key := s.key(pixel)
			index, known := indexes[key]
			if !known {
				index = len(s.tallies)
				indexes[key] = index
				s.tallies = append(s.tallies, tally{shade: key})
			}
			t := &s.tallies[index]
			t.pixels++
			for c := range pixel {
				t.sum[c] += int(pixel[c])
			}
		}
		if len(s.tallies) <= maxTallies {
			break
		}
	}
	return s
}

// key returns the same value for similar shades, but never for an opaque and a transparent shade.
func (s shades) key(pixel shade) shade {
	key := shade{pixel[0] & s.coarse, pixel[1] & s.coarse, pixel[2] & s.coarse, pixel[3]}
	if pixel[3] != solid {
		key[3] &= s.coarse
	}
	return key
}

// solid is the alpha of an opaque pixel.
const solid = 0xff

// inColors draws the picture with at most count colors chosen from it, including its transparency
// (median cut). It does not dither: at a card's size no bands show, and the file is a fifth
// smaller.
func (s shades) inColors(count int) *image.Paletted {
	nearest := make(map[shade]uint8, len(s.tallies))
	var palette color.Palette
	for i, g := range cut(s.tallies, count) {
		palette = append(palette, g.middle())
		for _, t := range g.tallies {
			nearest[t.shade] = uint8(i)
		}
	}
	reduced := image.NewPaletted(s.picture.Bounds(), palette)
	for i := range reduced.Pix {
		reduced.Pix[i] = nearest[s.key(shade(s.picture.Pix[4*i:]))]
	}
	return reduced
}

// group is a set of shades represented by one color of the palette.
type group struct {
	tallies []tally
	pixels  int
	channel int // in which the shades differ the most
	spread  int // the range of the shades in the channel, times pixels: the gain of splitting the group
}

func groupOf(tallies []tally) group {
	g := group{tallies: tallies}
	for _, t := range tallies {
		g.pixels += t.pixels
	}
	for c := range 4 {
		lower, upper := tallies[0].shade[c], tallies[0].shade[c]
		for _, t := range tallies {
			lower, upper = min(lower, t.shade[c]), max(upper, t.shade[c])
		}
		if spread := int(upper-lower) * g.pixels; spread > g.spread {
			g.channel, g.spread = c, spread
		}
	}
	return g
}

// cut splits the shades into at most count groups. Opaque and transparent shades never share a
// group, so that no opaque part becomes transparent.
func cut(all []tally, count int) []group {
	var full, rest []tally
	for _, t := range all {
		if t.shade[3] == solid {
			full = append(full, t)
		} else {
			rest = append(rest, t)
		}
	}
	var groups []group
	for _, tallies := range [][]tally{full, rest} {
		if len(tallies) > 0 {
			groups = append(groups, groupOf(tallies))
		}
	}
	bySpread := func(a, b group) int { return cmp.Compare(a.spread, b.spread) }
	for len(groups) < count {
		best := slices.MaxFunc(groups, bySpread)
		if best.spread == 0 {
			break
		}
		at := slices.IndexFunc(groups, func(g group) bool { return g.spread == best.spread })
		lower, upper := groups[at].halves()
		groups[at] = groupOf(lower)
		groups = append(groups, groupOf(upper))
	}
	return groups
}

// halves splits a group of at least two shades at half of its pixels.
func (g group) halves() (lower, upper []tally) {
	slices.SortStableFunc(g.tallies, func(a, b tally) int { return cmp.Compare(a.shade[g.channel], b.shade[g.channel]) })
	pixels := 0
	for i, t := range g.tallies[:len(g.tallies)-1] {
		if pixels += t.pixels; pixels >= g.pixels/2 {
			return g.tallies[:i+1], g.tallies[i+1:]
		}
	}
	return g.tallies[:len(g.tallies)-1], g.tallies[len(g.tallies)-1:]
}

// middle returns the mean color of the group.
func (g group) middle() color.RGBA {
	var sum [4]int
	for _, t := range g.tallies {
		for c := range sum {
			sum[c] += t.sum[c]
		}
	}
	channel := func(c int) uint8 { return uint8((sum[c] + g.pixels/2) / g.pixels) } //nolint:gosec // G115: an average of bytes
	return color.RGBA{channel(0), channel(1), channel(2), channel(3)}
}
