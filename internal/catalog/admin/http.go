package admin

import (
	"context"
	"net/http"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/idempotency"
)

// Handler serves the calls that change the catalog.
type Handler struct{ service *Service }

// NewHandler makes the handler.
func NewHandler(s *Service) *Handler { return &Handler{service: s} }

// Routes registers every call that changes the catalog.
func (h *Handler) Routes(r *httpapi.Router) {
	h.categoryRoutes(r)
	h.productRoutes(r)
	h.codeRoutes(r)
	h.stockRoutes(r)
	h.bulkRoutes(r)
	h.mergeRoutes(r)
	h.namesRoutes(r)
}

func (h *Handler) categoryRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/category/add-category", Access: httpapi.Manager, Scope: httpapi.ScopeCatalog, Status: http.StatusCreated,
		Summary: "Add a category", Message: "Category added successfully",
	}, h.addCategory)
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/category/update", Access: httpapi.Manager, Scope: httpapi.ScopeCatalog,
		Summary: "Change a category", Message: "Category updated successfully",
	}, h.updateCategory)
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/category/move", Access: httpapi.Manager, Scope: httpapi.ScopeCatalog,
		Summary: "Move a category before another one, or to the end", Message: "Category updated successfully",
	}, h.moveCategory)
	httpapi.Handle(r, httpapi.Route{
		Method: "DELETE", Path: "/category/delete", Access: httpapi.Manager, Scope: httpapi.ScopeCatalog,
		Summary: "Delete a category without sub-categories and products", Message: "Category deleted successfully",
	}, h.deleteCategory)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/subCategory/create", Access: httpapi.Manager, Scope: httpapi.ScopeCatalog, Status: http.StatusCreated,
		Summary: "Add a sub-category", Message: "Subcategory added successfully",
	}, h.addSubCategory)
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/subCategory/update", Access: httpapi.Manager, Scope: httpapi.ScopeCatalog,
		Summary: "Change a sub-category", Message: "Subcategory updated successfully",
	}, h.updateSubCategory)
	httpapi.Handle(r, httpapi.Route{
		Method: "DELETE", Path: "/subCategory/delete", Access: httpapi.Manager, Scope: httpapi.ScopeCatalog,
		Summary: "Delete a sub-category without products", Message: "Subcategory deleted successfully",
	}, h.deleteSubCategory)
}

func (h *Handler) productRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/product/create", Access: httpapi.Manager, Scope: httpapi.ScopeCatalog, Status: http.StatusCreated, MaxBody: httpapi.ProductBody,
		Summary: "Add a product with exactly 5 images", Message: "Product created successfully!",
	}, h.addProduct)
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/product/update/{id}", Access: httpapi.Manager, Scope: httpapi.ScopeCatalog, MaxBody: httpapi.ProductBody,
		Summary: "Update a product; fields that are not sent stay unchanged", Message: "Product updated successfully!",
	}, h.updateProduct)
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/product/publish", Access: httpapi.Manager, Scope: httpapi.ScopeCatalog,
		Summary: "Publish or hide many products at once, all or none", Message: "Products updated successfully!",
	}, h.publishProducts)
	httpapi.Handle(r, httpapi.Route{
		Method: "DELETE", Path: "/product/delete/{id}", Access: httpapi.Manager, Scope: httpapi.ScopeCatalog,
		Summary: "Delete a product", Message: "Product deleted successfully!",
	}, h.deleteProduct)
}

type newCategory struct {
	Name     httpapi.Text  `json:"name" maxLength:"100"`
	Names    catalog.Names `json:"names,omitempty" doc:"Names by language, such as hi. An empty name is removed; languages that are not sent stay unchanged."`
	Image    httpapi.Text  `json:"image,omitempty" maxLength:"300" doc:"Address of an uploaded image."`
	Position httpapi.Int   `json:"position,omitempty" minimum:"0" maximum:"100000"`
}

