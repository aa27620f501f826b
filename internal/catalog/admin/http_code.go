package admin

import (
	"context"
	"net/http"

	"kirana/internal/catalog"
	"kirana/internal/httpapi"
)

// codeRoutes registers the calls for scanned codes and for new products at the counter.
func (h *Handler) codeRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/product/code", Access: httpapi.Administrator, Scope: httpapi.ScopeCatalog, Refuses: []int{http.StatusNotFound},
		Summary: "Retrieve a product by its exact barcode or SKU",
	}, h.productByCode)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/product/{id}/barcodes", Access: httpapi.Administrator,
		Summary: "Add a barcode to a product; 409 (barcode_taken) with the product that has it",
	}, h.addBarcode)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/counter/products", Access: httpapi.Administrator, Status: http.StatusCreated,
		Summary: "Create an unpublished product at the counter from the facts on its packet; idempotent by key",
	}, h.addAtCounter)
}

type counterProductForm struct {
	Name        httpapi.Text   `json:"name" maxLength:"200"`
	MRP         httpapi.Rupees `json:"mrp" label:"The MRP" above:"0"`
	Barcode     httpapi.Text   `json:"barcode,omitempty" maxLength:"60"`
	SubCategory httpapi.Ref    `json:"subCategory,omitempty" label:"Sub-category" doc:"ID of the sub-category. If absent, a sub-category without HSN and GST rate is chosen, or created."`
	Key         httpapi.Text   `json:"key" maxLength:"255" trim:"no" doc:"Idempotency key. A repeated request returns the same product; a well-formed ID becomes the product's ID."`
}

func (h *Handler) addAtCounter(ctx context.Context, in *struct {
	Body httpapi.Form[counterProductForm]
},
) (catalog.Product, error) {
	f := in.Body.Value
	return h.service.AddAtCounter(ctx, CounterProduct{Key: f.Key.Value, Name: f.Name.Value, MRP: f.MRP.Value, Barcode: f.Barcode.Value, SubCategoryID: f.SubCategory.Value})
}

type barcodeForm struct {
	Barcode httpapi.Text `json:"barcode" maxLength:"60"`
}

func (h *Handler) addBarcode(ctx context.Context, in *struct {
	ID   string `path:"id" maxLength:"60"`
	Body httpapi.Form[barcodeForm]
},
) (catalog.Product, error) {
	return h.service.AddBarcode(ctx, in.ID, in.Body.Value.Barcode.Value)
}

func (h *Handler) productByCode(ctx context.Context, in *struct {
	Code string `query:"code" maxLength:"100" doc:"Exact barcode or SKU."`
},
) (catalog.Product, error) {
	product, err := h.service.ProductByCode(ctx, in.Code)
	return seenBy(ctx, product), err
}
