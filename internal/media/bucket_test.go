package media

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kirana/internal/clock"
	"kirana/internal/fault"
	"kirana/internal/objects"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/s3test"
)

// node is one of several programs that share a bucket.
type node struct {
	*Service

	bucket *Bucket
	clock  *clock.Manual
}

func newNode(address objects.Address) node {
	c := shoptest.Clock()
	bucket := OpenBucket(objects.Open(address), c)
	return node{New(bucket, slog.New(slog.DiscardHandler)), bucket, c}
}

// shows fails the test unless the node serves a picture with this status and data.
func (n node) shows(t *testing.T, name string, status int, data []byte) {
	t.Helper()
	response := ask(n.Service, http.MethodGet, Prefix+name, nil)
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != status {
		t.Errorf("%s returned %d, want %d: %v", name, response.StatusCode, status, err)
		return
	}
	switch status {
	case http.StatusOK:
		if !bytes.Equal(body, data) || response.Header.Get("Cache-Control") != "public, max-age=31536000, immutable" || response.Header.Get("ETag") == "" {
			t.Errorf("%s has %d bytes of %d and the headers %v, want all, cached for good with a tag",
				name, len(body), len(data), response.Header)
		}
	case http.StatusServiceUnavailable:
		if response.Header.Get("Retry-After") == "" || response.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s is refused with %v, want Retry-After and no-store", name, response.Header)
		}
	}
}

func (n node) stored(t *testing.T, name string) []byte {
	t.Helper()
	object, err := n.bucket.Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(object)
	if err := errors.Join(err, object.Close()); err != nil {
		t.Fatal(err)
	}
	return data
}

func TestBucket_sharesPicturesBetweenNodes(t *testing.T) {
	t.Parallel()
	address := s3test.Start(t)
	first, second := newNode(address), newNode(address)
	url, err := first.Accept(t.Context(), bytes.NewReader(asJPEG(t, plain(900, 700))))
	if err != nil {
		t.Fatal(err)
	}
	name := strings.TrimPrefix(url, Prefix)
	data := first.stored(t, name)
	second.shows(t, name, http.StatusOK, data)
	second.shows(t, sized(name, 320), http.StatusOK, first.stored(t, sized(name, 320)))
	second.shows(t, newName(".jpg"), http.StatusNotFound, nil)
	if err := second.Check(t.Context(), "image", url); err != nil {
		t.Error(err)
	}
	if err := first.bucket.Put(t.Context(), name, "image/jpeg", []byte("another")); !errors.Is(err, ErrTaken) {
		t.Errorf("overwrite a picture: %v, want ErrTaken", err)
	}

	// An imported picture has no sizes, and the bucket is asked for each size only once.
	imported, err := first.Import(t.Context(), "dal", bytes.NewReader(webpFile(t, "lossy")))
	if err != nil {
		t.Fatal(err)
	}
	if again, err := second.Import(t.Context(), "dal", bytes.NewReader(webpFile(t, "lossy"))); err != nil || again != imported {
		t.Errorf("imported again, its URL is %s: %v, want %s", again, err, imported)
	}
	importedName := strings.TrimPrefix(imported, Prefix)
	second.shows(t, sized(importedName, 160), http.StatusOK, webpFile(t, "lossy"))
	if exists, known := second.bucket.facts.get(sized(importedName, 160), second.clock.Now()); !known || exists {
		t.Error("a missing size is requested each time")
	}

	// A removed picture disappears from the bucket in every size, and from the other node's memory
	// after a while.
	if err := first.Remove(t.Context(), url); err != nil {
		t.Fatal(err)
	}
	first.shows(t, name, http.StatusNotFound, nil)
	second.clock.Advance(maxCacheAge)
	second.shows(t, name, http.StatusNotFound, nil)
	left, err := objects.Open(address).List(t.Context(), "")
	if err != nil || len(left) != 1 || left[0].Name != pathOf(importedName) {
		t.Errorf("left in the bucket: %v, %v, want %s alone", left, err, pathOf(importedName))
	}
}

