package media

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/image/draw"

	"kirana/internal/fault"
)

func TestAccept_storesEverySupportedFormat(t *testing.T) {
	t.Parallel()
	withAlpha := corners(60, 40, red, transparent, blue, yellow)
	paletted := image.NewPaletted(image.Rect(0, 0, 60, 40), color.Palette{red, green, blue, yellow})
	draw.Draw(paletted, paletted.Bounds(), plain(60, 40), image.Point{}, draw.Src)
	gray := image.NewGray(image.Rect(0, 0, 60, 40))
	draw.Draw(gray, gray.Bounds(), plain(60, 40), image.Point{}, draw.Src)

	for name, c := range map[string]struct {
		file      []byte
		size      image.Point
		extension string
	}{
		"JPEG":                  {asJPEG(t, plain(60, 40)), image.Pt(60, 40), ".jpg"},
		"gray JPEG":             {asJPEG(t, gray), image.Pt(60, 40), ".jpg"},
		"PNG":                   {asPNG(t, plain(60, 40)), image.Pt(60, 40), ".jpg"},
		"PNG with alpha":        {asPNG(t, withAlpha), image.Pt(60, 40), ".png"},
		"paletted PNG":          {asPNG(t, paletted), image.Pt(60, 40), ".jpg"},
		"GIF":                   {asGIF(t, image.Pt(60, 40), paletted), image.Pt(60, 40), ".jpg"},
		"lossy WebP":            {webpFile(t, "lossy"), image.Pt(64, 48), ".jpg"},
		"WebP with alpha":       {webpFile(t, "alpha"), image.Pt(64, 48), ".png"},
		"lossless WebP":         {webpFile(t, "lossless"), image.Pt(64, 48), ".png"},
		"JPEG of one pixel":     {asJPEG(t, plain(1, 1)), image.Pt(1, 1), ".jpg"},
		"16-bit deep PNG":       {asPNG(t, image.NewGray16(image.Rect(0, 0, 60, 40))), image.Pt(60, 40), ".jpg"},
		"fully transparent PNG": {asPNG(t, image.NewNRGBA(image.Rect(0, 0, 60, 40))), image.Pt(60, 40), ".png"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, _ := newService(t)
			kept, _, m := accept(t, s, c.file)
			if got := m.Bounds().Size(); got != c.size {
				t.Errorf("the stored size is %v, want %v", got, c.size)
			}
			if got := filepath.Ext(kept); got != c.extension {
				t.Errorf("the stored file has the extension %s, want %s", got, c.extension)
			}
		})
	}
}

func TestAccept_keepsColorsAndTransparency(t *testing.T) {
	t.Parallel()
	s, _ := newService(t)
	_, _, m := accept(t, s, asPNG(t, plain(200, 100)))
	showsCorners(t, m, red, green, blue, yellow)
	_, _, m = accept(t, s, asPNG(t, corners(3000, 2000, red, transparent, blue, yellow)))
	showsCorners(t, m, red, transparent, blue, yellow)
	_, _, m = accept(t, s, webpFile(t, "alpha"))
	if got := m.At(1, 1); !near(got, transparent) {
		t.Errorf("the border of the transparent WebP is %v, want it transparent", got)
	}
	if got := m.At(48, 24); !near(got, color.RGBA{46, 125, 50, 255}) {
		t.Errorf("the green of the transparent WebP is %v, want 46, 125, 50", got)
	}
}

