package drawing

import (
	"image"
	"io/fs"
	"testing"

	_ "golang.org/x/image/webp"
)

func TestPictures_areSmall(t *testing.T) {
	t.Parallel()
	names, err := fs.Glob(Pictures(), "*.webp")
	if err != nil || len(names) == 0 {
		t.Fatal(len(names), err)
	}
	for _, name := range names {
		file, err := Pictures().Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = file.Close() }()
		if size, format, err := image.DecodeConfig(file); err != nil || format != "webp" || size.Width != 256 || size.Height != 256 {
			t.Errorf("%s is %s of %d × %d, %v, want WebP of 256 × 256", name, format, size.Width, size.Height, err)
		}
		if info, err := file.Stat(); err != nil || info.Size() > 20_000 {
			t.Errorf("the size of %s is above 20 kB or unknown: %v", name, err)
		}
	}
}
