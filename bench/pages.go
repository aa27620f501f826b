package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"kirana/internal/slug"
)

const pageRounds = 3

// line is a simulated device: its processor's speed relative to this machine's, and its network.
type line struct {
	CPU           int `json:"cpu"` // factor by which the processor is slower
	BitsPerSecond int `json:"bitsPerSecond"`
	Latency       int `json:"latency"` // in ms
}

var (
	phone   = line{CPU: 4, BitsPerSecond: 1_600_000, Latency: 150}
	desktop = line{CPU: 1, BitsPerSecond: 1_000_000_000}
)

// pageMeasurement is a request to web/dev/measure-pages.mjs.
type pageMeasurement struct {
	Measure string            `json:"measure"`
	URL     string            `json:"url"`
	Tokens  map[string]string `json:"tokens,omitempty"` // of the logged-in user
	Line    line              `json:"line"`
}

// figures are the results of one measurement, by name.
type figures map[string]float64

// phoneBrowser is a browser that simulates a phone.
type phoneBrowser struct {
	process *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
}

func openPhoneBrowser(ctx context.Context) (*phoneBrowser, error) {
	found, err := exec.CommandContext(ctx, "scripts/chromium.sh").Output()
	if err != nil {
		return nil, errors.New("no Chromium is installed; CHROMIUM names one")
	}
	b := &phoneBrowser{process: exec.CommandContext(ctx, "node", "dev/measure-pages.mjs")}
	b.process.Dir, b.process.Stderr = "web", os.Stderr
	b.process.Env = append(os.Environ(), "CHROMIUM="+strings.TrimSpace(string(found)))
	b.process.Cancel = func() error { return b.process.Process.Signal(syscall.SIGTERM) }
	if b.in, err = b.process.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := b.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	b.out = bufio.NewReader(out)
	return b, b.process.Start()
}

func (b *phoneBrowser) close() {
	_ = b.in.Close()
	_ = b.process.Wait()
}

func (b *phoneBrowser) measure(m pageMeasurement) (figures, error) {
	if err := json.NewEncoder(b.in).Encode(m); err != nil {
		return nil, err
	}
	reply, err := b.out.ReadBytes('\n')
	if err != nil {
		return nil, fmt.Errorf("%s of %s: the browser has ended: %w", m.Measure, m.URL, err)
	}
	var found figures
	return found, json.Unmarshal(reply, &found)
}

// pageShop is a running build of the shop with the demo's catalog.
type pageShop struct {
	*shop
	name   string
	paths  []string // of the pages, in the order of pageNames
	tokens map[string]string
}

var pageNames = []string{"home", "listing", "product", "search"}

func openPageShop(ctx context.Context, program, name string) (*pageShop, error) {
	dir, err := os.MkdirTemp("", "kirana-pages-")
	if err != nil {
		return nil, err
	}
	s, err := startShop(ctx, program, dir, shopEnvironment(dir, ""), "serve", "--demo")
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	p := &pageShop{shop: s, name: name}
	if err := p.prepare(ctx); err != nil {
		s.close()
		return nil, err
	}
	return p, nil
}

// prepare reads the pages' paths and logs the demo's shopper in.
func (p *pageShop) prepare(ctx context.Context) error {
	type named struct {
		ID   string `json:"_id"`
		Name string `json:"name"`
	}
	var rows []struct {
		Category named `json:"category"`
		Products []struct {
			named
			SubCategory named `json:"subCategory"`
		} `json:"products"`
	}
	if err := call(ctx, endpoint{http.MethodGet, p.url + "/api/product/home", ""}, nil, &rows); err != nil {
		return err
	}
	if len(rows) == 0 || len(rows[0].Products) == 0 {
		return errors.New("home shows no products")
	}
	first, subCategory := rows[0].Products[0], rows[0].Products[0].SubCategory
	of := func(n named) string { return slug.Of(n.Name, n.ID) }
	p.paths = []string{"/", "/" + of(rows[0].Category) + "/" + of(subCategory), "/product/" + of(first.named), "/search?q=" + url.QueryEscape("milk")}
	login := map[string]string{"email": "shopper@kirana.test", "password": "kirana-shopper-demo"}
	return call(ctx, endpoint{http.MethodPost, p.url + "/api/user/login", ""}, login, &p.tokens)
}

