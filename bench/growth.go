package main

import (
	"bufio"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	// settleTime is the pause after indexing before idle memory is read.
	settleTime = 8 * time.Second
	growEdits  = 20 // number of price edits, and of name edits
	growAdmin  = "admin@growth.test"
)

// growth holds the measurements of a shop of one size.
type growth struct {
	first            time.Duration // from the first start after the import until ready
	ready, indexed   time.Duration // after a restart
	idle, loaded     int           // resident memory in MB: idle, and the maximum under load
	price, name      time.Duration // median time from an edit to the first response that shows it
	pause, usedPause time.Duration // longest response time while products are edited, and without edits
	limitPause       time.Duration // longest response time of a bare server in another process while products are edited
}

// benchGrowth measures what grows with the catalog: for the demo shop, 27,000 and 300,000 products, or the numbers on the
// command line.
func benchGrowth(ctx context.Context, sizes []int) error {
	if len(sizes) == 0 {
		sizes = []int{0, 27_000, 300_000}
	}
	fmt.Printf("%-10s %11s %9s %9s %9s %9s %11s %11s %30s %6s\n", "products", "first start", "ready", "indexed", "idle", "loaded", "price shows", "name shows", "longest read (alone, limit)", "load")
	for _, size := range sizes {
		load, err := os.ReadFile("/proc/loadavg")
		if err != nil {
			return err
		}
		g, err := grow(ctx, size)
		if err != nil {
			return fmt.Errorf("%d products: %w", size, err)
		}
		name := strconv.Itoa(size)
		if size == 0 {
			name = "demo"
		}
		ms := func(d time.Duration) string { return fmt.Sprintf("%.1f ms", float64(d.Microseconds())/1000) }
		fmt.Printf("%-10s %9.2f s %7.2f s %7.2f s %6d MB %6d MB %11s %11s %30s %6s\n", name, g.first.Seconds(), g.ready.Seconds(), g.indexed.Seconds(), g.idle, g.loaded,
			ms(g.price), ms(g.name), ms(g.pause)+" ("+ms(g.usedPause)+", "+ms(g.limitPause)+")", strings.Fields(string(load))[0])
	}
	return nil
}

// grow measures a shop with that many products; 0 means the demo's.
func grow(ctx context.Context, size int) (g growth, err error) {
	dir, err := os.MkdirTemp("", "kirana-growth-*")
	if err != nil {
		return g, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if err := stockShop(ctx, dir, size); err != nil {
		return g, err
	}
	s, ready, err := startToRead(ctx, dir)
	if err != nil {
		return g, err
	}
	g.first = ready
	if err := awaitIndex(ctx, s); err != nil {
		return g, err
	}
	_ = s.process.Process.Signal(syscall.SIGTERM) // the shop saves its catalog for the next start
	_ = s.process.Wait()
	started := time.Now()
	if s, g.ready, err = startToRead(ctx, dir); err != nil {
		return g, err
	}
	defer s.close()
	if err := awaitIndex(ctx, s); err != nil {
		return g, err
	}
	g.indexed = time.Since(started)
	time.Sleep(settleTime)
	if g.idle, err = s.memory("VmRSS"); err != nil {
		return g, err
	}
	if err := g.measureEdits(ctx, s); err != nil {
		return g, err
	}
	// Memory used only at the start does not count.
	if err := os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", s.process.Process.Pid), []byte("5"), 0); err != nil {
		return g, err
	}
	if err := readMany(ctx, s); err != nil {
		return g, err
	}
	g.loaded, err = s.memory("VmHWM")
	return g, err
}

// measureEdits edits products while a reader uses the shop, and again while one uses a bare server, which waits for the
// processors as well.
func (g *growth) measureEdits(ctx context.Context, s *shop) error {
	// Vary the page: a cached response would not wait for the edits.
	page := func(n int) target {
		return target{http.MethodGet, fmt.Sprintf("/api/product/getAll?limit=24&page=%d", 1+n%10), ""}
	}
	baseline, err := newBaselineServer(ctx, s.url, read{"listing", page})
	if err != nil {
		return err
	}
	defer baseline.close()
	if g.usedPause, err = longestRead(ctx, s.url, page, func() error { time.Sleep(roundTime); return nil }); err != nil {
		return err
	}
	if g.pause, err = longestRead(ctx, s.url, page, func() (err error) {
		g.price, g.name, err = editProducts(ctx, s)
		return err
	}); err != nil {
		return err
	}
	g.limitPause, err = longestRead(ctx, baseline.url, page, func() error {
		_, _, err := editProducts(ctx, s)
		return err
	})
	return err
}

// startToRead starts a shop, and returns the time until a listing was read.
func startToRead(ctx context.Context, dir string) (*shop, time.Duration, error) {
	started := time.Now()
	s, err := startShop(ctx, binary, dir, shopEnvironment(dir, ""), "serve")
	if err != nil {
		return nil, 0, err
	}
	if _, err := plainBody(ctx, s, listingTarget); err != nil {
		s.close()
		return nil, 0, err
	}
	return s, time.Since(started), nil
}

var listingTarget = target{http.MethodGet, "/api/product/getAll?limit=24&page=1", ""}

// stockShop creates a shop with an administrator in a folder.
func stockShop(ctx context.Context, dir string, size int) error {
	list := filepath.Join(dir, "list.csv")
	if size == 0 {
		// The demo's products stay when the folder is served without --demo.
		demo, err := startShop(ctx, binary, dir, shopEnvironment(dir, ""), "serve", "--demo")
		if err != nil {
			return err
		}
		_ = demo.process.Process.Signal(os.Interrupt)
		_ = demo.process.Wait()
	} else {
		if err := writeList(list, size); err != nil {
			return err
		}
		command := exec.CommandContext(ctx, binary, "import", "products", list, "--stock", "10", "--data-dir", dir)
		if out, err := command.CombinedOutput(); err != nil {
			return fmt.Errorf("import: %w: %s", err, out)
		}
	}
	command := exec.CommandContext(ctx, binary, "admin", "create", "--email", growAdmin, "--name", "Growth", "--data-dir", dir)
	command.Stdin = strings.NewReader(growPassword)
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("make an administrator: %w: %s", err, out)
	}
	return nil
}

