package view

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kirana/internal/catalog"
	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/shoptest"
)

// cachedShop is a shop whose catalog is cached in a file, however small it is.
type cachedShop struct {
	d    *db.DB
	path string
	log  strings.Builder
}

func newCachedShop(t *testing.T, d *db.DB) *cachedShop {
	t.Helper()
	return &cachedShop{d: d, path: filepath.Join(t.TempDir(), "catalog.cache")}
}

// start returns the view of a shop that has just started, and reports whether it read the file.
func (k *cachedShop) start(t *testing.T) (v *View, fromFile bool) {
	t.Helper()
	k.log.Reset()
	v = New(k.d, shoptest.Clock(), slog.New(slog.NewTextHandler(&k.log, nil)))
	v.maxIndexedAtOpen = 0
	v.UseCacheFile(k.path)
	if err := v.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	v.BuildIndex(t.Context())
	return v, v.cacheFile.token != ""
}

// stop writes the file as a shop does that stops.
func (k *cachedShop) stop(t *testing.T, v *View) {
	t.Helper()
	v.cacheFile.token = "" // however little has changed
	if err := v.saveStale(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// expectWhole compares a view with one that has read all from the database.
func (k *cachedShop) expectWhole(t *testing.T, v *View) {
	t.Helper()
	whole := loadedView(t, k.d).Snapshot()
	cached := v.Snapshot()
	if cached.products.length != whole.products.length {
		t.Fatalf("shows %d products, the database has %d", cached.products.length, whole.products.length)
	}
	for i := range whole.products.length {
		if difference := cmp.Diff(*whole.products.at(i), *cached.products.at(i)); difference != "" {
			t.Errorf("shows other than the database has: %s", difference)
		}
	}
	if difference := cmp.Diff(whole.categories, cached.categories) + cmp.Diff(whole.subCategories, cached.subCategories); difference != "" {
		t.Errorf("shows other categories than the database has: %s", difference)
	}
}

func TestLoad_showsFromItsFileWhatTheDatabaseHas(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		for i := range 2*chunkSize + 3 {
			shoptest.AddProduct(t, d, shoptest.Product{Name: fmt.Sprint("Dal ", i)})
		}
		k := newCachedShop(t, d)
		first, fromFile := k.start(t)
		if fromFile {
			t.Fatal("read a file that nobody has written")
		}
		edited, deleted := first.Snapshot().products.at(3).ID, first.Snapshot().products.at(300).ID
		k.stop(t, first)

		setPriceOf(t, d, edited, money.Rupees(77))
		deleteProduct(t, d, deleted)
		added := shoptest.AddProduct(t, d, shoptest.Product{Name: "Ragi Chakli"})
		second, fromFile := k.start(t)
		if !fromFile {
			t.Fatalf("did not read the file: %s", k.log.String())
		}
		k.expectWhole(t, second)
		expectPrice(t, second, edited, money.Rupees(77))
		if second.Snapshot().find(deleted) != nil || second.Snapshot().find(added) == nil {
			t.Error("shows what was deleted, or not what was added while the shop was stopped")
		}
		if got := found(second, "chakli ragi"); got != "Ragi Chakli" {
			t.Errorf("finds %q", got)
		}

		setPriceOf(t, d, edited, money.Rupees(78))
		refresh(t, second)
		expectPrice(t, second, edited, money.Rupees(78))
	})
}

// deleteProduct deletes a product as the administrator does.
func deleteProduct(t *testing.T, d *db.DB, productID string) {
	t.Helper()
	commit(t, d, func(tx *db.Tx) {
		_, err := db.Exec(t.Context(), tx, `
			UPDATE products SET deleted_at = $2, updated_at = $2, category_id = NULL, sub_category_id = NULL WHERE id = $1`,
			productID, shoptest.Epoch.Add(time.Hour))
		if err != nil {
			t.Fatal(err)
		}
	})
}