// emptyCart removes the lines that a measurement added to the cart.
func (p *pageShop) emptyCart(ctx context.Context) error {
	var lines []struct {
		ID string `json:"_id"`
	}
	token := p.tokens["accessToken"]
	if err := call(ctx, endpoint{http.MethodGet, p.url + "/api/cart/get", token}, nil, &lines); err != nil {
		return err
	}
	for _, l := range lines {
		if err := call(ctx, endpoint{http.MethodDelete, p.url + "/api/cart/deleteCartItem", token}, map[string]string{"_id": l.ID}, nil); err != nil {
			return err
		}
	}
	return nil
}

// benchPages measures pages as loaded by a shopper's phone, compared with the same pages without scripts and, if given,
// alternately with another build's pages.
func benchPages(ctx context.Context, before []string) error {
	programs := []struct{ path, name string }{{binary, "shop"}}
	for _, path := range before {
		absolute, err := filepath.Abs(path)
		if err != nil {
			return err
		}
		programs = append(programs, struct{ path, name string }{absolute, "before"})
	}
	phones, err := openPhoneBrowser(ctx)
	if err != nil {
		return err
	}
	defer phones.close()
	p := pagesBench{phones: phones, found: map[string]map[string][]float64{}}
	for _, program := range programs {
		s, err := openPageShop(ctx, program.path, program.name)
		if err != nil {
			return err
		}
		defer s.close()
		p.shops = append(p.shops, s)
	}
	plain, err := newPlainPages(ctx, p.shops[0].url)
	if err != nil {
		return err
	}
	defer plain.close()
	p.plain = plain.url
	for _, path := range p.shops[0].paths { // to warm the servers' caches
		for _, base := range []string{p.plain, p.shops[0].url} {
			if _, err := phones.measure(pageMeasurement{Measure: "load", URL: base + path, Line: desktop}); err != nil {
				return err
			}
		}
	}
	fmt.Printf("a phone: CPU ×%d slower, %.1f Mbit/s, %d ms; median of %d rounds, all sides in turn\n", phone.CPU, float64(phone.BitsPerSecond)/1e6, phone.Latency, pageRounds)
	fmt.Printf("the limit is the same page without its scripts from a bare server\n\n%-44s %12s %12s %12s %12s %6s\n", "", "shop", "limit", "ratio", "before", "load")
	for _, measure := range []func(context.Context) error{p.weights, p.loads, p.presses, p.interactions} {
		if err := measure(ctx); err != nil {
			return err
		}
	}
	return nil
}

// pagesBench collects figures by name and by side: the shop, the limit, and the other build.
type pagesBench struct {
	phones *phoneBrowser
	shops  []*pageShop
	plain  string
	found  map[string]map[string][]float64
}

func (p *pagesBench) add(side, name string, found figures) {
	for figure, value := range found {
		of := name + figure
		if p.found[of] == nil {
			p.found[of] = map[string][]float64{}
		}
		p.found[of][side] = append(p.found[of][side], value)
	}
}

func (p *pagesBench) loads(context.Context) error {
	for i, name := range pageNames {
		for range pageRounds {
			sides := []struct{ name, url string }{{"limit", p.plain + p.shops[0].paths[i]}}
			for _, s := range p.shops {
				sides = append(sides, struct{ name, url string }{s.name, s.url + s.paths[i]})
			}
			for _, side := range sides {
				found, err := p.phones.measure(pageMeasurement{Measure: "load", URL: side.url, Line: phone})
				if err != nil {
					return err
				}
				p.add(side.name, name, found)
			}
		}
		p.print(name+", first price, s", name+"price", 1000)
		p.print(name+", largest contentful paint, s", name+"lcp", 1000)
		p.print(name+", pictures of the first screen, s", name+"pictures", 1000)
		p.print(name+", layout shift", name+"shift", 1)
		p.print(name+", blocking time, ms", name+"blocking", 1)
	}
	return nil
}

