package admin

import (
	"context"
	"fmt"
	"net/http"

	"kirana/internal/catalog/stock"
	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/idempotency"
)

func (h *Handler) moveRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/stock/moves", Access: httpapi.Manager, Scope: httpapi.ScopeCatalog, MaxBody: httpapi.ProductBody,
		Refuses: []int{http.StatusConflict},
		Summary: "Adjust the stock of up to 1,000 products at once, all or none", Message: "Stock updated successfully!",
	}, h.moveStocks)
}

type moveForm struct {
	ProductID httpapi.Ref  `json:"productId,omitempty" label:"Product" doc:"Product ID. Exactly one of productId, sku and barcode is required."`
	SKU       httpapi.Text `json:"sku,omitempty" label:"SKU" maxLength:"60"`
	Barcode   httpapi.Text `json:"barcode,omitempty" maxLength:"60"`
	Pieces    httpapi.Int  `json:"pieces,omitempty" minimum:"-1000000" maximum:"1000000" doc:"Change of the stock in pieces, negative for a decrease."`
	Grams     httpapi.Int  `json:"grams,omitempty" minimum:"-100000000" maximum:"100000000" doc:"Change of the stock of a product sold by weight, in grams. Replaces pieces."`
	Reason    httpapi.Text `json:"reason,omitempty" maxLength:"200" doc:"received, damaged, or a text that is stored in the ledger."`
}

type movesForm struct {
	Key   httpapi.Text `json:"key" minLength:"1" maxLength:"255" trim:"no" doc:"Idempotency key. A repeated request with the same key within 24 hours changes nothing more."`
	Moves []moveForm   `json:"moves" each:"move" minItems:"1" maxItems:"1000" unit:"moves"`
}

func (h *Handler) moveStocks(ctx context.Context, in *struct {
	Body httpapi.Form[movesForm]
},
) ([]MovedStock, error) {
	form := in.Body.Value
	moves := make([]StockMove, len(form.Moves))
	var wrong []fault.Field
	for i, m := range form.Moves {
		refuse := func(message string) {
			wrong = append(wrong, fault.Field{Field: fmt.Sprintf("moves[%d]", i), Message: message})
		}
		identifiers := 0
		for _, set := range []bool{m.ProductID.Set, m.SKU.Value != "", m.Barcode.Value != ""} {
			if set {
				identifiers++
			}
		}
		if identifiers != 1 {
			refuse("Name the product by one of productId, sku and barcode.")
		}
		if m.Pieces.Value == 0 && m.Grams.Value == 0 {
			refuse("The number of pieces must not be 0.")
		}
		if m.Pieces.Set && m.Grams.Set {
			refuse("Send either pieces or grams.")
		}
		moves[i] = StockMove{ProductID: m.ProductID.Value, SKU: m.SKU.Value, Barcode: m.Barcode.Value, Pieces: m.Pieces.Value, Grams: m.Grams.Value, Reason: stock.Edit, Note: m.Reason.Value}
		switch reason := stock.Reason(m.Reason.Value); {
		case reason == stock.Received && m.Pieces.Value+m.Grams.Value > 0, reason == stock.Damaged && m.Pieces.Value+m.Grams.Value < 0:
			moves[i].Reason, moves[i].Note = reason, ""
		}
	}
	if len(wrong) > 0 {
		return nil, fault.Form(wrong)
	}
	return h.service.MoveStocks(ctx, idempotency.Key{UserID: httpapi.IdentityOf(ctx).UserID, Value: form.Key.Value}, moves)
}