func TestBucket_unreachableRefusesUploadsAndServesCachedPictures(t *testing.T) {
	t.Parallel()
	address := s3test.Start(t)
	proxy, listens := shoptest.NewProxyTo(t, "tcp", strings.TrimPrefix(address.Endpoint, "http://"))
	address.Endpoint = "http://" + listens
	n := newNode(address)
	var names []string
	for range 2 {
		url, err := n.Accept(t.Context(), bytes.NewReader(asJPEG(t, plain(60, 40))))
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, strings.TrimPrefix(url, Prefix))
	}
	data := n.stored(t, names[0])
	if err := n.Ready(t.Context()); err != nil {
		t.Error(err)
	}
	proxy.Cut()
	n.bucket.readTimeout, n.bucket.writeTimeout = 300*time.Millisecond, 300*time.Millisecond // the client retries until then
	if err := n.Ready(t.Context()); err == nil {
		t.Error("is ready without its bucket")
	}
	n.shows(t, names[0], http.StatusOK, data)
	n.clock.Advance(maxCacheAge)
	n.shows(t, names[0], http.StatusOK, data)
	n.shows(t, names[1], http.StatusServiceUnavailable, nil)
	if _, err := n.bucket.Open(t.Context(), names[1]); err == nil || errors.Is(err, errUnreachable) {
		t.Errorf("the second failure: %v, want it passed on: the bucket is not unreachable yet", err)
	}
	if _, err := n.bucket.Open(t.Context(), names[1]); !errors.Is(err, errUnreachable) {
		t.Errorf("a read at once after two failures: %v, want errUnreachable", err)
	}
	_, err := n.Accept(t.Context(), bytes.NewReader(asJPEG(t, plain(60, 40))))
	if refusal := fault.Of(err); refusal == nil || refusal.Kind != fault.Unavailable || refusal.RetryAfter == 0 || strings.Contains(refusal.Message, address.Bucket) {
		t.Errorf("an upload to an unreachable bucket: %v, want unavailable, to retry, without the bucket's name", err)
	}
	if err := n.Check(t.Context(), "image", Prefix+names[1]); !fault.Is(err, fault.Unavailable) {
		t.Errorf("check a picture of an unreachable bucket: %v, want unavailable", err)
	}

	proxy.Restore()
	n.bucket.readTimeout = readTimeout
	if err := n.Ready(t.Context()); err != nil {
		t.Error(err)
	}
	n.shows(t, names[1], http.StatusOK, n.stored(t, names[1]))
}

type countingStore struct {
	objects.Store

	calls, now, peak atomic.Int64
	release          chan struct{} // nil: reads do not wait
}

func (c *countingStore) Stat(ctx context.Context, name string) (objects.Object, error) {
	c.calls.Add(1)
	return c.Store.Stat(ctx, name)
}

func (c *countingStore) Get(ctx context.Context, name string) (io.ReadCloser, error) {
	c.calls.Add(1)
	if now := c.now.Add(1); now > c.peak.Load() {
		c.peak.Store(now)
	}
	defer c.now.Add(-1)
	if c.release != nil {
		<-c.release
	}
	return c.Store.Get(ctx, name)
}

func TestBucket_readsAnUnknownNameOnceAndCachesNothing(t *testing.T) {
	t.Parallel()
	store := &countingStore{Store: objects.Open(objects.Address{Folder: t.TempDir()})}
	bucket := OpenBucket(store, shoptest.Clock())
	s := New(bucket, slog.New(slog.DiscardHandler))
	const names = 20
	for range names {
		if status := ask(s, http.MethodGet, Prefix+sized(newName(".jpg"), 160), nil).StatusCode; status != http.StatusNotFound {
			t.Errorf("a missing picture returned %d, want %d", status, http.StatusNotFound)
		}
	}
	if calls := store.calls.Load(); calls != names || bucket.facts.entries.Len() > 0 {
		t.Errorf("%d names made %d calls and left %d facts, want one call a name and no fact", names, calls, bucket.facts.entries.Len())
	}
}

func TestBucket_limitsConcurrentReadsAndReadsEachPictureOnce(t *testing.T) {
	t.Parallel()
	store := &countingStore{Store: objects.Open(objects.Address{Folder: t.TempDir()}), release: make(chan struct{})}
	bucket := OpenBucket(store, shoptest.Clock())
	var names []string
	for range 2 * maxReads {
		name := newName(".jpg")
		names = append(names, name)
		if err := bucket.Put(t.Context(), name, "image/jpeg", []byte("picture")); err != nil {
			t.Fatal(err)
		}
	}
	before := store.calls.Load()
	var all sync.WaitGroup
	for range 3 {
		for _, name := range names {
			all.Go(func() {
				object, err := bucket.Open(t.Context(), name)
				if err == nil {
					err = object.Close()
				}
				if err != nil {
					t.Error(err)
				}
			})
		}
	}
	for range names {
		store.release <- struct{}{}
	}
	close(store.release)
	all.Wait()
	if calls := store.calls.Load() - before; calls != int64(len(names)) || store.peak.Load() > maxReads {
		t.Errorf("%d pictures were read by %d calls, %d at once, want one each, at most %d", len(names), calls, store.peak.Load(), maxReads)
	}
}
