package media

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"io"
	"math"
	"testing"
)

type profileTag struct {
	name string
	data []byte
}

func fixedPoint(values ...float64) []byte {
	var b []byte
	for _, value := range values {
		b = binary.BigEndian.AppendUint32(b, uint32(int32(math.Round(value*65536))))
	}
	return b
}

// profileWith builds an RGB profile with colorants under D50 and one curve for all channels.
func profileWith(curve []byte, colorants [3][3]float64) []byte {
	tags := []profileTag{{"rTRC", curve}, {"gTRC", curve}, {"bTRC", curve}}
	for i, name := range []string{"rXYZ", "gXYZ", "bXYZ"} {
		tags = append(tags, profileTag{name, append([]byte("XYZ \x00\x00\x00\x00"), fixedPoint(colorants[i][:]...)...)})
	}
	var header [128]byte
	copy(header[12:], "mntrRGB XYZ ")
	profile := binary.BigEndian.AppendUint32(header[:], uint32(len(tags)))
	at := len(profile) + 12*len(tags)
	var body []byte
	for _, tag := range tags {
		profile = append(profile, tag.name...)
		profile = binary.BigEndian.AppendUint32(profile, uint32(at+len(body)))
		profile = binary.BigEndian.AppendUint32(profile, uint32(len(tag.data)))
		body = append(body, tag.data...)
	}
	return append(profile, body...)
}

var (
	displayP3 = [3][3]float64{{0.51512, 0.24120, -0.00105}, {0.29198, 0.69225, 0.04189}, {0.15710, 0.06657, 0.78407}}
	adobeRGB  = [3][3]float64{{0.60974, 0.31111, 0.01947}, {0.20528, 0.62567, 0.06087}, {0.14919, 0.06322, 0.74457}}
	srgb      = [3][3]float64{{0.43607, 0.22249, 0.01392}, {0.38515, 0.71687, 0.09708}, {0.14307, 0.06061, 0.71410}}

	parametric = append([]byte("para\x00\x00\x00\x00\x00\x03\x00\x00"), fixedPoint(2.4, 1/1.055, 0.055/1.055, 1/12.92, 0.04045)...)
	power      = append([]byte("curv\x00\x00\x00\x00\x00\x00\x00\x01"), 0x02, 0x33) // 2.199
)

// proPhoto are the colorants of ProPhoto RGB, whose curve is a power of 1.8.
var proPhoto = [3][3]float64{{0.79767, 0.28804, 0}, {0.13519, 0.71188, 0}, {0.03134, 0.00009, 0.82491}}

// grayProfile builds a gray profile. power is the exponent of its curve in 256ths, in two bytes.
func grayProfile(power ...byte) []byte {
	var header [128]byte
	copy(header[12:], "mntrGRAYXYZ ")
	curve := append([]byte("curv\x00\x00\x00\x00\x00\x00\x00\x01"), power...)
	profile := append(header[:], "\x00\x00\x00\x01kTRC"...)
	profile = binary.BigEndian.AppendUint32(profile, 128+4+12)
	profile = binary.BigEndian.AppendUint32(profile, uint32(len(curve)))
	return append(profile, curve...)
}

// withProfile puts a profile into a picture of one color.
func withProfile(t *testing.T, extension string, c color.Color, profile []byte) []byte {
	t.Helper()
	m := image.NewNRGBA(image.Rect(0, 0, 32, 32))
	draw.Draw(m, m.Bounds(), image.NewUniform(c), image.Point{}, draw.Src)
	var b bytes.Buffer
	if extension == ".jpg" {
		if err := jpeg.Encode(&b, m, &jpeg.Options{Quality: 100}); err != nil {
			t.Fatal(err)
		}
		segment := append([]byte("ICC_PROFILE\x00\x01\x01"), profile...)
		head := binary.BigEndian.AppendUint16([]byte{0xff, 0xd8, 0xff, 0xe2}, uint16(len(segment)+2))
		return append(append(head, segment...), b.Bytes()[2:]...)
	}
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	var compressed bytes.Buffer
	w := zlib.NewWriter(&compressed)
	_, err := w.Write(profile)
	if err != nil || w.Close() != nil {
		t.Fatal("compress the profile:", err)
	}
	const headEnd = 8 + 25 // the signature and IHDR
	chunk := pngChunk("iCCP", append([]byte("p\x00\x00"), compressed.Bytes()...))
	return append(append(bytes.Clone(b.Bytes()[:headEnd]), chunk...), b.Bytes()[headEnd:]...)
}

