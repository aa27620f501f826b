package media

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"io"
	"math"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/image/draw"

	"kirana/internal/fault"
)

// get requests a picture at a size as a browser does; size 0 is the picture itself.
func get(t *testing.T, s *Service, name string, side int) (*http.Response, []byte) {
	t.Helper()
	if side > 0 {
		name = sized(name, side)
	}
	response := ask(s, http.MethodGet, Prefix+name, nil)
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%s returned %d, %v, want %d", name, response.StatusCode, err, http.StatusOK)
	}
	return response, body
}

func pixelsOf(t *testing.T, body []byte) image.Image {
	t.Helper()
	m, _, err := image.Decode(bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// photograph paints a picture as busy as a grocer's shelf: detail at every scale, finer detail
// weaker, and a few hard edges.
func photograph(width, height int) *image.RGBA {
	noise := func(x, y, step int) float64 {
		h := uint32(x/step)*374761393 + uint32(y/step)*668265263 + uint32(step)*2246822519
		h = (h ^ h>>13) * 1274126177
		return float64(h>>8)/float64(1<<24) - 0.5
	}
	m := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			var light float64
			for _, step := range []int{4, 8, 16, 32, 64, 128} {
				light += noise(x, y, step) * math.Sqrt(float64(step)) * 3.5
			}
			if (x/400+y/300)%3 == 0 {
				light += 40
			}
			shade := func(base float64) uint8 { return uint8(max(0, min(255, base+light))) }
			m.SetRGBA(x, y, color.RGBA{shade(150), shade(120), shade(80), 255})
		}
	}
	return m
}

// packet is a photograph cut out along a circle, with a soft edge.
func packet(side int) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, side, side))
	draw.Draw(m, m.Bounds(), photograph(side, side), image.Point{}, draw.Src)
	for y := range side {
		for x := range side {
			c := m.NRGBAAt(x, y)
			inside := float64(side)*0.35 - math.Hypot(float64(x-side/2), float64(y-side/2))
			c.A = uint8(max(0, min(255, inside*40)))
			m.SetNRGBA(x, y, c)
		}
	}
	return m
}

func TestAccept_makesSmallerPicturesAndNeverLargerOnes(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		from image.Point
		want map[int]image.Point
	}{
		"wide":           {image.Pt(2000, 1500), map[int]image.Point{160: {160, 120}, 320: {320, 240}, 640: {640, 480}, 1280: {1280, 960}}},
		"tall":           {image.Pt(700, 1400), map[int]image.Point{160: {80, 160}, 320: {160, 320}, 640: {320, 640}, 1280: {640, 1280}}},
		"small":          {image.Pt(500, 400), map[int]image.Point{160: {160, 128}, 320: {320, 256}, 640: {500, 400}, 1280: {500, 400}}},
		"exactly a size": {image.Pt(320, 320), map[int]image.Point{160: {160, 160}, 320: {320, 320}, 640: {320, 320}, 1280: {320, 320}}},
		"tiny":           {image.Pt(90, 60), map[int]image.Point{160: {90, 60}, 320: {90, 60}, 640: {90, 60}, 1280: {90, 60}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, _ := newService(t)
			name, whole, _ := accept(t, s, asJPEG(t, plain(c.from.X, c.from.Y)))
			for side, want := range c.want {
				_, body := get(t, s, name, side)
				m := pixelsOf(t, body)
				if got := m.Bounds().Size(); got != want {
					t.Errorf("at %d: %v, want %v", side, got, want)
				}
				if want == pixelsOf(t, whole).Bounds().Size() && !bytes.Equal(body, whole) {
					t.Errorf("at %d: another file of the same size, want the picture itself", side)
				}
				showsCorners(t, m, red, green, blue, yellow)
			}
		})
	}
}

func TestAccept_keepsEverySizeWithinItsBudget(t *testing.T) {
	t.Parallel()
	for name, file := range map[string][]byte{
		"photograph":      asJPEG(t, photograph(1400, 1050)),
		"square":          asJPEG(t, photograph(1100, 1100)),
		"cut-out packet":  asPNG(t, packet(700)),
		"drawing":         asPNG(t, corners(900, 900, red, transparent, blue, yellow)),
		"picture of text": asPNG(t, plain(1280, 1280)),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, _ := newService(t)
			name, _, _ := accept(t, s, file)
			for side, maxBytes := range map[int]int{160: 6_000, 320: 15_000, 640: 50_000} {
				if _, body := get(t, s, name, side); len(body) > maxBytes {
					t.Errorf("at %d: %d bytes, want at most %d", side, len(body), maxBytes)
				}
			}
		})
	}
}