func TestAccept_turnsPicturesUpright(t *testing.T) {
	t.Parallel()
	upright := plain(90, 60)
	// The sides of the scene in the first row and the first column, by orientation (EXIF 2.3).
	sides := map[uint16][2]string{
		1: {"top", "left"},
		2: {"top", "right"},
		3: {"bottom", "right"},
		4: {"bottom", "left"},
		5: {"left", "top"},
		6: {"right", "top"},
		7: {"right", "bottom"},
		8: {"left", "bottom"},
	}
	distance := func(side string, x, y int) int {
		return map[string]int{"left": x, "right": 89 - x, "top": y, "bottom": 59 - y}[side]
	}
	for orientation, side := range sides {
		t.Run("orientation "+strconv.Itoa(int(orientation)), func(t *testing.T) {
			t.Parallel()
			size := image.Rect(0, 0, 90, 60)
			if side[0] == "left" || side[0] == "right" {
				size = image.Rect(0, 0, 60, 90)
			}
			stored := image.NewRGBA(size)
			for y := range 60 {
				for x := range 90 {
					stored.SetRGBA(distance(side[1], x, y), distance(side[0], x, y), upright.RGBAAt(x, y))
				}
			}
			for name, file := range map[string][]byte{
				"JPEG, big-endian":    jpegWithExif(asJPEG(t, stored), exif(binary.BigEndian, orientation, "")),
				"JPEG, little-endian": jpegWithExif(asJPEG(t, stored), exif(binary.LittleEndian, orientation, "")),
				"JPEG after JFIF":     jpegWith(jpegWithExif(asJPEG(t, stored), exif(binary.BigEndian, orientation, "")), 0xe0, []byte("JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00")),
				"PNG":                 pngWith(asPNG(t, stored), "eXIf", exif(binary.BigEndian, orientation, "")),
			} {
				s, _ := newService(t)
				_, _, m := accept(t, s, file)
				if got := m.Bounds().Size(); got != image.Pt(90, 60) {
					t.Errorf("%s: the stored size is %v, want 90 by 60", name, got)
				}
				showsCorners(t, m, red, green, blue, yellow)
			}
		})
	}

	t.Run("WebP", func(t *testing.T) {
		t.Parallel()
		s, _ := newService(t)
		_, _, m := accept(t, s, webpWith(webpFile(t, "lossy"), "EXIF", exif(binary.LittleEndian, 6, "")))
		if got := m.Bounds().Size(); got != image.Pt(48, 64) {
			t.Errorf("the stored size is %v, want it turned, 48 by 64", got)
		}
	})
}

func TestAccept_ignoresDamagedExif(t *testing.T) {
	t.Parallel()
	good := exif(binary.BigEndian, 6, "")
	for name, damaged := range map[string][]byte{
		"nothing":                  nil,
		"cut off":                  good[:20],
		"unknown order":            append([]byte("XX"), good[2:]...),
		"directory beyond the end": append([]byte("MM\x00*\xff\xff\xff\xff"), good[8:]...),
		"orientation nine":         exif(binary.BigEndian, 9, ""),
		"orientation zero":         exif(binary.BigEndian, 0, ""),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, _ := newService(t)
			_, _, m := accept(t, s, jpegWithExif(asJPEG(t, plain(90, 60)), damaged))
			if got := m.Bounds().Size(); got != image.Pt(90, 60) {
				t.Errorf("the stored size is %v, want 90 by 60", got)
			}
			showsCorners(t, m, red, green, blue, yellow)
		})
	}
}

func TestAccept_dropsEverythingButThePixels(t *testing.T) {
	t.Parallel()
	const secret = "<script>taken at 28.6139 N, 77.2090 E</script>"
	marks := exif(binary.BigEndian, 1, secret)
	photo, drawing := asJPEG(t, plain(60, 40)), asPNG(t, corners(60, 40, red, transparent, blue, yellow))
	for name, file := range map[string][]byte{
		"JPEG EXIF":          jpegWithExif(photo, marks),
		"JPEG comment":       jpegWith(photo, 0xfe, []byte(secret)),
		"JPEG XMP":           jpegWith(photo, 0xe1, []byte("http://ns.adobe.com/xap/1.0/\x00"+secret)),
		"JPEG color profile": jpegWith(photo, 0xe2, []byte("ICC_PROFILE\x00\x01\x01"+secret)),
		"after the JPEG":     append(bytes.Clone(photo), secret...),
		"PNG EXIF":           pngWith(drawing, "eXIf", marks),
		"PNG text":           pngWith(drawing, "tEXt", []byte("Comment\x00"+secret)),
		"after the PNG":      append(bytes.Clone(drawing), secret...),
		"WebP EXIF":          webpWith(webpFile(t, "alpha"), "EXIF", marks),
		"WebP XMP":           webpWith(webpFile(t, "lossy"), "XMP ", []byte(secret)),
		"after the GIF":      append(asGIF(t, image.Pt(9, 9), frame(image.Rect(0, 0, 9, 9), red)), secret...),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if !bytes.Contains(file, []byte(secret)) {
				t.Fatal("the file does not carry the secret")
			}
			s, _ := newService(t)
			_, data, _ := accept(t, s, file)
			for _, mark := range []string{secret, "script", "Exif", "eXIf", "ICC", "tEXt"} {
				if bytes.Contains(data, []byte(mark)) {
					t.Errorf("the kept picture still has %q", mark)
				}
			}
		})
	}
}

