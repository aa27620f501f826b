package catalog

import (
	"context"
	"net/http"
	"time"

	"kirana/internal/api"
	"kirana/internal/fault"
)

func (d *Door) adminRoutes(r *api.Router) {
	api.Handle(r, api.Call{
		Method: "POST", Path: "/category/add-category", Who: api.Administrator, Status: http.StatusCreated,
		Summary: "Add a category", Message: "Category added successfully",
	}, d.addCategory)
	api.Handle(r, api.Call{
		Method: "PUT", Path: "/category/update", Who: api.Administrator,
		Summary: "Change a category", Message: "Category updated successfully",
	}, d.updateCategory)
	api.Handle(r, api.Call{
		Method: "PUT", Path: "/category/move", Who: api.Administrator,
		Summary: "Put a category before another, or last", Message: "Category updated successfully",
	}, d.moveCategory)
	api.Handle(r, api.Call{
		Method: "DELETE", Path: "/category/delete", Who: api.Administrator,
		Summary: "Delete a category that nothing uses", Message: "Category deleted successfully",
	}, d.deleteCategory)
	api.Handle(r, api.Call{
		Method: "POST", Path: "/subCategory/create", Who: api.Administrator, Status: http.StatusCreated,
		Summary: "Add a sub-category", Message: "Subcategory added successfully",
	}, d.addSubCategory)
	api.Handle(r, api.Call{
		Method: "PUT", Path: "/subCategory/update", Who: api.Administrator,
		Summary: "Change a sub-category", Message: "Subcategory updated successfully",
	}, d.updateSubCategory)
	api.Handle(r, api.Call{
		Method: "DELETE", Path: "/subCategory/delete", Who: api.Administrator,
		Summary: "Delete a sub-category that no product uses", Message: "Subcategory deleted successfully",
	}, d.deleteSubCategory)
	api.Handle(r, api.Call{
		Method: "POST", Path: "/product/create", Who: api.Administrator, Status: http.StatusCreated, MaxBody: api.ProductBody,
		Summary: "Add a product with exactly 5 pictures", Message: "Product created successfully!",
	}, d.addProduct)
	api.Handle(r, api.Call{
		Method: "PUT", Path: "/product/update/{id}", Who: api.Administrator, MaxBody: api.ProductBody,
		Summary: "Change what is sent of a product", Message: "Product updated successfully!",
	}, d.updateProduct)
	api.Handle(r, api.Call{
		Method: "PUT", Path: "/product/publish", Who: api.Administrator,
		Summary: "Publish or hide many products at once, all or none", Message: "Products updated successfully!",
	}, d.publishProducts)
	api.Handle(r, api.Call{
		Method: "DELETE", Path: "/product/delete/{id}", Who: api.Administrator,
		Summary: "Take a product out of the shop", Message: "Product deleted successfully!",
	}, d.deleteProduct)
}

type newCategory struct {
	Name     api.Text `json:"name" maxLength:"100"`
	Image    api.Text `json:"image,omitempty" maxLength:"300" doc:"URL of an uploaded picture"`
	Position api.Int  `json:"position,omitempty" minimum:"0" maximum:"100000"`
}

type changedCategory struct {
	ID       api.Ref  `json:"id"`
	Name     api.Text `json:"name,omitempty" maxLength:"100"`
	Image    api.Text `json:"image,omitempty" maxLength:"300" doc:"URL of an uploaded picture"`
	Position api.Int  `json:"position,omitempty" minimum:"0" maximum:"100000"`
}

type movedCategory struct {
	ID     api.Ref `json:"id"`
	Before api.Ref `json:"before,omitempty" doc:"the category that it is to stand before; without it last"`
}

type newSubCategory struct {
	Name     api.Text `json:"name" maxLength:"100"`
	Image    api.Text `json:"image" maxLength:"300" doc:"URL of an uploaded picture"`
	Category api.Ref  `json:"category"`
}

type changedSubCategory struct {
	ID       api.Ref  `json:"id"`
	Name     api.Text `json:"name,omitempty" maxLength:"100"`
	Image    api.Text `json:"image,omitempty" maxLength:"300" doc:"URL of an uploaded picture"`
	Category api.Ref  `json:"category,omitempty"`
}

type byIDBody struct {
	ID api.Ref `json:"id"`
}

type newProduct struct {
	Name        api.Text   `json:"name" maxLength:"200"`
	Image       []api.Text `json:"image" label:"Pictures" each:"The picture" maxLength:"300" doc:"URLs of exactly 5 uploaded pictures"`
	Category    api.Ref    `json:"category"`
	SubCategory api.Ref    `json:"subCategory" label:"Sub-category"`
	Unit        api.Text   `json:"unit" maxLength:"60"`
	Stock       api.Int    `json:"stock" minimum:"0" maximum:"1000000"`
	Price       api.Rupees `json:"price" above:"0"`
	Discount    api.Rupees `json:"discount,omitempty" doc:"rupees off; less than the price"`
	Description api.Text   `json:"discription" label:"Description" maxLength:"5000" lines:"several"`
	Details     Details    `json:"more_details,omitempty"`
	Publish     api.Flag   `json:"publish,omitempty"`
}

