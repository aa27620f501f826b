package app

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/image/draw"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"kirana/internal/httpcache"
	"kirana/internal/media"
	"kirana/internal/settings"
)

// appIcon is a PNG icon. Phones need PNG icons besides the SVG: Android does not install an app without them, and iPhones do
// not show an SVG on the home screen.
type appIcon struct {
	path    string
	side    int     // pixels
	purpose string  // in the manifest; "" for iPhones, which ignore the manifest
	fill    float64 // length of a logo's longer side, as a share of the icon's
}

// appIcons are the icons of a shop with its own name, color or logo. Only a central circle of 80 % of a maskable icon
// is always visible (https://www.w3.org/TR/appmanifest/#icon-masks); the largest square inside it is 56 % wide.
var appIcons = []appIcon{
	{"/shop-icon-192.png", 192, "any", 0.84},
	{"/shop-icon-512.png", 512, "any", 0.84},
	{"/shop-icon-maskable.png", 512, "maskable", 0.56},
	{touchIcon, 180, "", 0.76},
}

const touchIcon = "/shop-touch-icon.png"

var initialColor = color.RGBA{0xff, 0xb3, 0x20, 0xff}

// iconFiles serves the PNG icons, drawn once per version of the settings.
type iconFiles struct {
	settings *settings.Service
	pictures *media.Service

	mu      sync.Mutex
	version int
	drawn   map[string]*httpcache.Response
}

func (f *iconFiles) routes(mux *http.ServeMux) {
	for _, icon := range appIcons {
		mux.HandleFunc("GET "+icon.path, func(w http.ResponseWriter, r *http.Request) {
			response, err := f.response(r.Context(), icon)
			if err != nil {
				w.Header().Set("Retry-After", "10")
				http.Error(w, "The icon cannot be drawn right now.", http.StatusServiceUnavailable)
				return
			}
			response.ServeHTTP(w, r)
		})
	}
}

// response returns an icon for the current settings. It draws one icon at a time.
func (f *iconFiles) response(ctx context.Context, icon appIcon) (*httpcache.Response, error) {
	shop, version := f.settings.GetOrLast(ctx)
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.version != version || f.drawn == nil {
		f.version, f.drawn = version, map[string]*httpcache.Response{}
	}
	if response := f.drawn[icon.path]; response != nil {
		return response, nil
	}
	canvas, err := f.draw(ctx, shop, icon)
	if err != nil {
		return nil, err
	}
	var body bytes.Buffer
	if err := png.Encode(&body, canvas); err != nil {
		return nil, err
	}
	response := httpcache.New(body.Bytes(), httpcache.Headers{ContentType: "image/png", CacheControl: "no-cache"})
	f.drawn[icon.path] = response
	return response, nil
}

// draw returns an icon with the logo on white, or without a logo with the initial on the theme color.
func (f *iconFiles) draw(ctx context.Context, shop settings.Settings, icon appIcon) (image.Image, error) {
	canvas := image.NewRGBA(image.Rect(0, 0, icon.side, icon.side))
	if shop.Logo != "" {
		logo, err := f.pictures.Image(ctx, shop.Logo)
		if err == nil {
			draw.Draw(canvas, canvas.Bounds(), image.White, image.Point{}, draw.Src)
			drawFitted(canvas, logo, icon.fill)
			return canvas, nil
		}
		if !errors.Is(err, media.ErrNotFound) {
			return nil, err
		}
	}
	background := image.NewUniform(rgb(brandingOf(shop, 0).ThemeColor))
	draw.Draw(canvas, canvas.Bounds(), background, image.Point{}, draw.Src)
	return canvas, drawInitial(canvas, shop.Name)
}

// drawFitted draws a picture in the middle of a canvas, with its longer side scaled to fill times the canvas.
func drawFitted(canvas *image.RGBA, picture image.Image, fill float64) {
	side := canvas.Bounds().Dx()
	size := picture.Bounds()
	scale := float64(side) * fill / float64(max(size.Dx(), size.Dy()))
	width, height := max(1, int(float64(size.Dx())*scale)), max(1, int(float64(size.Dy())*scale))
	left, top := (side-width)/2, (side-height)/2
	draw.CatmullRom.Scale(canvas, image.Rect(left, top, left+width, top+height), picture, size, draw.Over, nil)
}

// drawInitial draws the first character of a name that the font has, or a disk if it has none.
func drawInitial(canvas *image.RGBA, name string) error {
	parsed, err := opentype.Parse(gobold.TTF)
	if err != nil {
		return fmt.Errorf("read the icons' font: %w", err)
	}
	side := canvas.Bounds().Dx()
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: float64(side) / 2, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		return fmt.Errorf("open the icons' font: %w", err)
	}
	defer face.Close()
	for _, r := range name {
		r = unicode.ToUpper(r)
		bounds, _, has := face.GlyphBounds(r)
		if index, err := parsed.GlyphIndex(nil, r); !has || err != nil || index == 0 || unicode.IsSpace(r) {
			continue
		}
		middle := fixed.I(side / 2)
		origin := fixed.Point26_6{X: middle - (bounds.Min.X+bounds.Max.X)/2, Y: middle - (bounds.Min.Y+bounds.Max.Y)/2}
		letter := font.Drawer{Dst: canvas, Src: image.NewUniform(initialColor), Face: face, Dot: origin}
		letter.DrawString(string(r))
		return nil
	}
	drawDisk(canvas)
	return nil
}

// drawDisk draws a disk in the middle, with a third of the canvas as its diameter.
func drawDisk(canvas *image.RGBA) {
	side := canvas.Bounds().Dx()
	for y := range side {
		for x := range side {
			dx, dy := 2*x+1-side, 2*y+1-side
			if 9*(dx*dx+dy*dy) <= side*side {
				canvas.SetRGBA(x, y, initialColor)
			}
		}
	}
}

// rgb parses a color accepted by settings.Apply: # and six hexadecimal digits.
func rgb(text string) color.RGBA {
	parts, err := hex.DecodeString(strings.TrimPrefix(text, "#"))
	if err != nil || len(parts) != 3 {
		return color.RGBA{A: 0xff}
	}
	return color.RGBA{parts[0], parts[1], parts[2], 0xff}
}