type changedCategory struct {
	ID       httpapi.Ref   `json:"id"`
	Name     httpapi.Text  `json:"name,omitempty" maxLength:"100"`
	Names    catalog.Names `json:"names,omitempty" doc:"Names by language, such as hi. An empty name is removed; languages that are not sent stay unchanged."`
	Image    httpapi.Text  `json:"image,omitempty" maxLength:"300" doc:"Address of an uploaded image."`
	Position httpapi.Int   `json:"position,omitempty" minimum:"0" maximum:"100000"`
}

type movedCategory struct {
	ID     httpapi.Ref `json:"id"`
	Before httpapi.Ref `json:"before,omitempty" doc:"ID of the category before which it is placed. If absent, it is placed last."`
}

type newSubCategory struct {
	Name     httpapi.Text  `json:"name" maxLength:"100"`
	Names    catalog.Names `json:"names,omitempty" doc:"Names by language, such as hi. An empty name is removed; languages that are not sent stay unchanged."`
	Image    httpapi.Text  `json:"image" maxLength:"300" doc:"Address of an uploaded image."`
	Category httpapi.Ref   `json:"category"`
	TaxFields
}

type changedSubCategory struct {
	ID       httpapi.Ref   `json:"id"`
	Name     httpapi.Text  `json:"name,omitempty" maxLength:"100"`
	Names    catalog.Names `json:"names,omitempty" doc:"Names by language, such as hi. An empty name is removed; languages that are not sent stay unchanged."`
	Image    httpapi.Text  `json:"image,omitempty" maxLength:"300" doc:"Address of an uploaded image."`
	Category httpapi.Ref   `json:"category,omitempty"`
	TaxFields
}

type byIDBody struct {
	ID httpapi.Ref `json:"id"`
}

type newProduct struct {
	Name        httpapi.Text    `json:"name" maxLength:"200"`
	Names       catalog.Names   `json:"names,omitempty" doc:"Names by language, such as hi. An empty name is removed; languages that are not sent stay unchanged."`
	Image       []httpapi.Text  `json:"image" label:"Pictures" each:"The picture" maxLength:"300" doc:"Addresses of exactly 5 uploaded images."`
	Category    httpapi.Ref     `json:"category"`
	SubCategory httpapi.Ref     `json:"subCategory" label:"Sub-category"`
	Unit        httpapi.Text    `json:"unit" maxLength:"60"`
	Stock       httpapi.Int     `json:"stock" minimum:"0" maximum:"1000000" doc:"Stock in pieces, or in steps of a product sold by weight."`
	StockGrams  httpapi.Int     `json:"stockGrams,omitempty" label:"Stock in grams" minimum:"0" maximum:"100000000" doc:"Stock of a product sold by weight, in grams. Replaces stock."`
	SoldBy      httpapi.Text    `json:"soldBy,omitempty" maxLength:"10" enum:"PIECE,WEIGHT" doc:"WEIGHT: sold by weight, in steps of unit. stock counts steps."`
	Price       httpapi.Rupees  `json:"price" above:"0"`
	Discount    httpapi.Rupees  `json:"discount,omitempty" doc:"Discount on one piece, in rupees. Less than the price."`
	Description httpapi.Text    `json:"discription" label:"Description" maxLength:"5000" lines:"several"`
	Details     catalog.Details `json:"more_details,omitempty"`
	Publish     httpapi.Flag    `json:"publish,omitempty"`
	LabelFields
	SupplyFields
	TaxFields
}

