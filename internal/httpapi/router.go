// Package httpapi serves the shop's API: a route table with the access of each call, strict and bounded input, one envelope
// for all responses, and an OpenAPI document generated from the same code. Features register their calls in their http*.go
// files.
package httpapi

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"kirana/internal/language"
	"kirana/internal/limit"
	"kirana/internal/money"
	"kirana/internal/tax"
)

// Access is the group of callers that may make a call. Its zero value cannot be registered.
type Access int

// Kinds of access.
const (
	Public        Access = iota + 1 // no token needed; a sent token is still read
	Authenticated                   // any user
	Shopper                         // any user except staff
	Administrator                   // any member of staff
	Manager                         // managers and owners
	Owner                           // owners only
)

func (a Access) String() string {
	return [...]string{"nobody", "anyone", "member", "shopper", "administrator", "manager", "owner"}[a]
}

// Route is one row of the route table.
type Route struct {
	Method  string
	Path    string // below /api, with {name} for parameters
	Access  Access
	Scope   Scope // scope of tokens that may make the call; "": none
	Summary string
	Message string   // of a successful response
	Status  int      // default 200
	Or      int      // another success status, set by the body's StatusCode; see HandleBody
	MaxBody int64    // bytes; default DefaultBody
	Upload  string   // field of the file in a multipart/form-data body
	Files   []string // content types of the returned file; see HandleDownload
	JSON    any      // value of the type that the call returns as JSON, if Files has application/json
	Refuses []int    // statuses of refusals in addition to those of refusals()
	Budget  Budget

	Deprecated *Deprecation // nil: not deprecated
}

// Budget limits what the calls of one caller cost the shop.
type Budget struct {
	Limits []limit.Rule // rate limits by account, address or network
	Rows   int          // maximum rows that one call adds for good
	Bound  string       // reason why these rows are bounded without a limit
	Memory int64        // maximum bytes that the largest allowed input takes; default DefaultMemory
}

// DefaultMemory is the memory in bytes of a call that reads only a form.
const DefaultMemory int64 = 32 << 20

// Limits of request bodies in bytes.
const (
	DefaultBody  int64 = 256 << 10
	ProductBody  int64 = 1 << 20
	CheckoutBody int64 = 2 << 20 // clients send each line with its whole product
)

// bodyTime bounds the arrival of a request's body.
const bodyTime = time.Minute

// Router holds the calls under /api.
type Router struct {
	mux          *http.ServeMux
	huma         huma.API
	routes       []Route
	identify     func(ctx context.Context, token string) (Identity, error)
	withIdentity func(ctx context.Context, caller Identity, r *http.Request) context.Context
	onForbidden  func(ctx context.Context, caller Identity, r *http.Request)
	log          *slog.Logger
	known        *knownCalls
	contract     func() *huma.OpenAPI // of the calls registered when it is first called
}

// Options are the dependencies of a Router.
type Options struct {
	Version string
	Log     *slog.Logger
	// Identify returns the caller with a bearer token, or fault.Unauthenticated for an unknown or expired token.
	Identify func(ctx context.Context, token string) (Identity, error)
	// WithIdentity returns the context of a call's function, with the caller's values for other packages. nil leaves the
	// context unchanged.
	WithIdentity func(ctx context.Context, caller Identity, r *http.Request) context.Context
	// OnForbidden, unless nil, is called when a caller has no access to a call.
	OnForbidden func(ctx context.Context, caller Identity, r *http.Request)
}

// Huma has these as package variables, so all Routers share them.
func init() {
	huma.DefaultArrayNullable = false
	huma.NewErrorWithContext = newError
	huma.NewError = func(status int, message string, errs ...error) huma.StatusError {
		return newError(nil, status, message, errs...)
	}
}

// New returns an empty Router.
func New(o Options) *Router {
	mux := http.NewServeMux()
	config := huma.DefaultConfig("Calls of the shop", o.Version)
	config.Info.Description = documentDescription
	config.Servers = []*huma.Server{{URL: "/", Description: "the shop itself"}}
	config.CreateHooks = nil
	config.OpenAPIPath, config.DocsPath, config.SchemasPath = "", "", ""
	config.NoFormatFallback = false
	config.Formats = bodyFormats()
	config.AllowAdditionalPropertiesByDefault = true
	config.Components.Schemas = huma.NewMapRegistry("#/components/schemas/", schemaName)
	// These types are numbers in the document.
	for _, number := range []reflect.Type{reflect.TypeFor[money.Paise](), reflect.TypeFor[money.Adjustment](), reflect.TypeFor[money.UnitCost](), reflect.TypeFor[tax.Percent](), reflect.TypeFor[tax.Quantity]()} {
		config.Components.Schemas.RegisterTypeAlias(number, reflect.TypeFor[float64]())
	}
	config.Components.SecuritySchemes = map[string]*huma.SecurityScheme{"bearer": {Type: "http", Scheme: "bearer"}}
	r := &Router{mux: mux, identify: o.Identify, withIdentity: o.WithIdentity, onForbidden: o.OnForbidden, log: o.Log, known: newKnownCalls()}
	r.huma = humago.New(mux, config)
	r.contract = sync.OnceValue(r.complete)
	mux.HandleFunc("/api/", r.unmatched)
	r.document()
	return r
}