const growPassword = "seventeen green lentils"

// memory returns an entry of the process's memory status in MB.
func (s *shop) memory(entry string) (int, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.process.Process.Pid))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(status)) {
		if rest, found := strings.CutPrefix(line, entry+":"); found {
			kB, err := strconv.Atoi(strings.Fields(rest)[0])
			return kB >> 10, err
		}
	}
	return 0, errors.New("this system does not tell the memory of a process")
}

// longestRead returns the longest response time of a server while something else runs.
func longestRead(ctx context.Context, url string, page func(n int) target, during func() error) (time.Duration, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var longest time.Duration
	var failure error
	done := make(chan struct{})
	go func() {
		defer close(done)
		for n := 0; ctx.Err() == nil; n++ {
			began := time.Now()
			_, _, err := exchange(ctx, url, page(n))
			if err == nil {
				longest = max(longest, time.Since(began))
			} else if ctx.Err() == nil {
				failure = err
				return
			}
		}
	}()
	err := during()
	stop()
	<-done
	return longest, errors.Join(err, failure)
}

// editProducts edits prices and names, and returns the median time until an edit of each showed.
func editProducts(ctx context.Context, s *shop) (price, name time.Duration, err error) {
	token, err := logIn(ctx, s.url, growAdmin, growPassword)
	if err != nil {
		return 0, 0, err
	}
	var products []product
	if err := call(ctx, endpoint{http.MethodGet, s.url + listingTarget.path, ""}, nil, &products); err != nil {
		return 0, 0, err
	}
	edited := endpoint{http.MethodPut, s.url + "/api/product/update/" + products[0].ID, token}
	var prices, names []float64
	for n := range growEdits {
		began := time.Now()
		if err := call(ctx, edited, map[string]any{"price": 1000 + n}, nil); err != nil {
			return 0, 0, err
		}
		if err := awaitText(ctx, s, listingTarget.path, fmt.Sprintf(`"price":%d`, 1000+n)); err != nil {
			return 0, 0, err
		}
		prices = append(prices, float64(time.Since(began)))
		newName := fmt.Sprintf("Zwieback Growth %d", n)
		began = time.Now()
		if err := call(ctx, edited, map[string]any{"name": newName}, nil); err != nil {
			return 0, 0, err
		}
		if err := awaitText(ctx, s, "/api/product/getAll?limit=24&q="+url.QueryEscape("zwieback"), newName); err != nil {
			return 0, 0, err
		}
		names = append(names, float64(time.Since(began)))
	}
	return time.Duration(median(prices)), time.Duration(median(names)), nil
}

// awaitText waits until a response contains a text.
func awaitText(ctx context.Context, s *shop, path, text string) error {
	for {
		body, err := plainBody(ctx, s, target{http.MethodGet, path, ""})
		if err != nil || strings.Contains(string(body), text) {
			return err
		}
	}
}

// readMany reads lists, products and searches with all clients for one round.
func readMany(ctx context.Context, s *shop) error {
	q, err := newQueries(ctx, s)
	if err != nil {
		return err
	}
	reads, err := readsOf(ctx, s, q)
	if err != nil {
		return err
	}
	var next counter
	_, err = load(ctx, clients, func(ctx context.Context, _ int) error {
		n := next.next()
		return reads[n%len(reads)].send(ctx, s.url, n)
	})
	return err
}

// namesFile is a real catalog beside the project, from whose names the price list is made.
const namesFile = "../shared/data/bigbasket_units_8k.csv"

// writeList writes a list of products with real names, made unique by numbers.
func writeList(path string, rows int) error {
	source, err := os.Open(namesFile)
	if err != nil {
		return fmt.Errorf("the real catalog is not beside the project: %w", err)
	}
	defer func() { _ = source.Close() }()
	read, err := csv.NewReader(source).ReadAll()
	if err != nil {
		return err
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	buffered := bufio.NewWriter(file)
	w := csv.NewWriter(buffered)
	err = w.Write([]string{"Name", "Brand", "MRP", "Sale Price", "Unit", "Category", "Sub Category", "Barcode"})
	for i := 0; i < rows && err == nil; i++ {
		cells := read[1+i%(len(read)-1)]
		err = w.Write([]string{fmt.Sprintf("%s %d", cells[1], i), cells[2], cells[3], cells[4], cells[6], cells[7], cells[8], strconv.Itoa(1_000_000 + i)})
	}
	w.Flush()
	return errors.Join(err, w.Error(), buffered.Flush(), file.Close())
}

// awaitIndex waits until a misspelled word is found: a large shop is ready before its index.
func awaitIndex(ctx context.Context, s *shop) error {
	for {
		var products []product
		if err := call(ctx, endpoint{http.MethodGet, s.url + "/api/product/getAll?limit=1&q=buttter", ""}, nil, &products); err != nil {
			return err
		}
		if len(products) > 0 {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pollTime):
		}
	}
}

// pollTime is the interval of polling the shop's background work.
const pollTime = 5 * time.Millisecond

// plainBody requests a response without compression.
func plainBody(ctx context.Context, s *shop, t target) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, t.method, s.url+t.path, http.NoBody)
	if err != nil {
		return nil, err
	}
	response, err := browser.Do(request)
	if err != nil {
		return nil, err
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", t.path, response.Status)
	}
	return body, err
}
