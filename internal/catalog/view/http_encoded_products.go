package view

import (
	"bytes"
	"errors"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"kirana/internal/catalog"
	"kirana/internal/httpapi"
)

// maxEncodedBytes bounds the memory of the encoded products: some 20,000.
const maxEncodedBytes = 32 << 20

// encodedProducts caches products as JSON. The pages of new searches show the same products again and again, and encoding
// 24 of them takes longer than finding them. A product of a snapshot is immutable, and a new pointer once it or the names of
// its category change; entries of old snapshots are evicted as the least recently used.
type encodedProducts struct {
	mu      sync.Mutex
	size    int // bytes of all
	encoded *simplelru.LRU[*catalog.Product, []byte]
}

func newEncodedProducts() *encodedProducts {
	e := &encodedProducts{}
	onEvict := func(_ *catalog.Product, body []byte) { e.size -= len(body) + entryOverhead }
	e.encoded, _ = simplelru.NewLRU(maxEncodedBytes/entryOverhead+1, onEvict) // fails for a size of 0 only
	return e
}

// bytes returns how much memory the entries take.
func (e *encodedProducts) bytes() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.size
}

// of returns a product as the API encodes it.
func (e *encodedProducts) of(s *Snapshot, p *catalog.Product) ([]byte, error) {
	e.mu.Lock()
	body, found := e.encoded.Get(p)
	e.mu.Unlock()
	if found {
		return body, nil
	}
	body, err := httpapi.Encode(s.InPlace(*p))
	if err != nil {
		return nil, err
	}
	body = bytes.Clone(bytes.TrimSpace(body))
	size := len(body) + entryOverhead
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.encoded.Contains(p) {
		return body, nil
	}
	for e.size+size > maxEncodedBytes && e.encoded.Len() > 0 {
		e.encoded.RemoveOldest()
	}
	e.encoded.Add(p, body)
	e.size += size
	return body, nil
}

var (
	emptyData   = []byte(`"data":[]`)
	errNotEmpty = errors.New("view: the encoded page has no empty list")
)

// insert returns an encoded page with products inserted into its empty list.
func (e *encodedProducts) insert(s *Snapshot, page []byte, products []*catalog.Product) ([]byte, error) {
	// No client's input precedes it in the page.
	at := bytes.Index(page, emptyData)
	if at < 0 {
		return nil, errNotEmpty
	}
	encoded := make([][]byte, len(products))
	size := len(page) + len(products)
	for i, p := range products {
		var err error
		if encoded[i], err = e.of(s, p); err != nil {
			return nil, err
		}
		size += len(encoded[i])
	}
	at += len(emptyData) - 1
	body := make([]byte, 0, size)
	body = append(body, page[:at]...)
	for i, product := range encoded {
		if i > 0 {
			body = append(body, ',')
		}
		body = append(body, product...)
	}
	return append(body, page[at:]...), nil
}