// Routes returns the route table, in the order of registration.
func (r *Router) Routes() []Route { return r.routes }

// ServeHTTP serves all paths under /api.
func (r *Router) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	if key := r.known.key(w, req); key != "" {
		if r.known.serve(w, req, key) {
			return
		}
		scope := req.WithContext(context.WithValue(req.Context(), callKey{}, key))
		defer func() { req.Pattern = cmp.Or(scope.Pattern, req.Pattern) }()
		r.route(w, scope)
		return
	}
	r.route(w, req)
}

// route serves a request by the matching call.
func (r *Router) route(w http.ResponseWriter, req *http.Request) {
	// The specification spells this path in both ways.
	if rest, ok := strings.CutPrefix(req.URL.Path, "/api/subcategory/"); ok {
		clone := *req.URL
		clone.Path, clone.RawPath = "/api/subCategory/"+rest, ""
		req = req.WithContext(req.Context())
		req.URL = &clone
	}
	r.mux.ServeHTTP(w, req)
}

// Handle registers a call that returns data in the envelope.
func Handle[I, T any](r *Router, call Route, fn func(ctx context.Context, in *I) (T, error)) {
	message := call.Message
	HandleBody(r, call, func(ctx context.Context, in *I) (Envelope[T], error) {
		data, err := fn(ctx, in)
		if err != nil {
			return Envelope[T]{}, err
		}
		return OK(language.Text(language.Of(ctx), message), data), nil
	})
}

// statusCoder is a body that sets the status of its response.
type statusCoder interface{ StatusCode() int }

// HandleBody registers a call that returns the whole body: an envelope with additional fields. A body with a method
// StatusCode sets the status.
func HandleBody[I, B any](r *Router, call Route, fn func(ctx context.Context, in *I) (B, error)) {
	type out struct {
		Status int
		Body   B
	}
	op := r.operation(call)
	huma.Register(r.huma, op, func(ctx context.Context, in *I) (*out, error) {
		body, err := fn(ctx, in)
		if err != nil {
			return nil, r.refuse(ctx, err)
		}
		status := op.DefaultStatus
		if coder, ok := any(body).(statusCoder); ok {
			status = coder.StatusCode()
		}
		return &out{status, body}, nil
	})
	r.correct(op)
	if call.Or != 0 {
		responses := operationOf(r.huma.OpenAPI().Paths[op.Path], op.Method).Responses
		alternative := *responses[strconv.Itoa(op.DefaultStatus)]
		alternative.Description = http.StatusText(call.Or)
		responses[strconv.Itoa(call.Or)] = &alternative
	}
	if call.Upload != "" {
		r.documentUpload(call)
	}
}

// HandlePrepared registers a call that returns an encoded response; B documents its body. Requests with equal bytes share one
// input value, which fn must not change after it returns.
func HandlePrepared[I, B any](r *Router, call Route, fn func(ctx context.Context, in *I) (*Prepared, error)) {
	op := r.operation(call)
	schema := r.huma.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[B](), true, "Envelope")
	pattern := call.Method + " " + op.Path
	if call.Method == http.MethodPost {
		r.known.posts[op.Path] = true
	}
	op.Responses = map[string]*huma.Response{"200": {
		Description: http.StatusText(http.StatusOK),
		Content:     map[string]*huma.MediaType{"application/json": {Schema: schema}},
	}}
	huma.Register(r.huma, op, func(ctx context.Context, in *I) (*huma.StreamResponse, error) {
		prepared, err := fn(ctx, in)
		if err != nil {
			return nil, r.refuse(ctx, err)
		}
		r.known.keep(ctx, knownCall{pattern, func(ctx context.Context) (*Prepared, error) { return fn(ctx, in) }})
		return &huma.StreamResponse{Body: func(hc huma.Context) {
			req, w := humago.Unwrap(hc)
			prepared.ServeHTTP(w, req)
		}}, nil
	})
	r.correct(op)
}

// correct overrides Huma's assumptions: a missing body counts as an empty form (Huma checks Required at each request), a call
// that reads no body documents none, and no call returns 422.
func (r *Router) correct(op huma.Operation) {
	if op.RequestBody != nil {
		op.RequestBody.Required = false
	}
	if documented := operationOf(r.huma.OpenAPI().Paths[op.Path], op.Method); documented.RequestBody != nil && documented.RequestBody.Content == nil {
		documented.RequestBody = nil
	}
	delete(op.Responses, strconv.Itoa(http.StatusUnprocessableEntity))
}

// SchemaNamer sets the name of a type's schema in the OpenAPI document, for types whose Go name is unclear without the
// package.
type SchemaNamer interface{ SchemaName() string }