func TestAccept_keepsTheQualityOfAPhotographAt320Pixels(t *testing.T) {
	t.Parallel()
	s, _ := newService(t)
	source := photograph(1100, 1100)
	name, _, _ := accept(t, s, asJPEG(t, source))
	_, body := get(t, s, name, 320)
	got, want := pixelsOf(t, body), shrink(source, 320)
	var sum float64
	for y := range 320 {
		for x := range 320 {
			_, a, _, _ := got.At(x, y).RGBA()
			_, b, _, _ := want.At(x, y).RGBA()
			sum += math.Pow(float64(a>>8)-float64(b>>8), 2)
		}
	}
	if noise := math.Sqrt(sum / (320 * 320)); noise > 10 {
		t.Errorf("the picture at 320 differs by %.1f of 255 on average", noise)
	}
}

func TestAccept_keepsTransparencyAtEverySize(t *testing.T) {
	t.Parallel()
	s, _ := newService(t)
	name, _, _ := accept(t, s, asPNG(t, corners(1280, 1280, red, transparent, blue, yellow)))
	round, _, _ := accept(t, s, asPNG(t, packet(700)))
	for _, side := range []int{160, 320, 640, 1280} {
		response, body := get(t, s, name, side)
		showsCorners(t, pixelsOf(t, body), red, transparent, blue, yellow)
		if kind := response.Header.Get("Content-Type"); kind != "image/png" {
			t.Errorf("at %d: %s, want image/png", side, kind)
		}
		_, body = get(t, s, round, side)
		m := pixelsOf(t, body)
		middle, border := m.Bounds().Max.Div(2), m.Bounds().Min
		if _, _, _, alpha := m.At(middle.X, middle.Y).RGBA(); alpha != 0xffff {
			t.Errorf("at %d: the alpha of the packet is %x, want ffff", side, alpha)
		}
		if _, _, _, alpha := m.At(border.X, border.Y).RGBA(); alpha != 0 {
			t.Errorf("at %d: the alpha beside the packet is %x, want 0", side, alpha)
		}
	}
}

func TestAccept_dropsMetadataAndTurnsUprightAtEverySize(t *testing.T) {
	t.Parallel()
	const secret = "taken at 28.6139 N, 77.2090 E"
	// The scene is wide and was photographed with the camera upside down.
	stored := corners(900, 600, yellow, blue, green, red)
	for name, file := range map[string][]byte{
		"JPEG": jpegWithExif(asJPEG(t, stored), exif(binary.BigEndian, 3, secret)),
		"PNG":  pngWith(asPNG(t, stored), "eXIf", exif(binary.BigEndian, 3, secret)),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, _ := newService(t)
			name, _, _ := accept(t, s, file)
			for _, side := range []int{0, 160, 320, 640, 1280} {
				_, body := get(t, s, name, side)
				showsCorners(t, pixelsOf(t, body), red, green, blue, yellow)
				for _, mark := range []string{secret, "Exif", "eXIf", "tEXt"} {
					if bytes.Contains(body, []byte(mark)) {
						t.Errorf("at %d the variant still has %q", side, mark)
					}
				}
			}
		})
	}
}

func TestHandler_servesEverySizeAsImmutable(t *testing.T) {
	t.Parallel()
	s, _ := newService(t)
	name, _, _ := accept(t, s, asJPEG(t, plain(1300, 900)))
	tags := map[string]bool{}
	for _, side := range []int{160, 320, 640, 1280} {
		response, _ := get(t, s, name, side)
		for key, want := range map[string]string{
			"Content-Type":                 "image/jpeg",
			"Cache-Control":                "public, max-age=31536000, immutable",
			"X-Content-Type-Options":       "nosniff",
			"Content-Security-Policy":      "sandbox; default-src 'none'",
			"Cross-Origin-Resource-Policy": "cross-origin",
		} {
			if got := response.Header.Get(key); got != want {
				t.Errorf("at %d, %s: %q, want %q", side, key, got, want)
			}
		}
		tags[response.Header.Get("ETag")] = true
	}
	if len(tags) != 4 {
		t.Errorf("four sizes have %d tags, want 4", len(tags))
	}
}

