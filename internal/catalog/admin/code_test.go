package admin_test

import (
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"kirana/internal/catalog"
	"kirana/internal/catalog/admin"
	"kirana/internal/catalog/importer"
	"kirana/internal/db"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/catalogtest"
)

func TestProductByCode_findsExactlyTheScannedProductForStaffOnly(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		s.Import(t, catalogtest.PriceList(t, "Name,MRP,Category,Barcode", "Toor Dal,160,Staples,8901030865275", "8901030865275 Days Calendar,20,Staples,8901030865276"), importer.Options{Stock: 3})
		s.Import(t, catalogtest.PriceList(t, "Name,MRP,Category,SKU", "Ghee,500,Dairy,GH-500"), importer.Options{Stock: 3})
		packer := shoptest.AddStaff(t, d, "PACKER")
		for code, name := range map[string]string{"8901030865275": "Toor Dal", " 8901030865276 ": "8901030865275 Days Calendar", "gh-500": "Ghee", "8 901030 865275": "Toor Dal", "08901030865275": "Toor Dal"} {
			var found catalog.Product
			s.Call(t, packer, "GET", "/product/code?code="+url.QueryEscape(code), nil).Expect(t, http.StatusOK, "").Decode(t, &found)
			if found.Name != name || found.Stock != 3 {
				t.Errorf("code %q finds %+v, want %s with 3 in stock", code, found, name)
			}
		}
		for _, code := range []string{"", "890103086527", "89010308652755", "toor dal"} {
			s.Call(t, packer, "GET", "/product/code?code="+url.QueryEscape(code), nil).Expect(t, http.StatusNotFound, "Product not found")
		}
		s.Call(t, s.Shopper, "GET", "/product/code?code=gh-500", nil).Expect(t, http.StatusForbidden, "")
	})
}

func TestCodes_areAssignedInOneOfManyConcurrentEdits(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		for _, column := range []string{"sku", "barcode"} {
			var given atomic.Int32
			var group sync.WaitGroup
			var products []catalog.Product
			for i := range 12 {
				products = append(products, s.Product(t, catalogtest.Product{Name: column + strconv.Itoa(i), SubCategory: s.SubCategory(t, "Shelf "+strconv.Itoa(i), "Sub")})) // edits of products in one category would wait for each other
			}
			for _, product := range products {
				group.Go(func() {
					code := "Twin-" + column
					form := admin.ProductForm{Label: admin.LabelForm{SKU: &code}}
					if column == "barcode" {
						form.Label = admin.LabelForm{Barcode: &code}
					}
					if _, err := s.Service.UpdateProduct(t.Context(), product.ID, form); err == nil {
						given.Add(1)
					}
				})
			}
			group.Wait()
			if n := given.Load(); n != 1 {
				t.Errorf("%d products got one %s, want 1", n, column)
			}
		}
	})
}
