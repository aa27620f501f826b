package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"

	"kirana/internal/slug"
)

// line is a simulated device: its processor's speed relative to this machine's, and its network.
type line struct {
	CPU           int `json:"cpu"` // factor by which the processor is slowed down
	BitsPerSecond int `json:"bitsPerSecond"`
	Latency       int `json:"latency"` // in ms
}

var (
	phone       = line{CPU: 4, BitsPerSecond: 1_600_000, Latency: 150}
	desktop     = line{CPU: 1, BitsPerSecond: 1_000_000_000}
	slowDesktop = line{CPU: 4, BitsPerSecond: 1_000_000_000}
)

// figure is a named value of a measurement and its printed form: divided by unit, with a number of digits.
type figure struct {
	name, title string
	unit        float64
	digits      int
}

// measurement is taken in a browser by web/dev/measure-pages.mjs.
type measurement struct {
	name    string
	rounds  int
	line    line
	logIn   bool // with the login of a new shopper, whose cart is empty
	limit   bool // also measured on the pages without scripts
	figures []figure
}

var (
	// weigh has one round, since bytes do not depend on the machine.
	weigh = measurement{"weigh", 1, desktop, false, false, []figure{
		{"loaded", "scripts until loaded, KB gz", 1000, 2},
		{"all", "all scripts, KB gz", 1000, 2},
		{"sentLoaded", "scripts until loaded, KB sent", 1000, 2},
		{"sentScripts", "all scripts, KB sent", 1000, 2},
		{"sentAll", "all of the page, KB sent", 1000, 2},
	}}
	load = measurement{"load", rounds, phone, false, true, []figure{
		{"price", "first price, s", 1000, 2},
		{"lcp", "largest contentful paint, s", 1000, 2},
		{"pictures", "pictures of the first screen, s", 1000, 2},
		{"shift", "layout shift", 1, 3},
		{"blocking", "blocking time, ms", 1, 0},
	}}
	press    = measurement{"press", rounds, phone, true, false, []figure{{"pressed", "Add is shown and pressed, s", 1000, 2}, {"works", "the press has its effect, s", 1000, 2}}}
	interact = measurement{"interact", rounds, phone, true, false, []figure{{"add", "tap on Add to the next paint, ms", 1, 0}, {"letter", "a letter in the search, slowest, ms", 1, 0}}}
	scan     = []figure{{"median", "median, ms", 1, 1}, {"p99", "p99, ms", 1, 1}, {"bareMedian", "median of a bare page, ms", 1, 1}, {"bareP99", "p99 of a bare page, ms", 1, 1}}
)

// browser takes measurements.
type browser struct {
	process *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
}

func openBrowser(ctx context.Context) *browser {
	chromium := must(exec.CommandContext(ctx, "scripts/chromium.sh").Output())
	process := exec.CommandContext(ctx, "node", "dev/measure-pages.mjs")
	process.Dir, process.Stderr = "web", os.Stderr
	process.Env = append(os.Environ(), "CHROMIUM="+strings.TrimSpace(string(chromium)))
	process.Cancel = func() error { return process.Process.Signal(syscall.SIGTERM) }
	b := &browser{process, must(process.StdinPipe()), bufio.NewReader(must(process.StdoutPipe()))}
	check(process.Start())
	return b
}

func (b *browser) close() {
	_ = b.in.Close()
	_ = b.process.Wait()
}

// pageSide is a page of one side of a comparison, with the tokens of a login; nil without one.
type pageSide struct {
	url    string
	tokens map[string]string
}

// take takes a measurement once and returns its figures by name.
func (b *browser) take(name string, of pageSide, on line) (figures map[string]float64) {
	check(json.NewEncoder(b.in).Encode(map[string]any{"measure": name, "url": of.url, "tokens": of.tokens, "line": on}))
	check(json.Unmarshal(must(b.out.ReadBytes('\n')), &figures))
	return figures
}

// measure takes a measurement of all sides in turn: the shop, its pages without scripts, and an older build. It prints the figures,
// and the ratio of the shop's figures to the figures without scripts.
func (b *browser) measure(t table, title string, m measurement, sideOf map[string]func(round int) pageSide) {
	found := map[string][]float64{}
	for round := range m.rounds {
		for _, side := range []string{"shop", "limit", "before"} {
			if sideOf[side] == nil || side == "limit" && !m.limit {
				continue
			}
			for name, value := range b.take(m.name, sideOf[side](round), m.line) {
				found[side+name] = append(found[side+name], value)
			}
		}
	}
	for _, f := range m.figures {
		cell := func(side string) string {
			values := found[side+f.name]
			if len(values) == 0 {
				return ""
			}
			return fmt.Sprintf("%.*f ±%.*f", f.digits, median(values)/f.unit, f.digits, spread(values)/f.unit)
		}
		ratio := ""
		if limit := found["limit"+f.name]; len(limit) > 0 && median(limit) > 0 {
			ratio = fmt.Sprintf("%.2f", median(found["shop"+f.name])/median(limit))
		}
		t.row(title+", "+f.title, cell("shop"), cell("limit"), ratio, cell("before"))
	}
}

