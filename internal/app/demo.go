package app

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"slices"

	"kirana/internal/catalog"
	"kirana/internal/catalog/admin"
	"kirana/internal/catalog/drawing"
	"kirana/internal/catalog/importer"
	"kirana/internal/db"
	"kirana/internal/demo"
	"kirana/internal/fault"
)

// The demo's accounts, as in the specification. Only --demo creates them.
const (
	demoAdminEmail      = "admin@kirana.test"
	demoAdminPassword   = "kirana-admin-demo" //nolint:gosec // G101: printed for everyone to use
	demoShopperEmail    = "shopper@kirana.test"
	demoShopperPassword = "kirana-shopper-demo"
)

// stockDemo adds the demo's products to a shop without categories. It adds the demo's accounts only to a shop
// without users, because their passwords are published. It prints the accounts if they can be used.
func stockDemo(ctx context.Context, f *features, out io.Writer) error {
	if err := f.view.Refresh(ctx); err != nil {
		return err
	}
	if len(f.view.Snapshot().Categories()) == 0 {
		if err := addDemoProducts(ctx, f); err != nil {
			return err
		}
	}
	inUse, err := f.accounts.HasUsers(ctx)
	if err != nil {
		return err
	}
	if !inUse {
		// Another node that starts at the same time may have created them.
		if _, err := f.accounts.CreateAdmin(ctx, "Asha Deshmukh", demoAdminEmail, demoAdminPassword); err != nil && !fault.Is(err, fault.Conflict) {
			return err
		}
		if _, err := f.accounts.CreateShopper(ctx, "Ravi Kulkarni", demoShopperEmail, demoShopperPassword); err != nil && !fault.Is(err, fault.Conflict) {
			return err
		}
	}
	open, err := hasDemoPassword(ctx, f)
	if err != nil {
		return err
	}
	if !open {
		_, err := fmt.Fprintln(out, "The shop has accounts of its own: there are no demo accounts.")
		return err
	}
	_, err = fmt.Fprintf(out, "Demo accounts: administrator %s / %s, shopper %s / %s\n",
		demoAdminEmail, demoAdminPassword, demoShopperEmail, demoShopperPassword)
	return err
}

// hasDemoPassword reports whether the demo's administrator can log in with the published password.
func hasDemoPassword(ctx context.Context, f *features) (bool, error) {
	return f.accounts.CheckPassword(ctx, demoAdminEmail, demoAdminPassword)
}

// addDemoProducts adds missing categories and products of the demo.
func addDemoProducts(ctx context.Context, f *features) error {
	products, err := demo.Load()
	if err != nil {
		return err
	}
	pictures, err := importPictures(ctx, f, products.PictureNames())
	if err != nil {
		return err
	}
	for _, category := range products.Categories {
		if err := addDemoCategory(ctx, f, category, pictures); err != nil {
			return err
		}
		var rows []importer.Row
		for _, placed := range category.InOrder() {
			rows = append(rows, rowOf(category.Name, placed, pictures))
		}
		// Lists show the newest first, so insert the first products last.
		slices.Reverse(rows)
		if err := f.importer.Upsert(ctx, rows); err != nil {
			return err
		}
	}
	return f.db.Tx(ctx, func(tx *db.Tx) error { return tx.Analyze(ctx, "products") })
}

// addDemoCategory adds a category and its sub-categories unless they exist.
func addDemoCategory(ctx context.Context, f *features, category demo.Category, pictures map[string]string) error {
	saved := catalog.Category{}
	for _, known := range f.view.Snapshot().Categories() {
		if known.Name == category.Name {
			saved = known
		}
	}
	if saved.ID == "" {
		var err error
		image := pictures[category.Picture]
		if saved, err = f.admin.AddCategory(ctx, admin.CategoryForm{Name: &category.Name, Image: &image}); err != nil {
			return err
		}
	}
	for _, sub := range category.SubCategories {
		image := pictures[sub.Picture]
		_, err := f.admin.AddSubCategory(ctx, admin.SubCategoryForm{Name: &sub.Name, Image: &image, CategoryID: &saved.ID})
		if err != nil && !fault.Is(err, fault.Conflict) {
			return err
		}
	}
	return nil
}

func rowOf(category string, placed demo.PlacedProduct, pictures map[string]string) importer.Row {
	product := placed.Product
	row := importer.Row{
		Key: "demo " + product.Name, Category: category, SubCategory: placed.SubCategory,
		Name: product.Name, Unit: product.Unit, Description: product.Description,
		Price: product.Price, Discount: product.Discount, Stock: product.Stock,
	}
	for _, name := range product.Pictures {
		row.Images = append(row.Images, pictures[name])
	}
	for _, detail := range product.Details {
		row.Details = append(row.Details, catalog.Detail(detail))
	}
	return row
}

// importPictures imports pictures of the demo's catalog and returns their URLs by file name; "" maps to "".
func importPictures(ctx context.Context, f *features, names []string) (map[string]string, error) {
	urls := map[string]string{"": ""}
	for _, name := range names {
		body, err := fs.ReadFile(drawing.Pictures(), name)
		if err != nil {
			return nil, err
		}
		if urls[name], err = f.pictures.Import(ctx, name, bytes.NewReader(body)); err != nil {
			return nil, err
		}
	}
	return urls, nil
}
