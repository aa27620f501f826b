package catalog

import (
	"context"
	"net/http"
	"time"

	"kirana/internal/fault"
	"kirana/internal/httpapi"
)

func (d *Handler) adminRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/category/add-category", Access: httpapi.Administrator, Status: http.StatusCreated,
		Summary: "Add a category", Message: "Category added successfully",
	}, d.addCategory)
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/category/update", Access: httpapi.Administrator,
		Summary: "Change a category", Message: "Category updated successfully",
	}, d.updateCategory)
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/category/move", Access: httpapi.Administrator,
		Summary: "Put a category before another, or last", Message: "Category updated successfully",
	}, d.moveCategory)
	httpapi.Handle(r, httpapi.Route{
		Method: "DELETE", Path: "/category/delete", Access: httpapi.Administrator,
		Summary: "Delete a category that nothing uses", Message: "Category deleted successfully",
	}, d.deleteCategory)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/subCategory/create", Access: httpapi.Administrator, Status: http.StatusCreated,
		Summary: "Add a sub-category", Message: "Subcategory added successfully",
	}, d.addSubCategory)
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/subCategory/update", Access: httpapi.Administrator,
		Summary: "Change a sub-category", Message: "Subcategory updated successfully",
	}, d.updateSubCategory)
	httpapi.Handle(r, httpapi.Route{
		Method: "DELETE", Path: "/subCategory/delete", Access: httpapi.Administrator,
		Summary: "Delete a sub-category that no product uses", Message: "Subcategory deleted successfully",
	}, d.deleteSubCategory)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/product/create", Access: httpapi.Administrator, Status: http.StatusCreated, MaxBody: httpapi.ProductBody,
		Summary: "Add a product with exactly 5 pictures", Message: "Product created successfully!",
	}, d.addProduct)
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/product/update/{id}", Access: httpapi.Administrator, MaxBody: httpapi.ProductBody,
		Summary: "Change what is sent of a product", Message: "Product updated successfully!",
	}, d.updateProduct)
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/product/publish", Access: httpapi.Administrator,
		Summary: "Publish or hide many products at once, all or none", Message: "Products updated successfully!",
	}, d.publishProducts)
	httpapi.Handle(r, httpapi.Route{
		Method: "DELETE", Path: "/product/delete/{id}", Access: httpapi.Administrator,
		Summary: "Take a product out of the shop", Message: "Product deleted successfully!",
	}, d.deleteProduct)
}

type newCategory struct {
	Name     httpapi.Text `json:"name" maxLength:"100"`
	Image    httpapi.Text `json:"image,omitempty" maxLength:"300" doc:"URL of an uploaded picture"`
	Position httpapi.Int  `json:"position,omitempty" minimum:"0" maximum:"100000"`
}

type changedCategory struct {
	ID       httpapi.Ref  `json:"id"`
	Name     httpapi.Text `json:"name,omitempty" maxLength:"100"`
	Image    httpapi.Text `json:"image,omitempty" maxLength:"300" doc:"URL of an uploaded picture"`
	Position httpapi.Int  `json:"position,omitempty" minimum:"0" maximum:"100000"`
}

type movedCategory struct {
	ID     httpapi.Ref `json:"id"`
	Before httpapi.Ref `json:"before,omitempty" doc:"the category that it is to stand before; without it last"`
}

type newSubCategory struct {
	Name     httpapi.Text `json:"name" maxLength:"100"`
	Image    httpapi.Text `json:"image" maxLength:"300" doc:"URL of an uploaded picture"`
	Category httpapi.Ref  `json:"category"`
}

type changedSubCategory struct {
	ID       httpapi.Ref  `json:"id"`
	Name     httpapi.Text `json:"name,omitempty" maxLength:"100"`
	Image    httpapi.Text `json:"image,omitempty" maxLength:"300" doc:"URL of an uploaded picture"`
	Category httpapi.Ref  `json:"category,omitempty"`
}

type byIDBody struct {
	ID httpapi.Ref `json:"id"`
}

type newProduct struct {
	Name        httpapi.Text   `json:"name" maxLength:"200"`
	Image       []httpapi.Text `json:"image" label:"Pictures" each:"The picture" maxLength:"300" doc:"URLs of exactly 5 uploaded pictures"`
	Category    httpapi.Ref    `json:"category"`
	SubCategory httpapi.Ref    `json:"subCategory" label:"Sub-category"`
	Unit        httpapi.Text   `json:"unit" maxLength:"60"`
	Stock       httpapi.Int    `json:"stock" minimum:"0" maximum:"1000000"`
	Price       httpapi.Rupees `json:"price" above:"0"`
	Discount    httpapi.Rupees `json:"discount,omitempty" doc:"rupees off; less than the price"`
	Description httpapi.Text   `json:"discription" label:"Description" maxLength:"5000" lines:"several"`
	Details     Details        `json:"more_details,omitempty"`
	Publish     httpapi.Flag   `json:"publish,omitempty"`
}