type changedProduct struct {
	Name        httpapi.Text     `json:"name,omitempty" maxLength:"200"`
	Names       catalog.Names    `json:"names,omitempty" doc:"Names by language, such as hi. An empty name is removed; languages that are not sent stay unchanged."`
	Image       *[]httpapi.Text  `json:"image,omitempty" label:"Pictures" each:"The picture" maxLength:"300" doc:"Addresses of 1 to 5 uploaded images. The address of a drawing is ignored."`
	Category    httpapi.Ref      `json:"category,omitempty"`
	SubCategory httpapi.Ref      `json:"subCategory,omitempty" label:"Sub-category"`
	Unit        httpapi.Text     `json:"unit,omitempty" maxLength:"60"`
	Stock       httpapi.Int      `json:"stock,omitempty" minimum:"0" maximum:"1000000" doc:"Stock available for sale, in pieces, or in steps of a product sold by weight. Expired pieces stay in addition to it."`
	StockGrams  httpapi.Int      `json:"stockGrams,omitempty" label:"Stock in grams" minimum:"0" maximum:"100000000" doc:"Stock of a product sold by weight, in grams, including what has expired. Replaces stock."`
	SoldBy      httpapi.Text     `json:"soldBy,omitempty" maxLength:"10" enum:"PIECE,WEIGHT" doc:"WEIGHT: sold by weight, in steps of unit. stock counts steps."`
	Price       httpapi.Rupees   `json:"price,omitempty" above:"0"`
	Discount    httpapi.Rupees   `json:"discount,omitempty" empty:"0" doc:"Discount on one piece, in rupees. Less than the price. Null and the empty text are 0."`
	Description httpapi.Text     `json:"discription,omitempty" label:"Description" maxLength:"5000" lines:"several"`
	Details     *catalog.Details `json:"more_details,omitempty"`
	Publish     httpapi.Flag     `json:"publish,omitempty"`
	SoldOut     httpapi.Text     `json:"soldOutUntil,omitempty" maxLength:"10" doc:"Day from which the product can be bought again, as YYYY-MM-DD in India Standard Time. Empty: available now."`
	UpdatedAt   httpapi.Text     `json:"updatedAt,omitempty" doc:"updatedAt of the edited product. If the product has been edited since, the update is refused with 409. Not checked if absent."`
	LabelFields
	SupplyFields
	TaxFields
}

func (h *Handler) addCategory(ctx context.Context, in *struct{ Body httpapi.Form[newCategory] }) (catalog.Category, error) {
	form := in.Body.Value
	return h.service.AddCategory(ctx, CategoryForm{Name: &form.Name.Value, Names: form.Names, Image: ownImage(form.Image), Position: number(form.Position)})
}

func (h *Handler) updateCategory(ctx context.Context, in *struct{ Body httpapi.Form[changedCategory] }) (catalog.Category, error) {
	form := in.Body.Value
	name, err := nonEmptyText("name", "Name", form.Name)
	if err != nil {
		return catalog.Category{}, err
	}
	return h.service.UpdateCategory(ctx, form.ID.Value, CategoryForm{Name: name, Names: form.Names, Image: ownImage(form.Image), Position: number(form.Position)})
}

func (h *Handler) moveCategory(ctx context.Context, in *struct{ Body httpapi.Form[movedCategory] }) ([]catalog.Category, error) {
	return h.service.MoveCategory(ctx, in.Body.Value.ID.Value, in.Body.Value.Before.Value)
}

func (h *Handler) deleteCategory(ctx context.Context, in *struct{ Body httpapi.Form[byIDBody] }) (struct{}, error) {
	return struct{}{}, h.service.DeleteCategory(ctx, in.Body.Value.ID.Value)
}

func (h *Handler) addSubCategory(ctx context.Context, in *struct{ Body httpapi.Form[newSubCategory] }) (catalog.SubCategory, error) {
	form := in.Body.Value
	image := ownImage(form.Image)
	if *image == "" {
		return catalog.SubCategory{}, fault.InField("image", "Image is required.")
	}
	return h.service.AddSubCategory(ctx, SubCategoryForm{Name: &form.Name.Value, Names: form.Names, Image: image, CategoryID: &form.Category.Value, Tax: form.Form()})
}

func (h *Handler) updateSubCategory(ctx context.Context, in *struct {
	Body httpapi.Form[changedSubCategory]
},
) (catalog.SubCategory, error) {
	form := in.Body.Value
	name, err := nonEmptyText("name", "Name", form.Name)
	if err != nil {
		return catalog.SubCategory{}, err
	}
	return h.service.UpdateSubCategory(ctx, form.ID.Value, SubCategoryForm{Name: name, Names: form.Names, Image: ownImage(form.Image), CategoryID: ref(form.Category), Tax: form.Form()})
}

