package admin_test

import (
	"context"
	"testing"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/catalog/admin"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/money"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/catalogtest"
	"kirana/internal/shoptest/testshop"
)

func TestAdmin_recordsTheChangedFieldsOfAnEdit(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := testshop.New(t, d)
		products := admin.New(d, s.Clock, nil, s.View)
		productID := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Price: money.Rupees(150), Stock: 10})
		price, left := money.Rupees(160), 7
		if _, err := products.UpdateProduct(t.Context(), productID, admin.ProductForm{Price: &price, Stock: &left}); err != nil {
			t.Fatal(err)
		}
		if _, err := products.Publish(t.Context(), []string{productID}, false); err != nil {
			t.Fatal(err)
		}
		if err := products.DeleteProduct(t.Context(), productID); err != nil {
			t.Fatal(err)
		}
		s.Clock.Advance(time.Second)
		grocery, lentils := "Grocery", "Lentils"
		category, err := products.AddCategory(t.Context(), admin.CategoryForm{Name: &grocery})
		if err != nil {
			t.Fatal(err)
		}
		s.Clock.Advance(time.Second)
		if _, err := products.UpdateCategory(t.Context(), category.ID, admin.CategoryForm{Name: &lentils}); err != nil {
			t.Fatal(err)
		}
		want := "product.update|Toor Dal|price " + money.Rupees(150).String() + ", stock 10|price " + price.String() + ", stock 7\n" +
			"product.update|Toor Dal|published true|published false\nproduct.delete|Toor Dal||\ncategory.create|Grocery||\ncategory.update|Grocery|Grocery|Lentils"
		catalogtest.ExpectLog(t, d, want)
	})
}

func TestAdmin_recordsCategoriesThatAreMovedAndDeleted(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := testshop.New(t, d)
		shelves := admin.New(d, s.Clock, nil, s.View)
		var ids []string
		for _, name := range []string{"Dairy", "Fruit", "Spices"} {
			category, err := shelves.AddCategory(t.Context(), admin.CategoryForm{Name: &name})
			if err != nil {
				t.Fatal(err)
			}
			ids = append(ids, category.ID)
			s.Clock.Advance(time.Second)
		}
		move := func(categoryID, beforeID string) {
			t.Helper()
			if _, err := shelves.MoveCategory(t.Context(), categoryID, beforeID); err != nil {
				t.Fatal(err)
			}
			s.Clock.Advance(time.Second)
		}
		move(ids[2], ids[0])
		move(ids[2], ids[0]) // unchanged position
		milk := "Milk"
		sub, err := shelves.AddSubCategory(t.Context(), admin.SubCategoryForm{Name: &milk, CategoryID: &ids[0]})
		if err != nil {
			t.Fatal(err)
		}
		if err := shelves.DeleteCategory(t.Context(), ids[0]); !fault.Is(err, fault.Conflict) {
			t.Errorf("delete a category in use: %v, want a conflict", err)
		}
		s.Clock.Advance(time.Second)
		if err := shelves.DeleteSubCategory(t.Context(), sub.ID); err != nil {
			t.Fatal(err)
		}
		s.Clock.Advance(time.Second)
		if err := shelves.DeleteCategory(t.Context(), ids[0]); err != nil {
			t.Fatal(err)
		}
		catalogtest.ExpectLog(t, d, "category.create|Dairy||\ncategory.create|Fruit||\ncategory.create|Spices||\n"+
			"category.move|Spices|place 3|place 1\nsubCategory.create|Milk||\nsubCategory.delete|Milk||\ncategory.delete|Dairy||")
	})
}

func TestAdmin_recordsTheChangedNumberOfPictures(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := testshop.New(t, d)
		products := admin.New(d, s.Clock, func(context.Context, string, ...string) error { return nil }, s.View)
		productID := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal"}) // with two pictures
		if _, err := products.UpdateProduct(t.Context(), productID, admin.ProductForm{Images: &catalog.Images{"/media/dal.webp"}}); err != nil {
			t.Fatal(err)
		}
		catalogtest.ExpectLog(t, d, "product.update|Toor Dal|pictures 2|pictures 1")
	})
}