type changedProduct struct {
	Name        httpapi.Text    `json:"name,omitempty" maxLength:"200"`
	Image       *[]httpapi.Text `json:"image,omitempty" label:"Pictures" each:"The picture" maxLength:"300" doc:"URLs of 1 to 5 uploaded pictures"`
	Category    httpapi.Ref     `json:"category,omitempty"`
	SubCategory httpapi.Ref     `json:"subCategory,omitempty" label:"Sub-category"`
	Unit        httpapi.Text    `json:"unit,omitempty" maxLength:"60"`
	Stock       httpapi.Int     `json:"stock,omitempty" minimum:"0" maximum:"1000000"`
	Price       httpapi.Rupees  `json:"price,omitempty" above:"0"`
	Discount    httpapi.Rupees  `json:"discount,omitempty" doc:"rupees off; less than the price"`
	Description httpapi.Text    `json:"discription,omitempty" label:"Description" maxLength:"5000" lines:"several"`
	Details     *Details        `json:"more_details,omitempty"`
	Publish     httpapi.Flag    `json:"publish,omitempty"`
	UpdatedAt   httpapi.Text    `json:"updatedAt,omitempty" doc:"of the record that was edited: refuses to overwrite a later edit"`
}

func (d *Handler) addCategory(ctx context.Context, in *struct{ Body httpapi.Form[newCategory] }) (Category, error) {
	form := in.Body.Value
	return d.Catalog.AddCategory(ctx, CategoryForm{Name: &form.Name.Value, Image: &form.Image.Value, Position: number(form.Position)})
}

func (d *Handler) updateCategory(ctx context.Context, in *struct{ Body httpapi.Form[changedCategory] }) (Category, error) {
	form := in.Body.Value
	name, err := filled("name", "Name", form.Name)
	if err != nil {
		return Category{}, err
	}
	return d.Catalog.UpdateCategory(ctx, form.ID.Value, CategoryForm{Name: name, Image: text(form.Image), Position: number(form.Position)})
}

func (d *Handler) moveCategory(ctx context.Context, in *struct{ Body httpapi.Form[movedCategory] }) ([]Category, error) {
	return d.Catalog.MoveCategory(ctx, in.Body.Value.ID.Value, in.Body.Value.Before.Value)
}

func (d *Handler) deleteCategory(ctx context.Context, in *struct{ Body httpapi.Form[byIDBody] }) (struct{}, error) {
	return struct{}{}, d.Catalog.DeleteCategory(ctx, in.Body.Value.ID.Value)
}

func (d *Handler) addSubCategory(ctx context.Context, in *struct{ Body httpapi.Form[newSubCategory] }) (SubCategory, error) {
	form := in.Body.Value
	return d.Catalog.AddSubCategory(ctx, SubCategoryForm{Name: &form.Name.Value, Image: &form.Image.Value, CategoryID: &form.Category.Value})
}

func (d *Handler) updateSubCategory(ctx context.Context, in *struct {
	Body httpapi.Form[changedSubCategory]
},
) (SubCategory, error) {
	form := in.Body.Value
	name, err := filled("name", "Name", form.Name)
	if err != nil {
		return SubCategory{}, err
	}
	return d.Catalog.UpdateSubCategory(ctx, form.ID.Value, SubCategoryForm{Name: name, Image: text(form.Image), CategoryID: ref(form.Category)})
}

func (d *Handler) deleteSubCategory(ctx context.Context, in *struct{ Body httpapi.Form[byIDBody] }) (struct{}, error) {
	return struct{}{}, d.Catalog.DeleteSubCategory(ctx, in.Body.Value.ID.Value)
}

func (d *Handler) addProduct(ctx context.Context, in *struct{ Body httpapi.Form[newProduct] }) (Product, error) {
	form := in.Body.Value
	if len(form.Image) != MaxImages {
		return Product{}, fault.InField("image", "Please upload exactly 5 images")
	}
	images := urls(form.Image)
	product := ProductForm{
		Name: &form.Name.Value, Unit: &form.Unit.Value, Description: &form.Description.Value, Images: &images,
		CategoryID: &form.Category.Value, SubCategoryID: &form.SubCategory.Value,
		Price: &form.Price.Value, Discount: &form.Discount.Value, Stock: &form.Stock.Value,
		Details: &form.Details, Publish: flag(form.Publish),
	}
	return d.Catalog.AddProduct(ctx, product)
}

func (d *Handler) updateProduct(ctx context.Context, in *struct {
	ID   string `path:"id"`
	Body httpapi.Form[changedProduct]
},
) (Product, error) {
	if err := wellFormed(in.ID); err != nil {
		return Product{}, err
	}
	product, err := in.Body.Value.form()
	if err != nil {
		return Product{}, err
	}
	return d.Catalog.UpdateProduct(ctx, in.ID, product)
}

func (d *Handler) deleteProduct(ctx context.Context, in *struct {
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
	if c.UpdatedAt.Value != "" {
		seen, err := time.Parse(time.RFC3339Nano, c.UpdatedAt.Value)
		if err != nil {
			return product, fault.InField("updatedAt", "The value of updatedAt must be a time as the product's own.")
		}
		seen = seen.UTC()
		product.SeenAt = &seen
	}
	return product, nil
}
