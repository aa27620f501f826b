package admin

import (
	"context"
	"fmt"

	"kirana/internal/catalog"
	"kirana/internal/fault"
	"kirana/internal/httpapi"
)

type publishForm struct {
	IDs     []httpapi.Ref `json:"ids" label:"Products" each:"The product" doc:"Product IDs, 1 to 100."`
	Publish httpapi.Flag  `json:"publish"`
}

func (h *Handler) publishProducts(ctx context.Context, in *struct{ Body httpapi.Form[publishForm] }) ([]catalog.Product, error) {
	form := in.Body.Value
	if len(form.IDs) == 0 || len(form.IDs) > MaxPublish {
		return nil, fault.InField("ids", "Choose 1 to %d products.", MaxPublish)
	}
	ids := make([]string, len(form.IDs))
	for i, ref := range form.IDs {
		if !ref.Set {
			return nil, fault.InField(fmt.Sprintf("ids[%d]", i), "The product is required.")
		}
		ids[i] = ref.Value
	}
	return h.service.Publish(ctx, ids, form.Publish.Value)
}