func TestHandler_servesOnlyTheDefinedSizes(t *testing.T) {
	t.Parallel()
	s, _ := newService(t)
	name, _, _ := accept(t, s, asJPEG(t, plain(1300, 900)))
	stem := strings.TrimSuffix(name, ".jpg")
	for _, wrong := range []string{
		"-", "-0", "-1", "-161", "-300", "-641", "-1281", "-99999", "-0320", "-+320", "- 320", "-320-320", "-320x320", "--320", "-3.20", "-320.", "-٣٢٠",
	} {
		response := ask(s, http.MethodGet, Prefix+stem+wrong+".jpg", nil)
		if response.StatusCode != http.StatusNotFound || response.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%q returned %d, %q, want %d and %q", wrong, response.StatusCode, response.Header.Get("Cache-Control"), http.StatusNotFound, "no-store")
		}
	}
	for _, path := range []string{stem + "-320.png", stem + "-320", stem + ".jpg-320", "-320.jpg", strings.Repeat("a", 26) + "-320.jpg", stem + "-320.jpg/.."} {
		if response := ask(s, http.MethodGet, Prefix+path, nil); response.StatusCode != http.StatusNotFound {
			t.Errorf("%q returned %d, want %d", path, response.StatusCode, http.StatusNotFound)
		}
	}
}

func TestHandler_servesTheWholePictureIfASizeIsMissing(t *testing.T) {
	t.Parallel()
	s, _ := newService(t)
	// given an imported picture and one that was stored before sizes were made
	url, err := s.Import(t.Context(), "milk.webp", bytes.NewReader(webpFile(t, "alpha")))
	if err != nil {
		t.Fatal(err)
	}
	imported, _ := nameIn(url)
	old := asJPEG(t, plain(1000, 700))
	if err := s.store.Put(t.Context(), someName, "image/jpeg", old); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]byte{imported: webpFile(t, "alpha"), someName: old} {
		for _, side := range []int{0, 160, 320, 640, 1280} {
			response, body := get(t, s, name, side)
			if !bytes.Equal(body, want) {
				t.Errorf("%s at %d: another file, want the picture itself", name, side)
			}
			if tag := response.Header.Get("ETag"); tag != strconv.Quote(name) {
				t.Errorf("%s at %d has the tag %s, want %q", name, side, tag, name)
			}
		}
	}
}

func TestCheck_refusesTheURLOfASize(t *testing.T) {
	t.Parallel()
	s, _ := newService(t)
	name, _, _ := accept(t, s, asJPEG(t, plain(1300, 900)))
	wantRefusal(t, s.Check(t.Context(), "image", Prefix+sized(name, 320)), fault.Invalid)
}

func TestAccept_rendersAFileTheSameEachTime(t *testing.T) {
	t.Parallel()
	s, _ := newService(t)
	file := asPNG(t, packet(700))
	first, _, _ := accept(t, s, file)
	second, _, _ := accept(t, s, file)
	for _, side := range []int{160, 320, 640} {
		_, a := get(t, s, first, side)
		_, b := get(t, s, second, side)
		if !bytes.Equal(a, b) {
			t.Errorf("at %d the variants of one file differ", side)
		}
	}
}

func TestShades_ofAnImageWithoutSimilarPixelsAreLimited(t *testing.T) {
	t.Parallel()
	// given a picture without two similar pixels
	noise := image.NewRGBA(image.Rect(0, 0, 300, 300))
	for i := range len(noise.Pix) / 4 {
		h := uint32(i) * 2654435761
		alpha := uint8(h >> 24)
		noise.Pix[4*i], noise.Pix[4*i+1], noise.Pix[4*i+2], noise.Pix[4*i+3] = alpha/2, uint8(h>>8)%(alpha/2+1), uint8(h>>16)%(alpha/2+1), alpha
	}
	colors := shadesOf(noise)
	if maxColors := 1 << 16; len(colors.tallies) > maxColors {
		t.Errorf("%d shades are sorted, want at most %d", len(colors.tallies), maxColors)
	}
	few := colors.inColors(16)
	if len(few.Palette) != 16 {
		t.Errorf("drawn in %d colors, want 16", len(few.Palette))
	}
	for i, got := range few.Pix {
		_, _, _, alpha := few.Palette[got].RGBA()
		if was := noise.Pix[4*i+3]; was == solid && alpha != 0xffff {
			t.Fatal("a solid pixel can be seen through")
		}
	}
}
