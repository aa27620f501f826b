package admin

import (
	"context"

	"kirana/internal/httpapi"
)

func (h *Handler) mergeRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/category/merge", Access: httpapi.Manager, Scope: httpapi.ScopeCatalog,
		Summary: "Move everything in a category to another category and delete it", Message: "Category merged successfully",
	}, h.mergeCategories)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/subCategory/merge", Access: httpapi.Manager, Scope: httpapi.ScopeCatalog,
		Summary: "Move the products of a sub-category to another sub-category and delete it", Message: "Subcategory merged successfully",
	}, h.mergeSubCategories)
}

type mergeBody struct {
	ID   httpapi.Ref `json:"id"`
	Into httpapi.Ref `json:"into" doc:"ID of the target, which is kept."`
}

func (h *Handler) mergeCategories(ctx context.Context, in *struct{ Body httpapi.Form[mergeBody] }) (struct{}, error) {
	return struct{}{}, h.service.MergeCategories(ctx, in.Body.Value.ID.Value, in.Body.Value.Into.Value)
}

func (h *Handler) mergeSubCategories(ctx context.Context, in *struct{ Body httpapi.Form[mergeBody] }) (struct{}, error) {
	return struct{}{}, h.service.MergeSubCategories(ctx, in.Body.Value.ID.Value, in.Body.Value.Into.Value)
}
