package setup

import (
	"bytes"
	"cmp"
	"context"
	"net/http"
	"net/netip"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kirana/internal/account"
	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/language"
	"kirana/internal/limit"
	"kirana/internal/settings"
)

// Limit of wrong tokens per address and window.
const (
	wrongTokensPerAddress = 20
	tokenWindow           = 15 * time.Minute
)

var tokenRule = limit.Rule{Name: "setup.address", Max: wrongTokensPerAddress, Window: tokenWindow}

// Handler serves the calls of the setup.
type Handler struct {
	setup       *Service
	options     Options
	wrongTokens *limit.NetworkLimiter
}

// Options are the settings of a Handler.
type Options struct {
	Proxies []netip.Prefix // proxies whose X-Forwarded-For is trusted
	Limits  *limit.Store   // nil only for load tests
	Choices Choices
}

// Choices are the options that setup offers.
type Choices struct {
	DemoProducts   int    `json:"demoProducts" doc:"Number of products in the demo catalog."`
	DemoCategories int    `json:"demoCategories"`
	Online         bool   `json:"online" doc:"true: a card payment provider is configured."`
	PublicURL      string `json:"publicUrl" doc:"Public address of the shop, as configured. Empty: not set."`
	// Languages are filled in by the handler.
	Languages []language.Choice `json:"languages" doc:"Languages of the setup. The chosen one becomes the first language of the shop."`
}

// NewHandler makes the handler.
func NewHandler(s *Service, o Options) *Handler {
	return &Handler{setup: s, options: o, wrongTokens: o.Limits.NetworkLimiter(tokenRule)}
}

// Routes registers every call of the feature.
func (h *Handler) Routes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: Path, Access: httpapi.Public, Refuses: []int{http.StatusNotFound},
		Budget:  httpapi.Budget{Limits: []limit.Rule{tokenRule}},
		Summary: "List the starting options of a new shop; 404 if it is already set up",
	}, h.choices)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: Path, Access: httpapi.Public, MaxBody: httpapi.ProductBody,
		Budget:  httpapi.Budget{Limits: []limit.Rule{tokenRule}, Bound: "once: the shop has an owner then"},
		Summary: "Set up a new shop: creates its owner, settings and products, and logs the owner in", Message: "Your shop is set up.",
	}, h.setUp)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: Path + "/check", Access: httpapi.Public, MaxBody: httpapi.ProductBody, Refuses: []int{http.StatusNotFound},
		Budget:  httpapi.Budget{Limits: []limit.Rule{tokenRule}},
		Summary: "Check the values of one step of the setup; nothing is stored",
	}, h.check)
}

func (h *Handler) choices(ctx context.Context, in *struct {
	httpapi.RawRequest
	Token string `query:"token" maxLength:"200" doc:"Token from the setup link that the first start prints."`
},
) (Choices, error) {
	err := h.withTokenLimit(in.Request(), func() error { return h.setup.accounts.CheckSetup(ctx, in.Token) })
	if err != nil {
		return Choices{}, err
	}
	choices := h.options.Choices
	choices.Languages = language.Choices(Languages(ctx))
	return choices, nil
}

// withTokenLimit runs a call with a token, unless its address has sent too many wrong tokens.
func (h *Handler) withTokenLimit(r *http.Request, call func() error) error {
	from := limit.Client{Address: httpapi.ClientAddress(r, h.options.Proxies)}
	if err := h.wrongTokens.Check(r.Context(), from); err != nil {
		return err
	}
	err := call()
	if fault.Is(err, fault.NotFound) {
		err = cmp.Or(h.wrongTokens.Count(r.Context(), from), err)
	}
	return err
}

// shopPatch is a JSON object of settings to change.
type shopPatch struct{ json []byte }

// UnmarshalJSON keeps the object for settings.Apply.
func (p *shopPatch) UnmarshalJSON(b []byte) error {
	p.json = bytes.Clone(b)
	return nil
}

// object returns the object without surrounding spaces; empty if none was sent.
func (p *shopPatch) object() ([]byte, error) {
	shop := bytes.TrimSpace(p.json)
	if len(shop) > 0 && shop[0] != '{' {
		return nil, fault.InField("shop", "The settings must be a JSON object.")
	}
	return shop, nil
}

// Schema documents the settings that can be sent.
func (shopPatch) Schema(r huma.Registry) *huma.Schema {
	return r.Schema(reflect.TypeFor[settings.Settings](), true, "Settings")
}

type setupForm struct {
	Token    httpapi.Text `json:"token" maxLength:"200" doc:"Token from the setup link that the first start prints."`
	Name     httpapi.Text `json:"name" minLength:"1" maxLength:"100" doc:"Name of the owner."`
	Email    httpapi.Text `json:"email" maxLength:"254" doc:"Email of the owner, used to log in."`
	Password httpapi.Text `json:"password" minLength:"8" maxLength:"128" trim:"no"`
	Shop     shopPatch    `json:"shop,omitempty" doc:"Settings. Fields that are not sent keep the defaults of a new shop."`
	Goods    httpapi.Text `json:"goods,omitempty" maxLength:"10" enum:"demo,empty" doc:"demo: the demo catalog. empty: no products. The default is empty."`
}

func (h *Handler) setUp(ctx context.Context, in *struct {
	httpapi.RawRequest
	Body httpapi.Form[setupForm]
},
) (account.LoginTokens, error) {
	form := in.Body.Value
	goods := Goods(form.Goods.Value)
	if goods != "" && goods != NoGoods && goods != DemoGoods {
		return account.LoginTokens{}, fault.InField("goods", "Goods must be demo or empty.")
	}
	shop, err := form.Shop.object()
	if err != nil {
		return account.LoginTokens{}, err
	}
	var tokens account.LoginTokens
	err = h.withTokenLimit(in.Request(), func() (err error) {
		owner := account.FirstOwner{
			Token: form.Token.Value, Name: form.Name.Value, Email: form.Email.Value, Password: form.Password.Value,
			Client: account.ClientOf(in.Request(), h.options.Proxies),
		}
		tokens, err = h.setup.SetUp(ctx, Request{Owner: owner, Shop: shop, Goods: goods, Language: language.Of(ctx)})
		return err
	})
	return tokens, err
}

type setupCheckForm struct {
	Token    httpapi.Text `json:"token" maxLength:"200" doc:"Token from the setup link that the first start prints."`
	Name     httpapi.Text `json:"name,omitempty" maxLength:"100" doc:"Name of the owner."`
	Email    httpapi.Text `json:"email,omitempty" maxLength:"254" doc:"Email of the owner, used to log in."`
	Password httpapi.Text `json:"password,omitempty" maxLength:"128" trim:"no" doc:"Password of the owner. Name and email are checked only if it is sent."`
	Shop     shopPatch    `json:"shop,omitempty" doc:"Settings of the step."`
}

func (h *Handler) check(ctx context.Context, in *struct {
	httpapi.RawRequest
	Body httpapi.Form[setupCheckForm]
},
) (struct{}, error) {
	form := in.Body.Value
	shop, err := form.Shop.object()
	if err != nil {
		return struct{}{}, err
	}
	owner := account.FirstOwner{Token: form.Token.Value, Name: form.Name.Value, Email: form.Email.Value, Password: form.Password.Value}
	return struct{}{}, h.withTokenLimit(in.Request(), func() error { return h.setup.Check(ctx, Request{Owner: owner, Shop: shop}) })
}
