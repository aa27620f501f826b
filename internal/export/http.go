package export

import (
	"context"
	"io"

	"kirana/internal/catalog/view"
	"kirana/internal/customer"
	"kirana/internal/export/sheet"
	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/id"
	"kirana/internal/language"
	"kirana/internal/order"
	"kirana/internal/order/list"
	"kirana/internal/unicodetext"
)

// Handler serves the calls that export tables.
type Handler struct{ service *Service }

// NewHandler makes the handler.
func NewHandler(s *Service) *Handler { return &Handler{service: s} }

var contentTypes = []string{sheet.CSV.ContentType(), sheet.XLSX.ContentType()}

// Routes registers every call of the feature. Only owners may export customers.
func (h *Handler) Routes(r *httpapi.Router) {
	httpapi.HandleDownload(r, httpapi.Route{
		Method: "GET", Path: "/export/products", Access: httpapi.Manager, Scope: httpapi.ScopeCatalog, Files: contentTypes,
		Summary: "Export the products that match the filters, as a table that can be imported unchanged",
	}, h.products)
	httpapi.HandleDownload(r, httpapi.Route{
		Method: "GET", Path: "/export/orders", Access: httpapi.Manager, Scope: httpapi.ScopeOrders, Files: contentTypes,
		Summary: "Export the orders that match the filters, as a table",
	}, func(ctx context.Context, in *orderQuery) (httpapi.Download, error) { return h.orders(ctx, Orders, in) })
	httpapi.HandleDownload(r, httpapi.Route{
		Method: "GET", Path: "/export/order-lines", Access: httpapi.Manager, Scope: httpapi.ScopeOrders, Files: contentTypes,
		Summary: "Export the lines of the orders that match the filters, as a table",
	}, func(ctx context.Context, in *orderQuery) (httpapi.Download, error) {
		return h.orders(ctx, OrderLines, in)
	})
	httpapi.HandleDownload(r, httpapi.Route{
		Method: "GET", Path: "/export/stock", Access: httpapi.Manager, Scope: httpapi.ScopeCatalog, Files: contentTypes,
		Summary: "Export the stock ledger, as a table",
	}, h.stock)
	httpapi.HandleDownload(r, httpapi.Route{
		Method: "GET", Path: "/export/customers", Access: httpapi.Owner, Scope: httpapi.ScopeOrders, Files: contentTypes,
		Summary: "Export the customers that match the filters, as a table",
	}, h.customers)
}

// FormatQuery selects the file format.
type FormatQuery struct {
	Format string `query:"format" maxLength:"10" enum:"csv,xlsx" doc:"Format of the file. csv if absent."`
}

type productQuery struct {
	FormatQuery

	Q           string `query:"q" maxLength:"1000" doc:"Search text: words of the name."`
	Category    string `query:"category" doc:"Category ID."`
	SubCategory string `query:"subCategory" doc:"Sub-category ID."`
	Stock       string `query:"stock" maxLength:"10" enum:"out,low,some"`
	Publish     string `query:"publish" maxLength:"10" enum:"true,false"`
	Without     string `query:"without" maxLength:"10" enum:"picture,unit,hsn,rate"`
	TaxRate     string `query:"taxRate" maxLength:"6" doc:"Filters by the GST rate valid today, in per cent."`
}

func (h *Handler) products(ctx context.Context, in *productQuery) (httpapi.Download, error) {
	q := view.Query{
		Words: in.Q, CategoryID: in.Category, SubCategoryID: in.SubCategory, Stock: view.StockLevel(in.Stock), Without: view.MissingField(in.Without),
		Sort: view.ByName, Unpublished: true,
	}
	switch {
	case !q.Stock.Valid():
		return httpapi.Download{}, fault.InField("stock", "The value of stock must be out, low or some.")
	case !q.Without.Valid():
		return httpapi.Download{}, fault.InField("without", "The value of without must be picture, unit, hsn or rate.")
	case in.Publish != "" && in.Publish != "true" && in.Publish != "false":
		return httpapi.Download{}, fault.InField("publish", "The value of publish must be true or false.")
	}
	for field, value := range map[string]string{"category": in.Category, "subCategory": in.SubCategory} {
		if value != "" && !id.Valid(value) {
			return httpapi.Download{}, fault.InField(field, "The id is not valid.")
		}
	}
	if in.Publish != "" {
		publish := in.Publish == "true"
		q.Publish = &publish
	}
	var err error
	if q.TaxRate, err = view.ParseTaxRate(in.TaxRate); err != nil {
		return httpapi.Download{}, err
	}
	return h.download(in.Format, Request{Kind: Products, Filter: Filter{Products: q, Costs: httpapi.IdentityOf(ctx).SeesCosts()}})
}

type orderQuery struct {
	FormatQuery
	list.Query

	Status string `query:"status" enum:"PENDING,DELIVERED,CANCELED" doc:"Filters by orders with a line of this delivery status."`
	Waits  string `query:"waits" enum:"delivery,payment,refund" doc:"Filters by orders with a line that waits for delivery, payment or a refund."`
}

func (h *Handler) orders(_ context.Context, kind Kind, in *orderQuery) (httpapi.Download, error) {
	orders, err := in.Filter()
	if err != nil {
		return httpapi.Download{}, err
	}
	f := list.ExportFilter{Filter: orders, Delivery: order.Delivery(in.Status), Queue: list.Queue(in.Waits)}
	if err := f.Check(); err != nil {
		return httpapi.Download{}, err
	}
	return h.download(in.Format, Request{Kind: kind, Filter: Filter{Orders: f}})
}

func (h *Handler) stock(_ context.Context, in *struct {
	FormatQuery

	Product string `query:"product" doc:"Product ID. All products if absent."`
	From    string `query:"from" doc:"First day, as YYYY-MM-DD in India Standard Time."`
	To      string `query:"to" doc:"Last day, inclusive, as YYYY-MM-DD in India Standard Time."`
},
) (httpapi.Download, error) {
	f := Filter{ProductID: in.Product}
	if in.Product != "" && !id.Valid(in.Product) {
		return httpapi.Download{}, fault.InField("product", "The id is not valid.")
	}
	var err error
	if f.From, err = httpapi.ParseDay("from", in.From, 0); err != nil {
		return httpapi.Download{}, err
	}
	if f.To, err = httpapi.ParseDay("to", in.To, 1); err != nil {
		return httpapi.Download{}, err
	}
	return h.download(in.Format, Request{Kind: Stock, Filter: f})
}

func (h *Handler) customers(_ context.Context, in *struct {
	FormatQuery

	Q    string `query:"q" maxLength:"200" doc:"Search text: parts of name, mobile, email and address."`
	Area string `query:"area" maxLength:"20" doc:"Filters by the pincode of the last order."`
},
) (httpapi.Download, error) {
	area, _ := unicodetext.Pincode(in.Area)
	return h.download(in.Format, Request{Kind: Customers, Filter: Filter{Customers: customer.Filter{Search: in.Q, Pincode: area}}})
}

func (h *Handler) download(format string, r Request) (httpapi.Download, error) {
	var err error
	if r.Format, err = sheet.ParseFormat(format); err != nil {
		return httpapi.Download{}, err
	}
	return httpapi.Download{
		Name: h.service.FileName(r.Kind, r.Format), ContentType: r.Format.ContentType(),
		Write: func(ctx context.Context, w io.Writer) error {
			if httpapi.IdentityOf(ctx).Scope != "" { // programs get the English column names
				ctx = language.In(ctx, language.English)
			}
			_, err := h.service.Write(ctx, w, r)
			return err
		},
	}, nil
}