func TestLoad_discardsTheFileOfAnotherHistory(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(t *testing.T, k *cachedShop){
		"a copy of before the file was restored": func(t *testing.T, k *cachedShop) {
			exec(t, k.d, `DELETE FROM catalog_files`)
		},
		"a byte is wrong": func(t *testing.T, k *cachedShop) {
			content := k.content(t)
			content[20] ^= 1
			k.write(t, content)
		},
		"the footer is wrong": func(t *testing.T, k *cachedShop) {
			content := k.content(t)
			content[len(content)-40] ^= 1
			k.write(t, content)
		},
		"the end is missing": func(t *testing.T, k *cachedShop) {
			content := k.content(t)
			k.write(t, content[:len(content)-100])
		},
		"it is empty": func(t *testing.T, k *cachedShop) { k.write(t, nil) },
		"the changes since are pruned": func(t *testing.T, k *cachedShop) {
			exec(t, k.d, `DELETE FROM catalog_changes`)
		},
		"too much has changed": func(t *testing.T, k *cachedShop) {
			number, err := db.Get[int64](t.Context(), k.d, `SELECT MAX(number) FROM catalog_changes`)
			if err != nil {
				t.Fatal(err)
			}
			overriding := ""
			if k.d.MultiNode() {
				overriding = "OVERRIDING SYSTEM VALUE"
			}
			exec(t, k.d, `INSERT INTO catalog_changes (number, product_id) `+overriding+` VALUES ($1, NULL)`, number+keptChanges/2+1)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
				shoptest.AddProduct(t, d, shoptest.Product{Name: "Amul Butter"})
				k := newCachedShop(t, d)
				v, _ := k.start(t)
				k.stop(t, v)
				if _, fromFile := k.start(t); !fromFile {
					t.Fatalf("did not read a file that is right: %s", k.log.String())
				}
				change(t, k)
				after, fromFile := k.start(t)
				if fromFile {
					t.Error("read the file all the same")
				}
				k.expectWhole(t, after)
			})
		})
	}
}

func (k *cachedShop) content(t *testing.T) []byte {
	t.Helper()
	content, err := os.ReadFile(k.path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func (k *cachedShop) write(t *testing.T, content []byte) {
	t.Helper()
	if err := os.WriteFile(k.path, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

func exec(t *testing.T, d *db.DB, statement string, args ...any) {
	t.Helper()
	commit(t, d, func(tx *db.Tx) {
		if _, err := db.Exec(t.Context(), tx, statement, args...); err != nil {
			t.Fatal(err)
		}
	})
}

func TestLoad_discardsTheFileOnAServerThatWasFilledWithACopy(t *testing.T) {
	t.Parallel()
	d := shoptest.Postgres(t)
	shoptest.AddProduct(t, d, shoptest.Product{Name: "Amul Butter"})
	k := newCachedShop(t, d)
	v, _ := k.start(t)
	k.stop(t, v)
	// As pg_restore does: the row has another transaction of its own.
	exec(t, d, `UPDATE catalog_files SET token = token`)
	if _, fromFile := k.start(t); fromFile {
		t.Error("read the file, which names transactions of another server")
	}
}

func TestCacheFile_isWrittenOnlyWhenItLacksMuch(t *testing.T) {
	t.Parallel()
	d := shoptest.SQLite(t)
	shoptest.AddProduct(t, d, shoptest.Product{Name: "Amul Butter"})
	k := newCachedShop(t, d)
	v, _ := k.start(t)
	k.stop(t, v)
	before := v.cacheFile.token
	save := func() {
		t.Helper()
		refresh(t, v)
		if err := v.saveStale(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	shoptest.AddProduct(t, d, shoptest.Product{Name: "Besan Ladoo"})
	if save(); v.cacheFile.token != before {
		t.Error("wrote the file again for one product")
	}
	shoptest.ManyProducts(t, d, maxUncachedChanges)
	if save(); v.cacheFile.token == before {
		t.Errorf("did not write the file again for %d products", maxUncachedChanges)
	}
	if tokens, err := db.Get[int](t.Context(), d, `SELECT COUNT(*) FROM catalog_files`); err != nil || tokens != 1 {
		t.Errorf("the database knows %d files of one: %v", tokens, err)
	}
}

func TestPacker_keepsEveryColumn(t *testing.T) {
	t.Parallel()
	var product catalog.Product
	v := reflect.ValueOf(&product).Elem()
	for i := range v.NumField() {
		field := v.Type().Field(i)
		if column := field.Tag.Get("db"); column == "-" || column == "deleted_at" { // derived; nil for all that are cached
			continue
		}
		at := shoptest.Epoch.Add(time.Duration(i) * time.Hour)
		text := field.Name
		switch value := v.Field(i).Addr().Interface().(type) {
		case *string:
			*value = text
		case *int:
			*value = i
		case *bool:
			*value = true
		case *money.Paise:
			*value = money.Paise(i)
		case *time.Time:
			*value = at
		case **time.Time:
			*value = &at
		case **string:
			*value = &text
		case *catalog.Images:
			*value = catalog.Images{"/media/a.webp", "/media/b.webp"}
		case *catalog.Details:
			*value = catalog.Details{{Name: "Brand", Text: "Tokri"}, {Name: "Type", Text: "Dal"}}
		default:
			t.Fatalf("the test has no value for %s", field.Name)
		}
	}
	bare := catalog.Product{ID: "bare", Images: catalog.Images{}, Details: catalog.Details{}, CreatedAt: shoptest.Epoch, UpdatedAt: shoptest.Epoch, EditedAt: shoptest.Epoch}
	got := copies(product, bare)
	repack(got)
	for i, want := range []catalog.Product{product, bare} {
		if !reflect.DeepEqual(*got[i], want) {
			t.Errorf("packed\n%+v is\n%+v", want, *got[i])
		}
	}
}