func TestAccept_appliesTheColorProfile(t *testing.T) {
	t.Parallel()
	red := color.NRGBA{R: 201, G: 60, B: 50, A: 255}
	for name, c := range map[string]struct {
		extension string
		sent      color.NRGBA
		profile   []byte
		want      color.NRGBA
	}{
		"Display P3 in a JPEG":     {".jpg", red, profileWith(parametric, displayP3), color.NRGBA{R: 219, G: 41, B: 39, A: 255}},
		"Display P3 in a PNG":      {".png", red, profileWith(parametric, displayP3), color.NRGBA{R: 219, G: 41, B: 39, A: 255}},
		"half transparent":         {".png", color.NRGBA{R: 201, G: 60, B: 50, A: 128}, profileWith(parametric, displayP3), color.NRGBA{R: 219, G: 41, B: 39, A: 128}},
		"Adobe RGB":                {".jpg", color.NRGBA{R: 100, G: 160, B: 80, A: 255}, profileWith(power, adobeRGB), color.NRGBA{R: 53, G: 161, B: 75, A: 255}},
		"outside of sRGB":          {".jpg", color.NRGBA{R: 255, A: 255}, profileWith(parametric, displayP3), color.NRGBA{R: 255, A: 255}},
		"sRGB":                     {".jpg", red, profileWith(parametric, srgb), red},
		"an invalid profile":       {".jpg", red, []byte("no profile"), red},
		"a truncated profile":      {".jpg", red, profileWith(parametric, displayP3)[:200], red},
		"ProPhoto":                 {".jpg", color.NRGBA{R: 120, G: 120, B: 120, A: 255}, profileWith([]byte("curv\x00\x00\x00\x00\x00\x00\x00\x01\x01\xcd"), proPhoto), color.NRGBA{R: 139, G: 139, B: 139, A: 255}},
		"gray":                     {".jpg", color.NRGBA{R: 128, G: 128, B: 128, A: 255}, grayProfile(0x01, 0x00), color.NRGBA{R: 188, G: 188, B: 188, A: 255}},
		"gray in a PNG":            {".png", color.NRGBA{R: 128, G: 128, B: 128, A: 255}, grayProfile(0x01, 0x00), color.NRGBA{R: 188, G: 188, B: 188, A: 255}},
		"a CMYK profile":           {".jpg", red, bytes.Replace(profileWith(parametric, displayP3), []byte("mntrRGB "), []byte("prtrCMYK"), 1), red},
		"an unknown kind of curve": {".jpg", red, profileWith([]byte("xxxx\x00\x00\x00\x00\x00\x00\x00\x01"), displayP3), red},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, _ := newService(t)
			_, _, kept := accept(t, s, withProfile(t, c.extension, c.sent, c.profile))
			got := color.NRGBAModel.Convert(kept.At(16, 16)).(color.NRGBA)
			for _, channel := range [][2]uint8{{got.R, c.want.R}, {got.G, c.want.G}, {got.B, c.want.B}, {got.A, c.want.A}} {
				if math.Abs(float64(channel[0])-float64(channel[1])) > 4 {
					t.Fatalf("the stored color is %v, want about %v", got, c.want)
				}
			}
		})
	}
}

