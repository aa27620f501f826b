package app

import (
	"os"
	"path/filepath"
	"testing"
)

func TestServe_servesTheFilesOfAnotherBuiltStorefront(t *testing.T) {
	t.Parallel()
	dir := storefront(t)
	if err := os.MkdirAll(filepath.Join(dir, "assets"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "assets", "shop.js"), []byte("open()"), 0o600); err != nil {
		t.Fatal(err)
	}
	shop := serve(t, "--data-dir", t.TempDir(), "--web-dir", dir)
	if status, body := get(t, shop.base+"/assets/shop.js"); status != 200 || body != "open()" {
		t.Errorf("the script is %d %q, want 200 and %q", status, body, "open()")
	}
}