func (h *Handler) deleteSubCategory(ctx context.Context, in *struct{ Body httpapi.Form[byIDBody] }) (struct{}, error) {
	return struct{}{}, h.service.DeleteSubCategory(ctx, in.Body.Value.ID.Value)
}

func (h *Handler) addProduct(ctx context.Context, in *struct {
	Key  string `header:"Idempotency-Key" doc:"Idempotency key of up to 255 characters. A repeated request with the same key within 24 hours returns the same product."`
	Body httpapi.Form[newProduct]
},
) (catalog.Product, error) {
	if err := idempotency.CheckKey(in.Key); err != nil {
		return catalog.Product{}, err
	}
	form := in.Body.Value
	images := ownImages(form.Image)
	if len(images) != catalog.MaxImages {
		return catalog.Product{}, fault.InField("image", "Please upload exactly 5 images")
	}
	product := ProductForm{
		Name: &form.Name.Value, Names: form.Names, Unit: &form.Unit.Value, Description: &form.Description.Value, Images: &images,
		CategoryID: &form.Category.Value, SubCategoryID: &form.SubCategory.Value,
		Price: &form.Price.Value, Discount: &form.Discount.Value, Stock: &form.Stock.Value, StockGrams: number(form.StockGrams), SoldBy: text(form.SoldBy),
		Details: &form.Details, Publish: flag(form.Publish), Label: form.label(), Supply: form.supply(), Tax: form.Form(),
	}
	return h.service.AddProduct(ctx, idempotency.Key{UserID: httpapi.IdentityOf(ctx).UserID, Value: in.Key}, product)
}

func (h *Handler) updateProduct(ctx context.Context, in *struct {
	ID   string `path:"id"`
	Body httpapi.Form[changedProduct]
},
) (catalog.Product, error) {
	if err := checkID(in.ID); err != nil {
		return catalog.Product{}, err
	}
	product, err := in.Body.Value.form()
	if err != nil {
		return catalog.Product{}, err
	}
	return h.service.UpdateProduct(ctx, in.ID, product)
}

func (h *Handler) deleteProduct(ctx context.Context, in *struct {
	ID string `path:"id"`
},
) (struct{}, error) {
	if err := checkID(in.ID); err != nil {
		return struct{}{}, err
	}
	return struct{}{}, h.service.DeleteProduct(ctx, in.ID)
}

// form returns the product fields that were sent.
func (c changedProduct) form() (ProductForm, error) {
	product := ProductForm{
		Names: c.Names, CategoryID: ref(c.Category), SubCategoryID: ref(c.SubCategory), Stock: number(c.Stock), StockGrams: number(c.StockGrams), SoldBy: text(c.SoldBy),
		Price: rupees(c.Price), Discount: rupees(c.Discount), Details: c.Details, Publish: flag(c.Publish), Label: c.label(), Supply: c.supply(), Tax: c.Form(),
	}
	var err error
	if product.Name, err = nonEmptyText("name", "Name", c.Name); err != nil {
		return product, err
	}
	// Unit and description may stay empty if they were empty before (see checkEmptied).
	product.Unit, product.Description = text(c.Unit), text(c.Description)
	if c.Image != nil {
		if len(*c.Image) == 0 {
			return product, fault.InField("image", imageRequired)
		}
		images := ownImages(*c.Image)
		if len(images) > catalog.MaxImages {
			return product, fault.InField("image", "A product can have at most 5 images.")
		}
		product.Images = &images
	}
	if c.SoldOut.Set {
		until, err := httpapi.ParseDay("soldOutUntil", c.SoldOut.Value, 0)
		if err != nil {
			return product, err
		}
		product.SoldOutUntil = &until
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

// seenBy returns a product, without its cost if the caller may not see it.
func seenBy(ctx context.Context, p catalog.Product) catalog.Product {
	if httpapi.IdentityOf(ctx).SeesCosts() {
		return p
	}
	return p.WithoutCost()
}
