package render

import (
	"fmt"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"testing"

	"kirana/internal/catalog/view"
)

// Lists show small stocks only. A list's page must become stale if a stock that it shows changes, and only then.
func TestContentHash_ignoresStocksThatAListDoesNotShow(t *testing.T) {
	t.Parallel()
	hash := func(path string, pieces int) [32]byte {
		response := Response{Status: http.StatusOK, Body: fmt.Sprintf(`{"data":[{"stock":%d,"price":9}]}`, pieces)}
		return contentHash([]Request{{Method: http.MethodGet, Path: path}}, []Response{response})
	}
	const list, last = "/api/product/home", view.LowStockThreshold
	for pieces := range last + 1 {
		if hash(list, pieces) == hash(list, pieces+1) {
			t.Errorf("a list with %d pieces has the hash of one with %d, want another", pieces, pieces+1)
		}
	}
	for _, pieces := range []int{last + 2, 10, 99, 12345} {
		if hash(list, pieces) != hash(list, last+1) {
			t.Errorf("a list with %d pieces has another hash than one with %d, want the same", pieces, last+1)
		}
	}
	if hash("/api/product/getProductById", 10) == hash("/api/product/getProductById", 11) {
		t.Error("a product's own page does not count its pieces")
	}
}

func TestLowStockThreshold_equalsTheWebApps(t *testing.T) {
	t.Parallel()
	declared := regexp.MustCompile(`const LOW_STOCK_THRESHOLD = (\d+)`)
	for _, file := range []string{"stock-notice.tsx", "admin/product/admin-product-card.tsx"} {
		source, err := os.ReadFile("../../web/src/features/catalog/" + file)
		if err != nil {
			t.Fatal(err)
		}
		match := declared.FindSubmatch(source)
		if match == nil || string(match[1]) != strconv.Itoa(view.LowStockThreshold) {
			t.Errorf("%s has the threshold %q, want the server's %d", file, match, view.LowStockThreshold)
		}
	}
}
