package view

import (
	"context"
	"net/http"
	"runtime"
	"slices"
	"strconv"

	"kirana/internal/catalog"
	"kirana/internal/httpapi"
)

// Handler serves the calls that read the catalog.
type Handler struct {
	view     *View
	cache    *responseCache
	searches *responseCache // separate, so that the many different searches do not evict listings
}

// NewHandler returns a handler with empty caches.
func NewHandler(v *View) *Handler {
	return &Handler{view: v, cache: newResponseCache(v.clock, maxCacheBytes), searches: newResponseCache(v.clock, maxSearchBytes)}
}

// CacheBytes returns the memory of the cached responses in bytes.
func (h *Handler) CacheBytes() int { return h.cache.entries.Bytes() + h.searches.entries.Bytes() }

// Routes registers all calls that read the catalog.
func (h *Handler) Routes(r *httpapi.Router) {
	h.updatedSinceRoutes(r)
	httpapi.HandlePrepared[struct{}, homePage](r, httpapi.Route{
		Method: "GET", Path: "/product/home", Access: httpapi.Public, Scope: httpapi.ScopeCatalog, Summary: "List the popular products, and a row of products for each category",
	}, h.home)
	httpapi.HandlePrepared[struct {
		Body httpapi.Form[searchBody]
	}, productPage](r, httpapi.Route{
		Method: "POST", Path: "/product/get", Access: httpapi.Public, Scope: httpapi.ScopeCatalog, Summary: "Search products, with the parameters in the body",
	}, h.search)
	httpapi.HandlePrepared[struct {
		Body httpapi.Form[categoryProductsForm]
	}, productPage](r, httpapi.Route{
		Method: "POST", Path: "/product/getProductByCategory", Access: httpapi.Public, Scope: httpapi.ScopeCatalog, Summary: "List the products of a category",
	}, h.byCategory)
	httpapi.HandlePrepared[struct {
		Body httpapi.Form[subCategoryProductsForm]
	}, productPage](r, httpapi.Route{
		Method: "POST", Path: "/product/getProductByCategoryAndSubCategory", Access: httpapi.Public, Scope: httpapi.ScopeCatalog, Summary: "List the products of a sub-category",
	}, h.bySubCategory)
	httpapi.HandlePrepared[struct {
		Body httpapi.Form[productIDForm]
	}, httpapi.Envelope[catalog.Product]](r, httpapi.Route{
		Method: "POST", Path: "/product/getProductById", Access: httpapi.Public, Scope: httpapi.ScopeCatalog, Summary: "Retrieve a product",
	}, h.product)
	httpapi.HandlePrepared[struct {
		ProductID string `path:"id"`
	}, httpapi.Envelope[[]catalog.Product]](r, httpapi.Route{
		Method: "GET", Path: "/product/{id}/replacements", Access: httpapi.Public, Scope: httpapi.ScopeCatalog,
		Summary: "List the products in stock that are most similar to a product: same sub-category first, then same size",
	}, h.replacements)
}

// updatedSinceRoutes registers the lists that accept updatedSince.
func (h *Handler) updatedSinceRoutes(r *httpapi.Router) {
	categories := httpapi.Route{
		Method: "GET", Path: "/category/get", Access: httpapi.Public, Scope: httpapi.ScopeCatalog, Refuses: []int{http.StatusConflict},
		Summary: "List all categories by position",
	}
	httpapi.HandlePrepared[sinceQuery, httpapi.Envelope[[]catalog.Category]](r, categories, h.categories)
	httpapi.DocumentChanges[httpapi.Envelope[[]catalog.Category], catalog.Category](r, categories)
	subCategories := httpapi.Route{
		Method: "POST", Path: "/subCategory/get", Access: httpapi.Public, Scope: httpapi.ScopeCatalog, Summary: "List all sub-categories, newest first",
	}
	httpapi.HandlePrepared[sinceBody, httpapi.Envelope[[]catalog.SubCategory]](r, subCategories, h.subCategories)
	httpapi.DocumentChanges[httpapi.Envelope[[]catalog.SubCategory], catalog.SubCategory](r, subCategories)
	products := httpapi.Route{
		Method: "GET", Path: "/product/getAll", Access: httpapi.Public, Scope: httpapi.ScopeCatalog, Refuses: []int{http.StatusConflict},
		Summary: "List, search, filter and sort products; all of them without parameters",
	}
	httpapi.HandlePrepared[listing, productPage](r, products, h.all)
	httpapi.DocumentChanges[productPage, catalog.Product](r, products)
}