type changedProduct struct {
	Name        api.Text    `json:"name,omitempty" maxLength:"200"`
	Image       *[]api.Text `json:"image,omitempty" label:"Pictures" each:"The picture" maxLength:"300" doc:"URLs of 1 to 5 uploaded pictures"`
	Category    api.Ref     `json:"category,omitempty"`
	SubCategory api.Ref     `json:"subCategory,omitempty" label:"Sub-category"`
	Unit        api.Text    `json:"unit,omitempty" maxLength:"60"`
	Stock       api.Int     `json:"stock,omitempty" minimum:"0" maximum:"1000000"`
	Price       api.Rupees  `json:"price,omitempty" above:"0"`
	Discount    api.Rupees  `json:"discount,omitempty" doc:"rupees off; less than the price"`
	Description api.Text    `json:"discription,omitempty" label:"Description" maxLength:"5000" lines:"several"`
	Details     *Details    `json:"more_details,omitempty"`
	Publish     api.Flag    `json:"publish,omitempty"`
	UpdatedAt   api.Text    `json:"updatedAt,omitempty" doc:"of the record that was edited: refuses to overwrite a later edit"`
}

func (d *Door) addCategory(ctx context.Context, in *struct{ Body api.Form[newCategory] }) (Category, error) {
	form := in.Body.V
	return d.Catalog.AddCategory(ctx, CategoryForm{Name: &form.Name.S, Image: &form.Image.S, Position: number(form.Position)})
}

func (d *Door) updateCategory(ctx context.Context, in *struct{ Body api.Form[changedCategory] }) (Category, error) {
	form := in.Body.V
	name, err := filled("name", "Name", form.Name)
	if err != nil {
		return Category{}, err
	}
	return d.Catalog.UpdateCategory(ctx, form.ID.ID, CategoryForm{Name: name, Image: text(form.Image), Position: number(form.Position)})
}

func (d *Door) moveCategory(ctx context.Context, in *struct{ Body api.Form[movedCategory] }) ([]Category, error) {
	return d.Catalog.MoveCategory(ctx, in.Body.V.ID.ID, in.Body.V.Before.ID)
}

func (d *Door) deleteCategory(ctx context.Context, in *struct{ Body api.Form[byIDBody] }) (struct{}, error) {
	return struct{}{}, d.Catalog.DeleteCategory(ctx, in.Body.V.ID.ID)
}

func (d *Door) addSubCategory(ctx context.Context, in *struct{ Body api.Form[newSubCategory] }) (SubCategory, error) {
	form := in.Body.V
	return d.Catalog.AddSubCategory(ctx, SubCategoryForm{Name: &form.Name.S, Image: &form.Image.S, CategoryID: &form.Category.ID})
}

func (d *Door) updateSubCategory(ctx context.Context, in *struct{ Body api.Form[changedSubCategory] }) (SubCategory, error) {
	form := in.Body.V
	name, err := filled("name", "Name", form.Name)
	if err != nil {
		return SubCategory{}, err
	}
	return d.Catalog.UpdateSubCategory(ctx, form.ID.ID, SubCategoryForm{Name: name, Image: text(form.Image), CategoryID: ref(form.Category)})
}

func (d *Door) deleteSubCategory(ctx context.Context, in *struct{ Body api.Form[byIDBody] }) (struct{}, error) {
	return struct{}{}, d.Catalog.DeleteSubCategory(ctx, in.Body.V.ID.ID)
}

func (d *Door) addProduct(ctx context.Context, in *struct{ Body api.Form[newProduct] }) (Product, error) {
	form := in.Body.V
	if len(form.Image) != MaxImages {
		return Product{}, fault.InField("image", "Please upload exactly 5 images")
	}
	images := urls(form.Image)
	product := ProductForm{
		Name: &form.Name.S, Unit: &form.Unit.S, Description: &form.Description.S, Images: &images,
		CategoryID: &form.Category.ID, SubCategoryID: &form.SubCategory.ID,
		Price: &form.Price.Paise, Discount: &form.Discount.Paise, Stock: &form.Stock.N,
		Details: &form.Details, Publish: flag(form.Publish),
	}
	return d.Catalog.AddProduct(ctx, product)
}

func (d *Door) updateProduct(ctx context.Context, in *struct {
	ID   string `path:"id"`
	Body api.Form[changedProduct]
},
) (Product, error) {
	if err := wellFormed(in.ID); err != nil {
		return Product{}, err
	}
	product, err := in.Body.V.form()
	if err != nil {
		return Product{}, err
	}
	return d.Catalog.UpdateProduct(ctx, in.ID, product)
}

func (d *Door) deleteProduct(ctx context.Context, in *struct {
	ID string `path:"id"`
},
) (struct{}, error) {
	if err := wellFormed(in.ID); err != nil {
		return struct{}{}, err
	}
	return struct{}{}, d.Catalog.DeleteProduct(ctx, in.ID)
}

// form reads what was sent of a product.
func (c changedProduct) form() (ProductForm, error) {
	product := ProductForm{
		CategoryID: ref(c.Category), SubCategoryID: ref(c.SubCategory), Stock: number(c.Stock),
		Price: rupees(c.Price), Discount: rupees(c.Discount), Details: c.Details, Publish: flag(c.Publish),
	}
	var err error
	if product.Name, err = filled("name", "Name", c.Name); err != nil {
		return product, err
	}
	if product.Unit, err = filled("unit", "Unit", c.Unit); err != nil {
		return product, err
	}
	if product.Description, err = filled("discription", "Description", c.Description); err != nil {
		return product, err
	}
	if c.Image != nil {
		images := urls(*c.Image)
		switch {
		case len(images) == 0:
			return product, fault.InField("image", "Please upload at least one image")
		case len(images) > MaxImages:
			return product, fault.InField("image", "A product can have at most 5 images.")
		}
		product.Images = &images
	}
	if c.UpdatedAt.S != "" {
		seen, err := time.Parse(time.RFC3339Nano, c.UpdatedAt.S)
		if err != nil {
			return product, fault.InField("updatedAt", "The value of updatedAt must be a time as the product's own.")
		}
		seen = seen.UTC()
		product.SeenAt = &seen
	}
	return product, nil
}
