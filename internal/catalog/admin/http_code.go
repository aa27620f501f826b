package admin

import (
	"context"
	"net/http"

	"kirana/internal/catalog"
	"kirana/internal/httpapi"
)

// codeRoutes registers the call behind a scanner.
func (h *Handler) codeRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/product/code", Access: httpapi.Administrator, Scope: httpapi.ScopeCatalog, Refuses: []int{http.StatusNotFound},
		Summary: "The product with exactly this barcode or SKU, of a price list",
	}, h.productByCode)
}

func (h *Handler) productByCode(ctx context.Context, in *struct {
	Code string `query:"code" maxLength:"100" doc:"a whole barcode or SKU"`
},
) (catalog.Product, error) {
	return h.service.ProductByCode(ctx, in.Code)
}
