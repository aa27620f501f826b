package pictures_test

import (
	"archive/zip"
	"bufio"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"testing"

	"kirana/internal/audit"
	"kirana/internal/catalog/pictures"
	"kirana/internal/shoptest"
)

// maxMemory bounds the memory of uploading any number of pictures, in bytes.
const maxMemory = 200 << 20

// heap records the largest heap in use, with the garbage collector's default setting as in the shop.
type heap struct {
	mu         sync.Mutex
	seen       int
	peakMemory uint64
}

func newHeap(t *testing.T) *heap {
	t.Helper()
	before := debug.SetGCPercent(100) // shoptest.Main raises it
	t.Cleanup(func() { debug.SetGCPercent(before) })
	return &heap{}
}

// sample measures every 20th call.
func (h *heap) sample() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.seen++; h.seen%20 != 0 {
		return
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	h.peakMemory = max(h.peakMemory, m.HeapInuse)
}

func (h *heap) check(t *testing.T) {
	t.Helper()
	if h.peakMemory == 0 || h.peakMemory > maxMemory {
		t.Errorf("at most %d MB of heap, want some and no more than %d", h.peakMemory>>20, maxMemory>>20)
	}
	t.Logf("%d pictures, %d MB of heap at most, %s", h.seen, h.peakMemory>>20, residentPeak())
}

// residentPeak returns the largest resident memory of this process, if the system reports it.
func residentPeak() string {
	file, err := os.Open("/proc/self/status")
	if err != nil {
		return "resident memory unknown"
	}
	defer func() { _ = file.Close() }()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if size, found := strings.CutPrefix(lines.Text(), "VmHWM:"); found {
			return "resident at most " + strings.TrimSpace(size)
		}
	}
	return "resident memory unknown"
}

// manyProducts adds products "Product 0", "Product 1", … without pictures, and returns their ids.
func (s shop) manyProducts(t *testing.T, n int) []string {
	t.Helper()
	ids := make([]string, n)
	for i := range n {
		ids[i] = shoptest.AddProduct(t, s.db, shoptest.Product{Name: fmt.Sprint("Product ", i)})
	}
	s.exec(t, `UPDATE products SET images = '[]'`)
	if err := s.view.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	return ids
}

func TestTakeFiles_needsBoundedMemoryForManyPictures(t *testing.T) {
	s := newShop(t, shoptest.SQLite(t))
	files := shoptest.Rounds(20, 5000)
	s.manyProducts(t, files/2)
	name := zipFile(t, func(z *zip.Writer) {
		for i := range files {
			file := fmt.Sprintf("IMG_%d.jpg", i) // matches no product: it waits
			if i%2 == 0 {
				file = fmt.Sprintf("product-%d/front.jpg", i/2)
			}
			entry(t, z, zip.FileHeader{Name: file, Method: zip.Store}, photo(t, i, 1000, 80))
		}
	})
	memory := newHeap(t)
	outcomes := map[string]int{}
	err := s.TakeFiles(t.Context(), name, func(o pictures.FileOutcome) {
		outcomes[o.Outcome]++
		memory.sample()
	})
	// A few look alike, because their blocks are random.
	if err != nil || outcomes[pictures.OutcomeAdded] < files*45/100 || outcomes[pictures.OutcomeWaits] < files*45/100 {
		t.Errorf("%d pictures became %v, %v, want at least 45 %% added and 45 %% waiting", files, outcomes, err)
	}
	memory.check(t)
}

func TestFetch_needsBoundedMemoryForManyPictures(t *testing.T) {
	s := newShop(t, shoptest.SQLite(t))
	addresses := shoptest.Rounds(20, 1000) // decoding takes most of the time
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n, err := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/"))
		if err != nil {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		_, _ = w.Write(photo(t, n, 1000, 80))
	}))
	t.Cleanup(web.Close)
	for i, productID := range s.manyProducts(t, addresses) {
		s.addresses(t, productID, fmt.Sprintf("%s/%d", web.URL, i))
	}
	ctx := audit.WithActor(t.Context(), audit.Actor{Name: "Asha"})
	if _, err := s.ScheduleFetch(ctx); err != nil {
		t.Fatal(err)
	}
	memory := newHeap(t)
	var workers sync.WaitGroup
	failures := make([]error, atOnce)
	for i := range failures {
		workers.Go(func() { failures[i] = s.fetchUntilDone(ctx, memory.sample) })
	}
	workers.Wait()
	links, err := s.Links(t.Context())
	if err := errors.Join(errors.Join(failures...), err); err != nil || links.Open != 0 || links.Fetched < addresses*9/10 {
		t.Errorf("%d addresses: %d open, %d fetched, %d failed, %v, want none open and 90 %% fetched",
			addresses, links.Open, links.Fetched, links.Failed, err)
	}
	memory.check(t)
}

// fetchUntilDone fetches until nothing is due, and calls fetched after each picture.
func (s shop) fetchUntilDone(ctx context.Context, fetched func()) error {
	for {
		found, err := s.FetchNext(ctx)
		if err != nil || !found {
			return err
		}
		fetched()
	}
}
