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

// encodedProducts keeps products as JSON. The pages of searches that nobody has typed before show the same ones again and
// again, and to encode 24 of them takes longer than to find them. A product of a snapshot never changes, and is another one
// once it stands under other names; those that are not shown any more leave as the least recently used.
type encodedProducts struct {
	mu      sync.Mutex
	size    int // bytes of all
	encoded *simplelru.LRU[*catalog.Product, []byte]
}

func newEncodedProducts() *encodedProducts {
	e := &encodedProducts{}
	forget := func(_ *catalog.Product, body []byte) { e.size -= len(body) + entryOverhead }
	e.encoded, _ = simplelru.NewLRU(maxEncodedBytes/entryOverhead+1, forget) // fails for a size of 0 only
	return e
}

// bytes is how much memory the products take.
func (e *encodedProducts) bytes() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.size
}

// of returns a product as calls write it.
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
	errNotEmpty = errors.New("view: the page to fill has no empty list")
)

// insert returns an encoded page, whose list is empty, with products in it.
func (e *encodedProducts) insert(s *Snapshot, page []byte, products []*catalog.Product) ([]byte, error) {
	// Nothing that a client has typed stands before it.
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