// weights reads each page once at full speed, since its size does not depend on speed.
func (p *pagesBench) weights(context.Context) error {
	for i, name := range pageNames {
		for _, s := range p.shops {
			found, err := p.phones.measure(pageMeasurement{Measure: "weigh", URL: s.url + s.paths[i], Line: desktop})
			if err != nil {
				return err
			}
			p.add(s.name, name, found)
		}
		p.print(name+", scripts until loaded, KB gz", name+"loaded", 1000)
		p.print(name+", all scripts, KB gz", name+"all", 1000)
		p.print(name+", scripts until loaded, KB sent", name+"sentLoaded", 1000)
		p.print(name+", all scripts, KB sent", name+"sentScripts", 1000)
		p.print(name+", all of the page, KB sent", name+"sentAll", 1000)
	}
	return nil
}

func (p *pagesBench) presses(ctx context.Context) error {
	for i, name := range pageNames[:2] {
		if err := p.alternate(ctx, name, pageMeasurement{Measure: "press", Line: phone}, i); err != nil {
			return err
		}
		p.print(name+", Add is shown and pressed, s", name+"pressed", 1000)
		p.print(name+", the press has its effect, s", name+"works", 1000)
	}
	return nil
}

func (p *pagesBench) interactions(ctx context.Context) error {
	if err := p.alternate(ctx, "interaction", pageMeasurement{Measure: "interact", Line: phone}, 0); err != nil {
		return err
	}
	p.print("tap on Add to the next paint, ms", "interactionadd", 1)
	p.print("a letter in the search, the slowest, ms", "interactionletter", 1)
	return nil
}

// alternate measures a page of every build in turn, as the demo's shopper with an empty cart.
func (p *pagesBench) alternate(ctx context.Context, name string, m pageMeasurement, page int) error {
	for range pageRounds {
		for _, s := range p.shops {
			if err := s.emptyCart(ctx); err != nil {
				return err
			}
			m.URL, m.Tokens = s.url+s.paths[page], s.tokens
			found, err := p.phones.measure(m)
			if err != nil {
				return err
			}
			p.add(s.name, name, found)
		}
	}
	return nil
}

// print prints a figure of each side with its unit, the ratio of the shop to the limit, and the spread of the rounds.
func (p *pagesBench) print(title, figure string, unit float64) {
	column := func(side string) string {
		values := slices.Clone(p.found[figure][side])
		if len(values) == 0 {
			return ""
		}
		middle, spread := median(values)/unit, (slices.Max(values)-slices.Min(values))/2/unit
		digits := 0
		if unit > 1 || middle < 1 && middle > 0 {
			digits = 2
		}
		if figure[max(0, len(figure)-5):] == "shift" {
			digits = 3
		}
		return fmt.Sprintf("%.*f ±%.*f", digits, middle, digits, spread)
	}
	ratio := ""
	limits, values := slices.Clone(p.found[figure]["limit"]), slices.Clone(p.found[figure]["shop"])
	if strings.HasSuffix(title, ", s") && len(limits) > 0 {
		if r := median(values) / median(limits); !math.IsInf(r, 0) && !math.IsNaN(r) {
			ratio = fmt.Sprintf("%.2f", r)
		}
	}
	limit := column("limit")
	if ratio == "" {
		limit = ""
	}
	fmt.Printf("%-44s %12s %12s %12s %12s %6s\n", title, column("shop"), limit, ratio, column("before"), loadAverage())
}