func TestAccept_scalesDownToTheLongerSide(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ from, want image.Point }{
		"wide":                     {image.Pt(4000, 3000), image.Pt(1280, 960)},
		"tall":                     {image.Pt(1500, 3000), image.Pt(640, 1280)},
		"exactly the limit":        {image.Pt(1280, 1280), image.Pt(1280, 1280)},
		"one pixel over the limit": {image.Pt(1281, 700), image.Pt(1280, 699)},
		"small":                    {image.Pt(300, 200), image.Pt(300, 200)},
		"a line":                   {image.Pt(20000, 2), image.Pt(1280, 1)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, _ := newService(t)
			_, _, m := accept(t, s, asJPEG(t, plain(c.from.X, c.from.Y)))
			if got := m.Bounds().Size(); got != c.want {
				t.Errorf("%v became %v, want %v", c.from, got, c.want)
			}
			if c.want.Y > 1 {
				showsCorners(t, m, red, green, blue, yellow)
			}
		})
	}
}

func TestShrink_showsNoSeamsBetweenBands(t *testing.T) {
	t.Parallel()
	// given a picture of slanting lines that would show any seam
	source := image.NewRGBA(image.Rect(0, 0, 2100, 1700))
	for y := range 1700 {
		for x := range 2100 {
			source.SetRGBA(x, y, color.RGBA{uint8(x * 3), uint8(x + y), uint8((x / 7) ^ (y / 5)), 255})
		}
	}
	// when it is scaled in bands and in one go
	banded := shrink(source, MaxSide)
	whole := image.NewRGBA(banded.Bounds())
	draw.CatmullRom.Scale(whole, whole.Bounds(), source, source.Bounds(), draw.Src, nil)
	// then they differ by rounding only
	worst := 0
	for i := range whole.Pix {
		worst = max(worst, int(whole.Pix[i])-int(banded.Pix[i]), int(banded.Pix[i])-int(whole.Pix[i]))
	}
	if worst > 12 { // of 255, where overshoot at an edge is clipped once more
		t.Errorf("a pixel differs by %d", worst)
	}
}

func TestAccept_takesTheFirstFrameOfAGIF(t *testing.T) {
	t.Parallel()
	s, _ := newService(t)
	screen := image.Rect(0, 0, 40, 40)
	_, _, m := accept(t, s, asGIF(t, screen.Max, frame(screen, red), frame(screen, blue), frame(screen, green)))
	showsCorners(t, m, red, red, red, red)

	// A frame that covers a quarter of its screen stays in its quarter.
	name, _, m := accept(t, s, asGIF(t, screen.Max, frame(image.Rect(20, 0, 40, 20), yellow), frame(screen, blue)))
	showsCorners(t, m, transparent, yellow, transparent, transparent)
	if filepath.Ext(name) != ".png" {
		t.Errorf("a transparent picture is kept as %s, want .png", name)
	}
}

