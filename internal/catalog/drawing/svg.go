package drawing

import (
	"crypto/sha256"
	"embed"
	"encoding/csv"
	"encoding/hex"
	"io/fs"
	"regexp"
	"strings"
	"sync"
)

//go:embed silhouettes.svg
var silhouettesFile string

//go:embed tints.csv
var tintsFile string

//go:embed pictures/*.webp
var pictureFiles embed.FS

// Pictures returns the pictures of things that need no label, by file name.
func Pictures() fs.FS {
	pictures, err := fs.Sub(pictureFiles, "pictures")
	if err != nil {
		panic(err) // "pictures" is a valid path
	}
	return pictures
}

// Prefix begins the URL of every drawing.
const Prefix = "/media/drawings/"

// IsURL reports whether a URL is a drawing's.
func IsURL(url string) bool { return strings.HasPrefix(url, Prefix) }

// urlOf returns the URL of a file, which changes when any drawing changes.
func urlOf(file string) string { return Prefix + version() + "/" + file }

var version = sync.OnceValue(func() string {
	sum := sha256.New()
	sum.Write([]byte(silhouettesFile + tintsFile))
	names, err := fs.Glob(Pictures(), "*.webp")
	if err != nil {
		panic(err)
	}
	for _, name := range names {
		body, err := fs.ReadFile(Pictures(), name)
		if err != nil {
			panic(err)
		}
		sum.Write(body)
	}
	return hex.EncodeToString(sum.Sum(nil)[:4])
})

// art holds the parsed silhouettes.svg and tints.csv.
type art struct {
	symbols   map[string]string // content of each silhouette, by name
	gradients map[string]string // by id
	tints     map[string]*strings.Replacer
}

var (
	symbolPattern    = regexp.MustCompile(`(?s)<symbol id="s-([a-z]+)"[^>]*>(.*?)</symbol>`)
	gradientPattern  = regexp.MustCompile(`(?s)<(?:linear|radial)Gradient id="([a-z-]+)".*?</(?:linear|radial)Gradient>`)
	referencePattern = regexp.MustCompile(`url\(#([a-z-]+)\)`)
)

var loadArt = sync.OnceValue(func() art {
	a := art{symbols: map[string]string{}, gradients: map[string]string{}, tints: map[string]*strings.Replacer{}}
	for _, found := range symbolPattern.FindAllStringSubmatch(silhouettesFile, -1) {
		a.symbols[found[1]] = found[2]
	}
	for _, found := range gradientPattern.FindAllStringSubmatch(silhouettesFile, -1) {
		a.gradients[found[1]] = found[0]
	}
	rows, err := csv.NewReader(strings.NewReader(tintsFile)).ReadAll()
	if err != nil {
		panic(err) // the table is part of the program, and a test reads it
	}
	for _, row := range rows[1:] {
		a.tints[row[0]] = strings.NewReplacer("var(--t1)", row[1], "var(--t2)", row[2], "var(--t3)", row[3])
	}
	return a
})

// svg returns a silhouette in a tint as an SVG file, with the gradients that it uses. It returns false if either is unknown.
func (a art) svg(shape, tint string) (string, bool) {
	body, known := a.symbols[shape]
	colors, colored := a.tints[tint]
	if !known || !colored {
		return "", false
	}
	var b strings.Builder
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120"><defs>`)
	defined := map[string]bool{}
	for _, found := range referencePattern.FindAllStringSubmatch(body, -1) {
		if id := found[1]; !defined[id] {
			b.WriteString(a.gradients[id])
			defined[id] = true
		}
	}
	b.WriteString(`</defs>` + colors.Replace(body) + `</svg>`)
	return b.String(), true
}
