package app

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"kirana/web"
)

// The budget of a first visit to home, in bytes after gzip: what a slow line carries before a press works. Whoever
// has to raise it says why in docs/adr/0034.
const (
	maxScripts  = 157_000
	maxDocument = 40_000 // the document with its data, and the stylesheets
)

// firstVisit is what a browser fetches of the app for a page, in bytes after gzip.
type firstVisit struct{ scripts, document int }

// overBudget returns what is too large; empty for nothing.
func (v firstVisit) overBudget() string {
	var over []string
	if v.scripts > maxScripts {
		over = append(over, fmt.Sprintf("the scripts of home have %d bytes, %d more than their budget", v.scripts, v.scripts-maxScripts))
	}
	if v.document > maxDocument {
		over = append(over, fmt.Sprintf("the document and the styles of home have %d bytes, %d more than their budget", v.document, v.document-maxDocument))
	}
	return strings.Join(over, "; ")
}

var (
	scriptLinks = regexp.MustCompile(`(?:src|href)="/(assets/[^"]+\.js)"`)
	styleLinks  = regexp.MustCompile(`<link rel="stylesheet"[^>]* href="/(assets/[^"]+\.css)"`)
	imports     = regexp.MustCompile(`(?:from|import)\s*["']\./([^"']+\.js)["']`)
)

// firstVisitOf adds up a document, what it links to, and what its scripts import at once.
func firstVisitOf(files fs.FS, document []byte) (firstVisit, error) {
	visit := firstVisit{document: gzipped(document)}
	for _, link := range styleLinks.FindAllSubmatch(document, -1) {
		css, err := fs.ReadFile(files, string(link[1]))
		if err != nil {
			return visit, fmt.Errorf("read a stylesheet: %w", err)
		}
		visit.document += gzipped(css)
	}
	var scripts []string
	for _, link := range scriptLinks.FindAllSubmatch(document, -1) {
		scripts = append(scripts, string(link[1]))
	}
	counted := map[string]bool{}
	for len(scripts) > 0 {
		name := scripts[0]
		scripts = scripts[1:]
		if counted[name] {
			continue
		}
		counted[name] = true
		script, err := fs.ReadFile(files, name)
		if err != nil {
			return visit, fmt.Errorf("read a script: %w", err)
		}
		visit.scripts += gzipped(script)
		for _, imported := range imports.FindAllSubmatch(script, -1) {
			scripts = append(scripts, path.Join(path.Dir(name), string(imported[1])))
		}
	}
	if visit.scripts == 0 {
		return visit, errors.New("no script is linked to")
	}
	return visit, nil
}

func gzipped(body []byte) int {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write(body) // a buffer takes everything
	_ = w.Close()
	return b.Len()
}

// TestHome_staysWithinItsBudget measures the built storefront over the real app: make check has built it.
func TestHome_staysWithinItsBudget(t *testing.T) {
	t.Parallel()
	files := web.Built()
	if web.ServerScript(files) == nil {
		t.Skip("the web app is not built: make build")
	}
	base, _, prepare := openRenderedShop(t, "", files)
	prepare()
	_, body := get(t, base+"/")
	document := []byte(body)
	if !bytes.Contains(document, []byte(`"responses":[`)) || bytes.Contains(document, []byte(`"plain":true`)) {
		t.Fatalf("home is not rendered: %.2000s", document)
	}
	visit, err := firstVisitOf(files, document)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("scripts %d bytes, document and styles %d bytes, after gzip", visit.scripts, visit.document)
	if over := visit.overBudget(); over != "" {
		t.Error(over)
	}
}

func TestBudget_countsWhatIsImported(t *testing.T) {
	t.Parallel()
	noise := func(size int) string {
		var b strings.Builder
		for i := 0; b.Len() < size; i++ {
			fmt.Fprintf(&b, "%x", i*2654435761)
		}
		return b.String()
	}
	files := fstest.MapFS{
		"assets/index.js": {Data: []byte(`import{a}from"./lib.js";import"./side.js";const later=()=>import("./later.js")`)},
		"assets/lib.js":   {Data: []byte(noise(3 * maxScripts))},
		"assets/side.js":  {Data: []byte(`let a = 1`)},
		"assets/later.js": {Data: []byte(noise(3 * maxScripts))},
		"assets/a.css":    {Data: []byte(noise(3 * maxDocument))},
	}
	small, err := firstVisitOf(files, []byte(`<script type="module" crossorigin src="/assets/side.js"></script>`))
	if err != nil || small.overBudget() != "" {
		t.Errorf("a small page is refused: %v %s", err, small.overBudget())
	}
	large, err := firstVisitOf(files, []byte(`<link rel="stylesheet" crossorigin href="/assets/a.css"><script type="module" crossorigin src="/assets/index.js"></script>`))
	if err != nil {
		t.Fatal(err)
	}
	if over := large.overBudget(); !strings.Contains(over, "scripts of home") || !strings.Contains(over, "styles of home") {
		t.Errorf("a large page is let through: %+v %s", large, over)
	}
	if once := gzipped(files["assets/lib.js"].Data); large.scripts > once+1000 {
		t.Errorf("what is fetched later counts: %d of %d bytes", large.scripts, once)
	}
}
