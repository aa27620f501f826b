package app

import (
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"path"
	"strconv"
	"strings"
	"unicode"

	"kirana/internal/httpcache"
	"kirana/internal/settings"
	"kirana/web"
)

// defaultThemeColor is the color of the header if the owner has chosen none.
const defaultThemeColor = "#0a4252"

// defaultIcon is the icon of a shop without its own name, color and logo.
const defaultIcon = "/favicon.svg"

// defaultHeading is the banner if the owner has written none.
const defaultHeading = "The corner shop, at your door."

// brandingOf returns the shop's branding for the HTML of all pages.
func brandingOf(s settings.Settings, version int) web.Branding {
	branding := web.Branding{Name: s.Name, Heading: s.Tagline, Logo: s.Logo, Accent: s.Accent, Icon: defaultIcon, TouchIcon: "/icons/apple-touch-icon.png", ThemeColor: defaultThemeColor}
	if branding.Heading == "" {
		branding.Heading = defaultHeading
	}
	suffix := "?v=" + strconv.Itoa(version)
	if s.Accent != "" {
		branding.ThemeColor, branding.Stylesheet = s.Accent, "/shop.css"+suffix
	}
	switch {
	case s.Logo != "":
		branding.Icon, branding.TouchIcon = s.Logo, touchIcon+suffix
	case s.Name != settings.DefaultName || s.Accent != "":
		branding.Icon, branding.TouchIcon = "/shop-icon.svg"+suffix, touchIcon+suffix
	}
	branding.ShowsName = s.Name != settings.DefaultName
	return branding
}

// brandingFiles serves the web app manifest, the stylesheet with the shop's color, and the icons, which every page's
// head links to.
func (f *features) brandingFiles(mux *http.ServeMux) {
	for path, file := range map[string]struct {
		contentType string
		write       func(settings.Settings, int) ([]byte, error)
	}{
		"/manifest.webmanifest": {"application/manifest+json", manifest},
		"/shop.css":             {"text/css; charset=utf-8", stylesheet},
		"/shop-icon.svg":        {"image/svg+xml", initialIcon},
	} {
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) {
			body, err := file.write(f.settings.GetOrLast(r.Context()))
			if err != nil {
				http.Error(w, "Something went wrong", http.StatusInternalServerError)
				return
			}
			httpcache.New(body, httpcache.Headers{ContentType: file.contentType, CacheControl: "no-cache"}).ServeHTTP(w, r)
		})
	}
	(&iconFiles{settings: f.settings, pictures: f.pictures}).routes(mux)
}

// manifest returns the web app manifest: https://www.w3.org/TR/appmanifest/
func manifest(s settings.Settings, version int) ([]byte, error) {
	type icon struct {
		Source  string `json:"src"`
		Sizes   string `json:"sizes"`
		Type    string `json:"type,omitempty"`
		Purpose string `json:"purpose"`
	}
	branding := brandingOf(s, version)
	pageIcon := icon{Source: branding.Icon, Sizes: "any", Purpose: "any"}
	if kind := path.Ext(strings.SplitN(branding.Icon, "?", 2)[0]); kind == ".svg" {
		pageIcon.Type = "image/svg+xml"
	}
	icons := []icon{pageIcon}
	for _, appIcon := range appIcons {
		if branding.Icon == defaultIcon || appIcon.purpose == "" {
			continue
		}
		size := fmt.Sprintf("%[1]dx%[1]d", appIcon.side)
		icons = append(icons, icon{Source: appIcon.path + "?v=" + strconv.Itoa(version), Sizes: size, Type: "image/png", Purpose: appIcon.purpose})
	}
	if branding.Icon == defaultIcon {
		icons = append(icons,
			icon{Source: "/icons/icon-192.png", Sizes: "192x192", Type: "image/png", Purpose: "any"},
			icon{Source: "/icons/icon-512.png", Sizes: "512x512", Type: "image/png", Purpose: "any"},
			icon{Source: "/icons/maskable-512.png", Sizes: "512x512", Type: "image/png", Purpose: "maskable"})
	}
	return json.Marshal(map[string]any{
		"id": "/", "name": s.Name, "short_name": s.Name, "description": branding.Heading, "start_url": "/", "scope": "/",
		"display": "standalone", "lang": "en-IN", "theme_color": branding.ThemeColor, "background_color": "#fcfaf6", "icons": icons,
	})
}

// stylesheet returns CSS that sets the header and footer color of the light theme, or nothing if the shop has no color.
// Text on that color is white; settings.Apply accepts only colors with enough contrast.
func stylesheet(s settings.Settings, _ int) ([]byte, error) {
	if s.Accent == "" {
		return nil, nil
	}
	return fmt.Appendf(nil, `:root:not(.dark){--header:%[1]s;--on-header-2:#fff;--header-hover:rgb(0 0 0/.12);`+
		`--deep:color-mix(in srgb,%[1]s 78%%,#000);--on-deep-2:#fff}`+"\n", s.Accent), nil
}

// initialIcon returns an SVG of the first character of the shop's name on its theme color.
func initialIcon(s settings.Settings, version int) ([]byte, error) {
	initial := "K"
	for _, r := range s.Name {
		initial = string(unicode.ToUpper(r))
		break
	}
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="%s"/>`+
		`<text x="16" y="24" text-anchor="middle" font-family="system-ui,sans-serif" font-size="22" font-weight="800" fill="#ffb320">%s</text></svg>`,
		brandingOf(s, version).ThemeColor, html.EscapeString(initial)), nil
}
