package catalog

import (
	"context"
	"fmt"
	"net/url"
	"strconv"

	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/id"
	"kirana/internal/money"
)

// Handler is how the catalogue is reached over HTTP.
type Handler struct {
	Catalog *Service

	answers *answers
}

// Routes lists every call of the feature; the administrator's are in http_admin.go.
func (d *Handler) Routes(r *httpapi.Router) {
	d.answers = newAnswers(d.Catalog)

	httpapi.HandlePrepared[struct{}, httpapi.Envelope[[]Category]](r, httpapi.Route{
		Method: "GET", Path: "/category/get", Access: httpapi.Public, Summary: "All categories by position",
	}, d.categories)
	httpapi.HandlePrepared[struct{}, httpapi.Envelope[[]SubCategory]](r, httpapi.Route{
		Method: "POST", Path: "/subCategory/get", Access: httpapi.Public, Summary: "All sub-categories, as they were made",
	}, d.subCategories)
	httpapi.HandlePrepared[struct{}, httpapi.Envelope[[]HomeRow]](r, httpapi.Route{
		Method: "GET", Path: "/product/home", Access: httpapi.Public, Summary: "A row of products for each category",
	}, d.home)
	httpapi.HandlePrepared[listing, productList](r, httpapi.Route{
		Method: "GET", Path: "/product/getAll", Access: httpapi.Public, Summary: "Products, searched, filtered and sorted; all of them without parameters",
	}, d.all)
	httpapi.HandlePrepared[struct {
		Body httpapi.Form[searchBody]
	}, productList](r, httpapi.Route{
		Method: "POST", Path: "/product/get", Access: httpapi.Public, Summary: "The same search with a body",
	}, d.searched)
	httpapi.HandlePrepared[struct {
		Body httpapi.Form[inCategory]
	}, productList](r, httpapi.Route{
		Method: "POST", Path: "/product/getProductByCategory", Access: httpapi.Public, Summary: "Products of a category",
	}, d.byCategory)
	httpapi.HandlePrepared[struct {
		Body httpapi.Form[inSubCategory]
	}, productList](r, httpapi.Route{
		Method: "POST", Path: "/product/getProductByCategoryAndSubCategory", Access: httpapi.Public, Summary: "Products of a sub-category",
	}, d.bySubCategory)
	httpapi.HandlePrepared[struct {
		Body httpapi.Form[oneProduct]
	}, httpapi.Envelope[Product]](r, httpapi.Route{
		Method: "POST", Path: "/product/getProductById", Access: httpapi.Public, Summary: "One product",
	}, d.product)
	d.adminRoutes(r)
}

// productList is a list that may answer words.
type productList struct {
	httpapi.Page[Product]

	Partial bool     `json:"partial,omitempty" doc:"no product has all the words of q; these have most of them"`
	Nearest []string `json:"nearest,omitempty" doc:"where q finds nothing: words of the shop that are spelt like it"`
}

// listing is the query string of a product list. Parameters are texts here and
// checked below, since an empty one counts as sent.
type listing struct {
	httpapi.RawRequest
	Q           string `query:"q" doc:"words of the name, in any order, half typed or misspelt"`
	Category    string `query:"category" doc:"id"`
	SubCategory string `query:"subCategory" doc:"id"`
	InStock     string `query:"inStock" doc:"true: only what can be bought"`
	MinPrice    string `query:"minPrice" doc:"rupees, of the payable price"`
	MaxPrice    string `query:"maxPrice" doc:"rupees, of the payable price"`
	Sort        string `query:"sort" doc:"relevance, newest, priceAsc, priceDesc, discount, name or stock (the fewest pieces first)"`
	Publish     string `query:"publish" doc:"true or false; a product that is not published is seen by an administrator only"`
	Stock       string `query:"stock" doc:"out: none left; low: at most 5 left"`
	Page        string `query:"page" doc:"from 1"`
	Limit       string `query:"limit" doc:"1 to 100"`
}

type searchBody struct {
	Page   httpapi.Int  `json:"page,omitempty" minimum:"1"`
	Limit  httpapi.Int  `json:"limit,omitempty" minimum:"1" maximum:"100"`
	Search httpapi.Text `json:"search,omitempty" maxLength:"1000"`
}

// Paging asks for one page of a list; without it the list comes whole.
type Paging struct {
	Page  httpapi.Int `json:"page,omitempty" minimum:"1"`
	Limit httpapi.Int `json:"limit,omitempty" minimum:"1" maximum:"100"`
}

type inCategory struct {
	ID httpapi.Ref `json:"id"`
	Paging
}

type inSubCategory struct {
	CategoryID    httpapi.Ref `json:"categoryId" label:"Category"`
	SubCategoryID httpapi.Ref `json:"subCategoryId" label:"Sub-category"`
	Paging
}

type oneProduct struct {
	ProductID httpapi.Ref `json:"productId" label:"Product"`
}

// pageLimit is how many products a page has when the caller does not say.
const pageLimit = 24

func (d *Handler) categories(context.Context, *struct{}) (*httpapi.Prepared, error) {
	return d.answers.get("categories", func() any { return httpapi.OK("", d.Catalog.Categories()) })
}

func (d *Handler) subCategories(context.Context, *struct{}) (*httpapi.Prepared, error) {
	return d.answers.get("subCategories", func() any { return httpapi.OK("", d.Catalog.SubCategories()) })
}

func (d *Handler) home(context.Context, *struct{}) (*httpapi.Prepared, error) {
	return d.answers.get("home", func() any { return httpapi.OK("", d.Catalog.Home()) })
}

