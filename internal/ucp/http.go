package ucp

import (
	"context"
	"net/http"
	"net/netip"

	"kirana/internal/httpapi"
	"kirana/internal/language"
	"kirana/internal/limit"
	"kirana/internal/money"
)

// Handler serves the protocol's REST calls.
type Handler struct {
	Agents  *Service
	Proxies []netip.Prefix
}

// Routes registers every call of the feature.
func (h *Handler) Routes(r *httpapi.Router) {
	httpapi.HandleBody(r, httpapi.Route{
		Method: "POST", Path: "/ucp/catalog/search", Access: httpapi.Public, Summary: "Search the catalog, for shopping agents (Universal Commerce Protocol)",
	}, h.search)
	httpapi.HandleBody(r, httpapi.Route{
		Method: "POST", Path: "/ucp/catalog/lookup", Access: httpapi.Public, Summary: "Retrieve products by their IDs, for shopping agents",
	}, h.lookup)
	httpapi.HandleBody(r, httpapi.Route{
		Method: "POST", Path: "/ucp/catalog/product", Access: httpapi.Public, Summary: "Retrieve a product, for shopping agents",
	}, h.product)
	httpapi.HandleBody(r, httpapi.Route{
		Method: "POST", Path: "/ucp/carts", Access: httpapi.Public, Status: http.StatusCreated, Or: http.StatusOK,
		Budget:  httpapi.Budget{Limits: []limit.Rule{cartRule}, Rows: 1, Bound: "three days"},
		Summary: "Create a cart, for shopping agents; its continue_url fills the shopper's own cart",
	}, h.create)
	httpapi.HandleBody(r, httpapi.Route{
		Method: "GET", Path: "/ucp/carts/{id}", Access: httpapi.Public, Summary: "Retrieve a cart with current prices and stock, for shopping agents",
	}, h.get)
	httpapi.HandleBody(r, httpapi.Route{
		Method: "PUT", Path: "/ucp/carts/{id}", Access: httpapi.Public, Budget: httpapi.Budget{Limits: []limit.Rule{changeRule}},
		Summary: "Replace the lines of a cart, for shopping agents",
	}, h.replace)
	httpapi.HandleBody(r, httpapi.Route{
		Method: "POST", Path: "/ucp/carts/{id}/cancel", Access: httpapi.Public, Budget: httpapi.Budget{Limits: []limit.Rule{changeRule}},
		Summary: "Cancel a cart, for shopping agents",
	}, h.cancel)
}

// hints are an agent's statements about its shopper.
type hints struct {
	Currency httpapi.Text `json:"currency,omitempty" maxLength:"20"`
}

type priceFilter struct {
	Min httpapi.Int `json:"min,omitempty" minimum:"0" doc:"Minimum price in paise."`
	Max httpapi.Int `json:"max,omitempty" minimum:"0" doc:"Maximum price in paise."`
}

type filters struct {
	Categories []httpapi.Text `json:"categories,omitempty" each:"The category" maxItems:"20" maxLength:"200" doc:"Names of categories as in products. Matches any of them."`
	Price      priceFilter    `json:"price,omitempty"`
}

// bounds returns the price filter. A filter in a currency other than INR is ignored, with a message.
func (f filters) bounds(lang, wanted string) (minimum, maximum *money.Paise, messages []Message) {
	if wanted != "" && wanted != currency {
		if f.Price.Min.Set || f.Price.Max.Set {
			messages = []Message{information("price_filter_ignored", language.Text(lang, "Prices are in INR."))}
		}
		return nil, nil, messages
	}
	bound := func(f httpapi.Int) *money.Paise {
		if !f.Set {
			return nil
		}
		amount := money.Paise(f.Value)
		return &amount
	}
	return bound(f.Price.Min), bound(f.Price.Max), nil
}

type searchForm struct {
	Query      httpapi.Text `json:"query,omitempty" maxLength:"1000"`
	Context    hints        `json:"context,omitempty"`
	Filters    filters      `json:"filters,omitempty"`
	Pagination struct {
		Cursor httpapi.Text `json:"cursor,omitempty" maxLength:"20"`
		Limit  httpapi.Int  `json:"limit,omitempty" minimum:"1"`
	} `json:"pagination,omitempty"`
}

type lookupForm struct {
	IDs     []httpapi.Text `json:"ids" each:"The id" minItems:"1" maxLength:"200"`
	Context hints          `json:"context,omitempty"`
	Filters filters        `json:"filters,omitempty"`
}

type productForm struct {
	ID httpapi.Text `json:"id" maxLength:"200"`
}

type cartForm struct {
	Lines []lineForm `json:"line_items" label:"The cart" maxItems:"100"`
}

type lineForm struct {
	Item     itemForm    `json:"item"`
	Quantity httpapi.Int `json:"quantity" minimum:"1" maximum:"99"`
}

type itemForm struct {
	ID httpapi.Text `json:"id" maxLength:"200" doc:"Product id."`
}

func textsOf(fields []httpapi.Text) []string {
	var texts []string
	for _, field := range fields {
		texts = append(texts, field.Value)
	}
	return texts
}

func (f cartForm) lines() []requestedLine {
	lines := []requestedLine{}
	for _, line := range f.Lines {
		lines = add(lines, requestedLine{line.Item.ID.Value, line.Quantity.Value})
	}
	return lines
}

// CartPath is the path of a cart.
type CartPath struct {
	ID string `path:"id" maxLength:"60"`
}

func (h *Handler) search(ctx context.Context, in *struct{ Body httpapi.Form[searchForm] }) (SearchResult, error) {
	return h.Agents.search(language.Of(ctx), in.Body.Value)
}

func (h *Handler) lookup(ctx context.Context, in *struct{ Body httpapi.Form[lookupForm] }) (LookupResult, error) {
	return h.Agents.lookup(language.Of(ctx), in.Body.Value)
}

func (h *Handler) product(ctx context.Context, in *struct{ Body httpapi.Form[productForm] }) (ProductResult, error) {
	return h.Agents.find(language.Of(ctx), in.Body.Value.ID.Value), nil
}

func (h *Handler) create(ctx context.Context, in *struct {
	httpapi.RawRequest
	Body httpapi.Form[cartForm]
},
) (Cart, error) {
	return h.Agents.create(ctx, httpapi.ClientAddress(in.Request(), h.Proxies), in.Body.Value.lines())
}

func (h *Handler) get(ctx context.Context, in *CartPath) (Cart, error) {
	return h.Agents.get(ctx, in.ID)
}

func (h *Handler) replace(ctx context.Context, in *struct {
	CartPath
	httpapi.RawRequest
	Body httpapi.Form[cartForm]
},
) (Cart, error) {
	return h.Agents.replace(ctx, httpapi.ClientAddress(in.Request(), h.Proxies), in.ID, in.Body.Value.lines())
}

func (h *Handler) cancel(ctx context.Context, in *struct {
	CartPath
	httpapi.RawRequest
},
) (Cart, error) {
	return h.Agents.cancel(ctx, httpapi.ClientAddress(in.Request(), h.Proxies), in.ID)
}