// homePage is the response of /product/home.
type homePage struct {
	httpapi.Envelope[[]HomeRow]

	Popular  []catalog.Product `json:"popular" doc:"Popular products, without descriptions and details."`
	Everyday bool              `json:"everyday,omitempty" doc:"true: popular holds everyday needs, because the shop has sold too little for a ranking."`
}

// productPage is one page of a listing or search.
type productPage struct {
	httpapi.Page[catalog.Product]

	AlsoCount     int                 `json:"alsoCount,omitempty" doc:"Number of further products that match q by unit, sub-category or category only. also=true lists them."`
	Partial       bool                `json:"partial,omitempty" doc:"true: no product matches all words of q; the products match most of them."`
	Nearest       []string            `json:"nearest,omitempty" doc:"Words of the shop that are spelled similarly. Present if nothing matches q and sameShelf is absent."`
	SameShelf     []catalog.Product   `json:"sameShelf,omitempty" doc:"Products of the same kind. Present if nothing matches q and q names a known brand or kind."`
	Facets        *Facets             `json:"facets,omitempty" doc:"Values to narrow the list. Present if requested."`
	SubCategories []SearchSubCategory `json:"subCategories,omitempty" doc:"Sub-categories of the best matches. Present on the first page of a search of the whole shop."`
}

type searchBody struct {
	Page   httpapi.Int  `json:"page,omitempty" minimum:"1"`
	Limit  httpapi.Int  `json:"limit,omitempty" minimum:"1" maximum:"100"`
	Search httpapi.Text `json:"search,omitempty" maxLength:"1000"`
}

// Paging selects one page. Without it, the list is complete.
type Paging struct {
	Page  httpapi.Int `json:"page,omitempty" minimum:"1"`
	Limit httpapi.Int `json:"limit,omitempty" minimum:"1" maximum:"100"`
}

type categoryProductsForm struct {
	ID httpapi.Ref `json:"id"`
	Paging
}

type subCategoryProductsForm struct {
	CategoryID    httpapi.Ref `json:"categoryId" label:"Category"`
	SubCategoryID httpapi.Ref `json:"subCategoryId" label:"Sub-category"`
	Paging
}

type productIDForm struct {
	ProductID httpapi.Ref `json:"productId" label:"Product"`
}

// defaultPageSize is the number of products on a page if the caller sends no limit.
const defaultPageSize = 24

func (h *Handler) categories(ctx context.Context, in *sinceQuery) (*httpapi.Prepared, error) {
	if in.UpdatedSince != "" {
		return h.changedCategories(ctx, in.UpdatedSince)
	}
	s := h.view.Snapshot()
	return h.cache.get(s, "categories", func() any { return httpapi.OK("", s.Categories()) })
}

func (h *Handler) subCategories(ctx context.Context, in *sinceBody) (*httpapi.Prepared, error) {
	if since := in.since(); since != "" {
		return h.changedSubCategories(ctx, since)
	}
	s := h.view.Snapshot()
	return h.cache.get(s, "subCategories", func() any {
		subCategories := s.SubCategories()
		slices.Reverse(subCategories)
		return httpapi.OK("", subCategories)
	})
}

func (h *Handler) home(context.Context, *struct{}) (*httpapi.Prepared, error) {
	s := h.view.Snapshot()
	return h.cache.get(s, "home", func() any {
		popular, everyday := s.popular(homeRowLimit)
		return homePage{Envelope: httpapi.OK("", s.Home()), Popular: popular, Everyday: everyday}
	})
}

func (h *Handler) all(ctx context.Context, in *listing) (*httpapi.Prepared, error) {
	if in.UpdatedSince != "" {
		return h.changedProducts(ctx, in)
	}
	if in.parsed == nil { // equal requests without a token share their input; the first one parses it
		q, err := in.query()
		if err != nil {
			return nil, err
		}
		q = q.forCaller(httpapi.IdentityOf(ctx))
		in.parsed = q.keyed()
	}
	return h.list(in.parsed)
}