// benchPages measures the pages on a shopper's phone, and the same pages without scripts. before may name an older binary, which is
// measured alternately with them.
func benchPages(ctx context.Context, before []string) {
	b := openBrowser(ctx)
	defer b.close()
	s := openDemo(ctx, binary, "")
	defer s.close()
	plain := withoutScripts(s.url)
	defer plain.Close()
	pages := map[string][]string{"shop": pagesOf(ctx, s.url, s.url), "limit": pagesOf(ctx, s.url, plain.URL)}
	if len(before) > 0 {
		older := openDemo(ctx, must(filepath.Abs(before[0])), "")
		defer older.close()
		pages["before"] = pagesOf(ctx, older.url, older.url)
	}
	for _, urls := range pages { // fill the caches of each side
		for _, url := range urls {
			b.take("load", pageSide{url: url}, desktop)
		}
	}
	fmt.Printf("a phone: CPU %d times slower, %.1f Mbit/s, %d ms; median of %d rounds\n", phone.CPU, float64(phone.BitsPerSecond)/1e6, phone.Latency, rounds)
	t := newTable("", "shop", "no scripts", "ratio", "before")
	logins := 0
	measure := func(m measurement, page int, title string) {
		sides := map[string]func(int) pageSide{}
		for name, urls := range pages {
			sides[name] = func(int) pageSide {
				if !m.logIn {
					return pageSide{url: urls[page]}
				}
				logins++
				return pageSide{urls[page], register(ctx, urls[0], "shopper-"+strconv.Itoa(logins)).tokens}
			}
		}
		b.measure(t, title, m, sides)
	}
	for _, m := range []measurement{weigh, load} {
		for page, title := range []string{"home", "listing", "product", "search"} {
			measure(m, page, title)
		}
	}
	measure(press, 0, "home")
	measure(press, 1, "listing")
	measure(interact, 0, "home")
}

// pagesOf returns the URLs of home, a listing, a product and a search on a server of a shop's pages.
func pagesOf(ctx context.Context, shopURL, server string) []string {
	var rows []struct {
		Category namedRow `json:"category"`
		Products []struct {
			namedRow

			SubCategory namedRow `json:"subCategory"`
		} `json:"products"`
	}
	check(client{url: shopURL}.call(ctx, http.MethodGet, "/api/product/home", nil, &rows))
	path := func(n namedRow) string { return "/" + slug.Of(n.Name, n.ID) }
	first := rows[0].Products[0]
	return []string{server, server + path(rows[0].Category) + path(first.SubCategory), server + "/product" + path(first.namedRow), server + "/search?q=milk"}
}

var scriptElements = regexp.MustCompile(`(?s)<script\b.*?</script>|<link rel="modulepreload"[^>]*>`)

// withoutScripts serves a shop's files, and its pages without their scripts: the lower limit for a browser.
func withoutScripts(shopURL string) *httptest.Server {
	proxy := httputil.NewSingleHostReverseProxy(must(url.Parse(shopURL)))
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.Contains(r.Header.Get("Accept"), "text/html") {
			proxy.ServeHTTP(w, r)
			return
		}
		r.Header.Del("Accept-Encoding")
		page := httptest.NewRecorder()
		proxy.ServeHTTP(page, r)
		var compressed bytes.Buffer
		writer := gzip.NewWriter(&compressed)
		_, _ = writer.Write(scriptElements.ReplaceAll(page.Body.Bytes(), nil))
		_ = writer.Close()
		w.Header().Set("Content-Type", page.Header().Get("Content-Type"))
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = w.Write(compressed.Bytes())
	}))
}

// scanProducts is the number of products on the scanning device.
const scanProducts = 30_000

// benchScans measures the time from a scan until its line is painted, and the same on a minimal page that only looks up the code
// and adds a line.
func benchScans(ctx context.Context) {
	i := stockedInstallation(ctx, scanProducts)
	defer i.remove()
	s := i.serve(ctx)
	defer s.stop()
	b := openBrowser(ctx)
	defer b.close()
	staff := logIn(ctx, s.url, admin, adminPassword)
	sides := map[string]func(int) pageSide{"shop": func(int) pageSide { return pageSide{s.url, staff.tokens} }}
	t := newTable(fmt.Sprintf("counter/scan to line, %d products", scanProducts), "", "", "", "")
	b.measure(t, "desktop", measurement{"scan", rounds, desktop, false, false, scan}, sides)
	b.measure(t, "desktop, CPU 4 times slower", measurement{"scan", rounds, slowDesktop, false, false, scan}, sides)
}
