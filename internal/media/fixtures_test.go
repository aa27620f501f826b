package media

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"kirana/internal/fault"
)

var (
	red         = color.RGBA{200, 30, 30, 255}
	green       = color.RGBA{30, 150, 40, 255}
	blue        = color.RGBA{30, 40, 200, 255}
	yellow      = color.RGBA{230, 200, 30, 255}
	transparent = color.RGBA{}
)

// newService stores pictures in a temporary directory, which it returns too.
func newService(t *testing.T) (*Service, string) {
	t.Helper()
	dir := t.TempDir()
	store, err := OpenFiles(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	return New(store, slog.New(slog.DiscardHandler)), dir
}

// corners paints a picture with a color in each quarter.
func corners(width, height int, topLeft, topRight, bottomLeft, bottomRight color.RGBA) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			quarter := [2][2]color.RGBA{{topLeft, topRight}, {bottomLeft, bottomRight}}
			m.SetRGBA(x, y, quarter[y*2/height][x*2/width])
		}
	}
	return m
}

func plain(width, height int) *image.RGBA { return corners(width, height, red, green, blue, yellow) }

func asJPEG(t *testing.T, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, &jpeg.Options{Quality: 95}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func asPNG(t *testing.T, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func asGIF(t *testing.T, screen image.Point, frames ...*image.Paletted) []byte {
	t.Helper()
	var b bytes.Buffer
	g := &gif.GIF{Image: frames, Delay: make([]int, len(frames)), Config: image.Config{Width: screen.X, Height: screen.Y}}
	if err := gif.EncodeAll(&b, g); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// frame returns a single-color frame of a GIF.
func frame(place image.Rectangle, c color.Color) *image.Paletted {
	m := image.NewPaletted(place, color.Palette{c, color.Black})
	return m
}

func webpFile(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name+".webp"))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// exif returns TIFF data with an orientation and a description.
func exif(order binary.AppendByteOrder, orientation uint16, description string) []byte {
	b := []byte("MM\x00*")
	if order == binary.AppendByteOrder(binary.LittleEndian) {
		b = []byte("II*\x00")
	}
	b = order.AppendUint32(b, 8)      // offset of the directory
	b = order.AppendUint16(b, 2)      // entries
	b = order.AppendUint16(b, 0x010e) // ImageDescription, ASCII
	b = order.AppendUint16(b, 2)
	b = order.AppendUint32(b, uint32(len(description)))
	b = order.AppendUint32(b, 8+2+2*12+4)
	b = order.AppendUint16(b, 0x0112) // Orientation, SHORT
	b = order.AppendUint16(b, 3)
	b = order.AppendUint32(b, 1)
	b = order.AppendUint16(b, orientation)
	b = order.AppendUint16(b, 0)
	b = order.AppendUint32(b, 0) // no further directory
	return append(b, description...)
}

// jpegWith inserts a segment after the start of a JPEG file.
func jpegWith(file []byte, marker byte, body []byte) []byte {
	segment := binary.BigEndian.AppendUint16([]byte{0xff, marker}, uint16(len(body)+2))
	segment = append(segment, body...)
	return append(append(bytes.Clone(file[:2]), segment...), file[2:]...)
}

func jpegWithExif(file, exif []byte) []byte {
	return jpegWith(file, 0xe1, append([]byte("Exif\x00\x00"), exif...))
}

// pngWith inserts a chunk before the last one (IEND) of a PNG file.
func pngWith(file []byte, name string, body []byte) []byte {
	const last = 12
	end := len(file) - last
	return append(append(bytes.Clone(file[:end]), pngChunk(name, body)...), file[end:]...)
}

func pngChunk(name string, body []byte) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	b = append(append(b, name...), body...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[4:]))
}

// pngHead returns the start of a PNG file of this size.
func pngHead(width, height uint32) []byte {
	b := binary.BigEndian.AppendUint32(nil, width)
	b = binary.BigEndian.AppendUint32(b, height)
	b = append(b, 8, 2, 0, 0, 0)
	return append([]byte("\x89PNG\r\n\x1a\n"), pngChunk("IHDR", b)...)
}

// webpWith appends a chunk to a WebP file.
func webpWith(file []byte, name string, body []byte) []byte {
	b := append(bytes.Clone(file), name...)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(body)))
	b = append(b, body...)
	if len(body)%2 == 1 {
		b = append(b, 0)
	}
	binary.LittleEndian.PutUint32(b[4:], uint32(len(b)-8))
	return b
}

// accept uploads a file and returns the stored name, bytes and pixels.
func accept(t *testing.T, s *Service, file []byte) (name string, data []byte, m image.Image) {
	t.Helper()
	url, err := s.Accept(t.Context(), bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	name, ours := nameIn(url)
	if !ours {
		t.Fatalf("%s is not the URL of a picture", url)
	}
	object, err := s.store.Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	defer object.Close()
	data, err = io.ReadAll(object)
	if err != nil {
		t.Fatal(err)
	}
	m, format, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if extension := map[string]string{"jpeg": ".jpg", "png": ".png"}[format]; extension == "" || filepath.Ext(name) != extension {
		t.Fatalf("%s holds a %s, want the format of its extension", name, format)
	}
	return name, data, m
}

// near compares colors with tolerance, because JPEG changes each a little.
func near(a, b color.Color) bool {
	ar, ag, ab, aa := a.RGBA()
	br, bg, bb, ba := b.RGBA()
	for _, pair := range [][2]uint32{{ar, br}, {ag, bg}, {ab, bb}, {aa, ba}} {
		if difference := int(pair[0]>>8) - int(pair[1]>>8); difference > 24 || difference < -24 {
			return false
		}
	}
	return true
}

// showsCorners checks the color in the middle of each quarter.
func showsCorners(t *testing.T, m image.Image, topLeft, topRight, bottomLeft, bottomRight color.RGBA) {
	t.Helper()
	size := m.Bounds().Size()
	for i, want := range []color.RGBA{topLeft, topRight, bottomLeft, bottomRight} {
		x, y := size.X*(1+2*(i%2))/4, size.Y*(1+2*(i/2))/4
		if got := m.At(x, y); !near(got, want) {
			t.Errorf("at %d,%d of %v: %v, want %v", x, y, size, got, want)
		}
	}
}

func wantRefusal(t *testing.T, err error, kind fault.Kind) {
	t.Helper()
	if !fault.Is(err, kind) {
		t.Errorf("the error is %v, want a refusal of kind %d", err, kind)
	}
}

// nothingKept checks that a refusal left no file behind.
func nothingKept(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) > 0 {
		t.Errorf("left in the folder: %v, want nothing", entries)
	}
}