// schemaName returns the name of a type's schema. An envelope is named after its data: "CartLineResponse",
// "CategoryListResponse" or "OrderPage".
func schemaName(t reflect.Type, hint string) string {
	requireExportedParts(t)
	if named, ok := reflect.New(t).Interface().(SchemaNamer); ok {
		return named.SchemaName()
	}
	data, isEnvelope := t, false
	if t.PkgPath() == reflect.TypeFor[Route]().PkgPath() {
		data, isEnvelope = envelopeData(t)
	}
	switch {
	case isEnvelope && strings.HasPrefix(t.Name(), "Page["):
		return schemaName(data.Elem(), hint) + "Page"
	case isEnvelope:
		return schemaName(data, hint) + "Response"
	case t.Kind() == reflect.Slice && t.Name() == "":
		return schemaName(t.Elem(), hint) + "List"
	case t == reflect.TypeFor[struct{}]():
		return "Empty"
	}
	return huma.DefaultSchemaNamer(t, hint)
}

// requireExportedParts panics if a struct embeds an unexported one: Huma would omit its fields from the document.
func requireExportedParts(t reflect.Type) {
	if t.Kind() != reflect.Struct {
		return
	}
	for field := range t.NumField() {
		if part := t.Field(field); part.Anonymous && !part.IsExported() {
			panic("api: " + t.String() + " embeds " + part.Name + ", whose fields would be missing in the document")
		}
	}
}

// envelopeData returns the type of an envelope's Data.
func envelopeData(t reflect.Type) (data reflect.Type, isEnvelope bool) {
	if !strings.Contains(t.Name(), "[") || t.Kind() != reflect.Struct {
		return t, false
	}
	field, found := t.FieldByName("Data")
	return field.Type, found
}

// operation adds a call to the route table and guards it. It panics for a call without Access.
func (r *Router) operation(call Route) huma.Operation {
	if call.Access == 0 {
		panic("api: " + call.Method + " " + call.Path + " does not say who may use it")
	}
	if call.Status == 0 {
		call.Status = http.StatusOK
	}
	if call.MaxBody == 0 {
		call.MaxBody = DefaultBody
	}
	if call.Budget.Memory == 0 {
		call.Budget.Memory = DefaultMemory
	}
	r.routes = append(r.routes, call)
	op := huma.Operation{
		OperationID:   r.operationID(call),
		Method:        call.Method,
		Path:          "/api" + call.Path,
		Summary:       call.Summary,
		Description:   describe(call),
		Tags:          []string{groupOf(call)},
		DefaultStatus: call.Status,
		Responses:     map[string]*huma.Response{},
		MaxBodyBytes:  call.MaxBody,
		// A large order takes long on a slow phone.
		BodyReadTimeout: bodyTime,
		// Forms validate themselves, with messages for people (see Form).
		SkipValidateBody:   true,
		SkipValidateParams: true, // see checkParameters
		RequestBody:        &huma.RequestBody{Required: false},
		Middlewares:        huma.Middlewares{r.guard(call), r.checkParameters},
		Errors:             refusals(call),
		Security:           []map[string][]string{{"bearer": {}}},
	}
	if call.Method == http.MethodGet {
		op.RequestBody = nil
	}
	if call.Upload != "" {
		op.Middlewares = append(op.Middlewares, allowUpload)
	}
	if call.Deprecated != nil {
		op.Deprecated = true
		op.Middlewares = append(huma.Middlewares{call.Deprecated.announce}, op.Middlewares...)
	}
	if call.Access == Public {
		op.Security = append([]map[string][]string{{}}, op.Security...)
	}
	return op
}

// operationID derives the id from the path: "order-cod" for POST /order/cod. If another method of the path is registered
// already, the method is appended, unless it is GET.
func (r *Router) operationID(route Route) string {
	id := strings.NewReplacer("/", "-", "{", "", "}", "").Replace(strings.TrimPrefix(route.Path, "/"))
	if route.Method == http.MethodGet {
		return id
	}
	for _, registered := range r.routes {
		if registered.Path == route.Path && registered.Method != route.Method {
			return id + "-" + strings.ToLower(route.Method)
		}
	}
	return id
}

// msgNoRoute is the message of 404 for an unknown path under /api.
const msgNoRoute = "There is no such call."

// unmatched responds with 405 to a wrong method of a known path, otherwise with 404.
func (r *Router) unmatched(w http.ResponseWriter, req *http.Request) {
	var allowed []string
	for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodDelete} {
		probe := &http.Request{Method: method, URL: req.URL, Host: req.Host}
		if _, pattern := r.mux.Handler(probe); pattern != "/api/" && pattern != "" {
			allowed = append(allowed, method)
		}
	}
	if len(allowed) > 0 {
		w.Header().Set("Allow", strings.Join(allowed, ", "))
		WriteRefusal(req.Context(), w, http.StatusMethodNotAllowed, "method_not_allowed", "This address does not answer that method.")
		return
	}
	WriteRefusal(req.Context(), w, http.StatusNotFound, "no_call", msgNoRoute)
}