func TestAccept_appliesTheGammaAndPrimariesOfAPNG(t *testing.T) {
	t.Parallel()
	number := func(values ...uint32) []byte {
		var b []byte
		for _, value := range values {
			b = binary.BigEndian.AppendUint32(b, value)
		}
		return b
	}
	red := color.NRGBA{R: 201, G: 60, B: 50, A: 255}
	p3 := number(31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000)
	for name, c := range map[string]struct {
		gamma, primaries, srgb []byte
		sent, want             color.NRGBA
	}{
		"linear":                      {number(100_000), nil, nil, color.NRGBA{R: 128, G: 128, B: 128, A: 255}, color.NRGBA{R: 188, G: 188, B: 188, A: 255}},
		"sRGB's gamma":                {number(45_455), nil, nil, red, red},
		"sRGB's gamma and primaries":  {number(45_455), number(31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000), nil, red, red},
		"primaries of Display P3":     {number(45_455), p3, nil, red, color.NRGBA{R: 219, G: 41, B: 39, A: 255}},
		"sRGB counts before both":     {number(100_000), p3, []byte{0}, red, red},
		"a gamma of zero":             {number(0), nil, nil, red, red},
		"primaries of a single point": {number(45_455), number(31270, 32900, 1000, 1000, 1000, 1000, 1000, 1000), nil, red, red},
		"primaries without light":     {number(45_455), number(31270, 0, 0, 0, 0, 0, 0, 0), nil, red, red},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := image.NewNRGBA(image.Rect(0, 0, 32, 32))
			draw.Draw(m, m.Bounds(), image.NewUniform(c.sent), image.Point{}, draw.Src)
			var b bytes.Buffer
			if err := png.Encode(&b, m); err != nil {
				t.Fatal(err)
			}
			const headEnd = 8 + 25 // the signature and IHDR
			file := bytes.Clone(b.Bytes()[:headEnd])
			for name, data := range map[string][]byte{"gAMA": c.gamma, "cHRM": c.primaries, "sRGB": c.srgb} {
				if data != nil {
					file = append(file, pngChunk(name, data)...)
				}
			}
			s, _ := newService(t)
			_, _, kept := accept(t, s, append(file, b.Bytes()[headEnd:]...))
			got := color.NRGBAModel.Convert(kept.At(16, 16)).(color.NRGBA)
			for _, channel := range [][2]uint8{{got.R, c.want.R}, {got.G, c.want.G}, {got.B, c.want.B}} {
				if math.Abs(float64(channel[0])-float64(channel[1])) > 4 {
					t.Fatalf("the stored color is %v, want about %v", got, c.want)
				}
			}
		})
	}
}

func TestInspect_estimatesAPicturesMemory(t *testing.T) {
	t.Parallel()
	gray, full := image.NewGray(image.Rect(0, 0, 400, 300)), plain(400, 300)
	encoded := func(encode func(io.Writer) error) []byte {
		var b bytes.Buffer
		if err := encode(&b); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	const narrow = 400 * 300 * 4
	for name, c := range map[string]struct {
		file []byte
		want int64
	}{
		"gray JPEG":  {asJPEG(t, gray), 400 * 300},
		"JPEG":       {asJPEG(t, full), 400 * 300 * 3 / 2},
		"gray PNG":   {encoded(func(w io.Writer) error { return png.Encode(w, gray) }), 400 * 300},
		"PNG":        {encoded(func(w io.Writer) error { return png.Encode(w, full) }), 400 * 300 * 4},
		"16-bit PNG": {encoded(func(w io.Writer) error { return png.Encode(w, image.NewNRGBA64(image.Rect(0, 0, 400, 300))) }), 400 * 300 * 8},
	} {
		u, err := inspect(c.file)
		if err != nil || u.memory() != c.want+narrow {
			t.Errorf("%s: %d bytes, want %d: %v", name, u.memory()-narrow, c.want, err)
		}
	}
	progressive := bytes.Replace(asJPEG(t, full), []byte{0xff, 0xc0}, []byte{0xff, 0xc2}, 1)
	if u, err := inspect(progressive); err != nil || u.memory() != 400*300*15/2+narrow {
		t.Errorf("progressive: %d bytes, %v, want %d", u.memory()-narrow, err, 400*300*15/2)
	}
}