func TestAccept_refusesUnsupportedFiles(t *testing.T) {
	t.Parallel()
	photo, drawing := asJPEG(t, plain(600, 400)), asPNG(t, plain(600, 400))
	moving := asGIF(t, image.Pt(40, 40), frame(image.Rect(0, 0, 40, 40), red))
	tooDeep := bytes.Clone(photo)
	at := bytes.Index(tooDeep, []byte{0xff, 0xc0})
	copy(tooDeep[at+5:], []byte{0xff, 0xdc, 0xff, 0xdc}) // 65,500 pixels each way
	hugeScreen := bytes.Clone(moving)
	copy(hugeScreen[6:], []byte{0xff, 0xff, 0xff, 0xff})

	for name, c := range map[string]struct {
		file []byte
		kind fault.Kind
	}{
		"SVG":                        {[]byte(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`), fault.WrongType},
		"HTML":                       {[]byte("<!DOCTYPE html><html><script>alert(1)</script></html>"), fault.WrongType},
		"text":                       {[]byte("atta, dal, chawal"), fault.WrongType},
		"PDF":                        {[]byte("%PDF-1.7\n1 0 obj"), fault.WrongType},
		"BMP":                        {append([]byte("BM"), make([]byte, 60)...), fault.WrongType},
		"HEIC":                       {[]byte("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic"), fault.WrongType},
		"WAV":                        {[]byte("RIFF\x24\x00\x00\x00WAVEfmt "), fault.WrongType},
		"program":                    {[]byte("\x7fELF\x02\x01\x01"), fault.WrongType},
		"animated WebP":              {webpWith(webpFile(t, "alpha"), "ANIM", make([]byte, 6)), fault.WrongType},
		"nothing":                    {nil, fault.Invalid},
		"one byte":                   {[]byte{0xff}, fault.WrongType},
		"JPEG signature only":        {[]byte("\xff\xd8\xff"), fault.Invalid},
		"PNG signature only":         {[]byte("\x89PNG\r\n\x1a\n"), fault.Invalid},
		"GIF signature only":         {[]byte("GIF89a"), fault.Invalid},
		"WebP signature only":        {[]byte("RIFF\x04\x00\x00\x00WEBP"), fault.Invalid},
		"HTML after a PNG signature": {[]byte("\x89PNG\r\n\x1a\n<html><script>alert(1)</script>"), fault.Invalid},
		"half a JPEG":                {photo[:len(photo)/2], fault.Invalid},
		"half a PNG":                 {drawing[:len(drawing)/2], fault.Invalid},
		"half a GIF":                 {moving[:len(moving)/2], fault.Invalid},
		"half a WebP":                {webpFile(t, "lossy")[:700], fault.Invalid},
		"PNG of width 0":             {pngHead(0, 5), fault.Invalid},
		"PNG of 400 megapixels":      {pngHead(20_000, 20_000), fault.TooLarge},
		"PNG one row over":           {pngHead(10_000, 5001), fault.TooLarge},
		"PNG of 30 megapixels":       {pngHead(6000, 5000), fault.Invalid},    // small enough, but truncated
		"PNG of 50 megapixels":       {pngHead(10_000, 5000), fault.TooLarge}, // 200 MB
		"PNG of a very long row":     {pngHead(50_000_000, 1), fault.TooLarge},
		"PNG of a very tall line":    {pngHead(1, 50_000_000), fault.TooLarge},
		"JPEG of 4 gigapixels":       {tooDeep, fault.TooLarge},
		"GIF of 4 gigapixels":        {hugeScreen, fault.TooLarge},
		"11 MB":                      {append(bytes.Clone(photo), make([]byte, 11_000_000-len(photo))...), fault.TooLarge},
		"one byte over the limit":    {append(bytes.Clone(photo), make([]byte, MaxBytes+1-len(photo))...), fault.TooLarge},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, dir := newService(t)
			_, err := s.Accept(t.Context(), bytes.NewReader(c.file))
			wantRefusal(t, err, c.kind)
			nothingKept(t, dir)
		})
	}
}

func TestAccept_acceptsAFileOfExactlyTheLimit(t *testing.T) {
	t.Parallel()
	s, _ := newService(t)
	photo := asJPEG(t, plain(60, 40))
	_, _, m := accept(t, s, append(photo, make([]byte, MaxBytes-len(photo))...))
	showsCorners(t, m, red, green, blue, yellow)
}

func TestAccept_refusesAnIncompleteUpload(t *testing.T) {
	t.Parallel()
	s, dir := newService(t)
	_, err := s.Accept(t.Context(), ctxReader{canceled(t), strings.NewReader("never read")})
	wantRefusal(t, err, fault.Invalid)
	nothingKept(t, dir)
}

func TestAccept_namesPicturesUnguessably(t *testing.T) {
	t.Parallel()
	s, _ := newService(t)
	photo := asJPEG(t, plain(6, 4))
	names := map[string]bool{}
	for range 20 {
		name, _, _ := accept(t, s, photo)
		names[name] = true
	}
	if len(names) != 20 {
		t.Errorf("20 uploads of one picture got %d names, want 20", len(names))
	}
}

// FuzzAccept checks that no file causes a panic, or an error that is not a refusal.
func FuzzAccept(f *testing.F) {
	for _, name := range []string{"lossy", "alpha", "lossless"} {
		file, err := os.ReadFile(filepath.Join("testdata", name+".webp"))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(file)
	}
	var photo, drawing, moving bytes.Buffer
	m := corners(16, 8, red, transparent, blue, yellow)
	if err := errors.Join(jpeg.Encode(&photo, m, nil), png.Encode(&drawing, m), gif.Encode(&moving, m, nil)); err != nil {
		f.Fatal(err)
	}
	f.Add(jpegWithExif(photo.Bytes(), exif(binary.BigEndian, 6, "")))
	f.Add(pngWith(drawing.Bytes(), "eXIf", exif(binary.LittleEndian, 3, "")))
	f.Add(moving.Bytes())
	f.Fuzz(func(t *testing.T, file []byte) {
		received, err := inspect(file)
		if err == nil && received.bounds.Dx()*received.bounds.Dy() <= 1_000_000 {
			_, err = received.render(t.Context())
		}
		if err != nil && fault.Of(err) == nil {
			t.Errorf("the error is %v, want nil or a refusal for users", err)
		}
	})
}