func (d *Handler) all(ctx context.Context, in *listing) (*httpapi.Prepared, error) {
	q, err := in.query()
	if err != nil {
		return nil, err
	}
	q.Unpublished = httpapi.IdentityOf(ctx).Admin
	return d.list(q)
}

func (d *Handler) searched(ctx context.Context, in *struct{ Body httpapi.Form[searchBody] }) (*httpapi.Prepared, error) {
	form := in.Body.Value
	q := Query{Words: form.Search.Value, Page: max(form.Page.Value, 1), Limit: form.Limit.Value, Unpublished: httpapi.IdentityOf(ctx).Admin}
	if q.Limit == 0 {
		q.Limit = pageLimit
	}
	return d.list(q)
}

func (d *Handler) byCategory(ctx context.Context, in *struct{ Body httpapi.Form[inCategory] }) (*httpapi.Prepared, error) {
	form := in.Body.Value
	return d.list(form.paged(Query{CategoryID: form.ID.Value, Unpublished: httpapi.IdentityOf(ctx).Admin}))
}

func (d *Handler) bySubCategory(ctx context.Context, in *struct{ Body httpapi.Form[inSubCategory] }) (*httpapi.Prepared, error) {
	form := in.Body.Value
	return d.list(form.paged(Query{CategoryID: form.CategoryID.Value, SubCategory: form.SubCategoryID.Value, Unpublished: httpapi.IdentityOf(ctx).Admin}))
}

func (d *Handler) product(ctx context.Context, in *struct{ Body httpapi.Form[oneProduct] }) (*httpapi.Prepared, error) {
	product, err := d.Catalog.Product(in.Body.Value.ProductID.Value, httpapi.IdentityOf(ctx).Admin)
	if err != nil {
		return nil, err
	}
	return httpapi.Prepare(httpapi.OK("", product))
}

// list answers a query. What people type is endless, so searches are not kept.
func (d *Handler) list(q Query) (*httpapi.Prepared, error) {
	body := func() any {
		found := d.Catalog.Find(q)
		if q.Limit == 0 {
			return productList{Page: httpapi.Unpaged(found.Products), Partial: found.Partial, Nearest: found.Nearest}
		}
		return productList{Page: httpapi.NewPage(found.Products, found.Total, q.Limit), Partial: found.Partial, Nearest: found.Nearest}
	}
	if q.Words != "" {
		return httpapi.Prepare(body())
	}
	return d.answers.get(q.key(), body)
}

func (q Query) key() string {
	amount := func(p *money.Paise) string {
		if p == nil {
			return "-"
		}
		return p.Number()
	}
	publish := "any"
	if q.Publish != nil {
		publish = strconv.FormatBool(*q.Publish)
	}
	return fmt.Sprint("list ", q.CategoryID, " ", q.SubCategory, " ", q.InStock, " ", amount(q.Min), " ", amount(q.Max), " ",
		q.Sort, " ", q.Page, " ", q.Limit, " ", q.Unpublished, " ", q.Stock, " ", publish)
}

func (p Paging) paged(q Query) Query {
	if p.Page.Set || p.Limit.Set {
		q.Page, q.Limit = max(p.Page.Value, 1), p.Limit.Value
		if q.Limit == 0 {
			q.Limit = pageLimit
		}
	}
	return q
}

// query reads the parameters; any of them asks for pages.
func (in *listing) query() (Query, error) {
	sent := in.Request().URL.Query()
	q := Query{Words: in.Q}
	var wrong []fault.Field
	refuse := func(field, message string) { wrong = append(wrong, fault.Field{Field: field, Message: message}) }
	place := func(name, text string) string {
		if text != "" && !id.Valid(text) {
			refuse(name, "The value of "+name+" is not a valid id.")
		}
		return text
	}
	q.CategoryID, q.SubCategory = place("category", in.Category), place("subCategory", in.SubCategory)
	yes := func(name, text string) bool {
		if text != "" && text != "true" && text != "false" {
			refuse(name, "The value of "+name+" must be true or false.")
		}
		return text == "true"
	}
	q.InStock = yes("inStock", in.InStock)
	if publish := yes("publish", in.Publish); in.Publish != "" {
		q.Publish = &publish
	}
	switch level := StockLevel(in.Stock); level {
	case "", OutOfStock, LowOnStock:
		q.Stock = level
	default:
		refuse("stock", "The value of stock must be out or low.")
	}
	amount := func(name, text string) *money.Paise {
		if text == "" {
			return nil
		}
		paise, err := money.Parse(text)
		if err != nil {
			refuse(name, "The value of "+name+" must be an amount in rupees.")
		}
		return &paise
	}
	q.Min, q.Max = amount("minPrice", in.MinPrice), amount("maxPrice", in.MaxPrice)
	switch sort := Sort(in.Sort); sort {
	case "", ByRelevance, ByNewest, ByPriceAsc, ByPriceDesc, ByDiscount, ByName, ByStock:
		q.Sort = sort
	default:
		refuse("sort", "The value of sort must be relevance, newest, priceAsc, priceDesc, discount, name or stock.")
	}
	number := func(name, text string, most int) int {
		if text == "" {
			return 0
		}
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > most {
			refuse(name, fmt.Sprintf("The value of %s must be a whole number from 1 to %d.", name, most))
		}
		return n
	}
	q.Page, q.Limit = max(number("page", in.Page, 1_000_000), 1), number("limit", in.Limit, 100)
	if q.Limit == 0 && anyOf(sent, "q", "category", "subCategory", "inStock", "minPrice", "maxPrice", "sort", "page", "limit", "publish", "stock") {
		q.Limit = pageLimit
	}
	return q, fault.Form(wrong)
}

func anyOf(sent url.Values, names ...string) bool {
	for _, name := range names {
		if sent.Has(name) {
			return true
		}
	}
	return false
}