func (h *Handler) search(ctx context.Context, in *struct{ Body httpapi.Form[searchBody] }) (*httpapi.Prepared, error) {
	form := in.Body.Value
	q := Query{Words: form.Search.Value, Page: max(form.Page.Value, 1), Limit: form.Limit.Value}.forCaller(httpapi.IdentityOf(ctx))
	if q.Limit == 0 {
		q.Limit = defaultPageSize
	}
	return h.list(q.keyed())
}

func (h *Handler) byCategory(ctx context.Context, in *struct {
	Body httpapi.Form[categoryProductsForm]
},
) (*httpapi.Prepared, error) {
	form := in.Body.Value
	return h.list(form.paginate(Query{CategoryID: form.ID.Value}.forCaller(httpapi.IdentityOf(ctx))).keyed())
}

func (h *Handler) bySubCategory(ctx context.Context, in *struct {
	Body httpapi.Form[subCategoryProductsForm]
},
) (*httpapi.Prepared, error) {
	form := in.Body.Value
	return h.list(form.paginate(Query{CategoryID: form.CategoryID.Value, SubCategoryID: form.SubCategoryID.Value}.forCaller(httpapi.IdentityOf(ctx))).keyed())
}

func (h *Handler) product(ctx context.Context, in *struct{ Body httpapi.Form[productIDForm] }) (*httpapi.Prepared, error) {
	s, caller := h.view.Snapshot(), httpapi.IdentityOf(ctx)
	admin, costs := caller.Admin, caller.SeesCosts()
	product := s.find(in.Body.Value.ProductID.Value)
	if product == nil || !product.Publish && !admin {
		return nil, catalog.ErrNoProduct
	}
	// The key includes the stock: unlike a list, this response must not be a second late.
	key := "product " + product.ID + " " + strconv.Itoa(product.Stock) + " " + strconv.Itoa(product.Available()) + " " + strconv.FormatInt(product.UpdatedAt.UnixNano(), 36)
	return h.cache.get(s, key+s.staffKey(admin)+strconv.FormatBool(costs), func() any { return httpapi.OK("", s.shown(*product, admin, costs)) })
}

func (h *Handler) replacements(_ context.Context, in *struct {
	ProductID string `path:"id"`
},
) (*httpapi.Prepared, error) {
	s := h.view.Snapshot()
	product, err := s.visible(in.ProductID)
	if err != nil {
		return nil, err
	}
	return h.cache.get(s, "replacements "+in.ProductID, func() any { return httpapi.OK("", s.replacements(product)) })
}

// forCaller returns the query with the caller's rights.
func (q Query) forCaller(caller httpapi.Identity) Query {
	q.Unpublished, q.Costs = caller.Admin, caller.SeesCosts()
	return q
}

// list returns the response to a query, from the cache if possible.
func (h *Handler) list(q *keyedQuery) (*httpapi.Prepared, error) {
	s := h.view.Snapshot()
	key := q.cacheKey + s.staffKey(q.Unpublished)
	if q.Words == "" {
		return h.cache.get(s, key, func() any { return newProductPage(q.Query, s.Find(q.Query)) })
	}
	return h.searches.prepare(s, key, s.search.Version(), func() (*httpapi.Prepared, error) {
		// A goroutine whose connection has further requests can run for up to 10 ms, while other connections wait for their
		// first response. Yield before each search, so that the others run first.
		runtime.Gosched()
		body, err := httpapi.Encode(newProductPage(q.Query, s.Find(q.Query)))
		if err != nil {
			return nil, err
		}
		return httpapi.PrepareRare(body), nil
	})
}

// staffKey completes the cache key of a response for staff: tax rates depend on the day.
func (s *Snapshot) staffKey(staff bool) string {
	if staff {
		return " staff " + s.day()
	}
	return ""
}

func newProductPage(q Query, found Found) productPage {
	list := productPage{Page: httpapi.Unpaged(found.Products), AlsoCount: found.Also, Partial: found.Partial, Nearest: found.Nearest, SameShelf: found.SameShelf, SubCategories: found.SubCategories, Facets: found.Facets}
	if q.Limit > 0 {
		list.Page = httpapi.NewPage(found.Products, found.Total, q.Limit)
	}
	return list
}

func (p Paging) paginate(q Query) Query {
	if p.Page.Set || p.Limit.Set {
		q.Page, q.Limit = max(p.Page.Value, 1), p.Limit.Value
		if q.Limit == 0 {
			q.Limit = defaultPageSize
		}
	}
	return q
}
