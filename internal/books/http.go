package books

import (
	"cmp"
	"context"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"time"

	"kirana/internal/audit"
	"kirana/internal/clock"
	"kirana/internal/export/sheet"
	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/language"
	"kirana/internal/purchase"
)

// Handler serves the calls under /books.
type Handler struct{ Books *Service }

const (
	jsonType = "application/json"
	zipType  = "application/zip"
)

// Routes registers every call of the feature.
func (h *Handler) Routes(r *httpapi.Router) {
	tables := []string{jsonType, sheet.CSV.ContentType(), sheet.XLSX.ContentType()}
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/books", Access: httpapi.Owner, Scope: httpapi.ScopeRead,
		Summary: "Retrieve the figures of a period as the returns need them, their agreement, and open points",
	}, h.summary)
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/books/close", Access: httpapi.Owner,
		Summary: "Close a month permanently: documents of the month cannot be changed, and later corrections are dated in the month in which they are made", Message: "The month is closed.",
	}, h.close)
	httpapi.HandleDownload(r, httpapi.Route{
		Method: "GET", Path: "/books/gstr1", Access: httpapi.Owner, Scope: httpapi.ScopeRead, Files: []string{jsonType, zipType}, JSON: GSTR1{},
		Summary: "Retrieve GSTR-1: a month or quarter as the portal's JSON, or any period as a ZIP file with one CSV per sheet",
	}, h.gstr1)
	httpapi.HandleDownload(r, httpapi.Route{
		Method: "GET", Path: "/books/gstr3b", Access: httpapi.Owner, Scope: httpapi.ScopeRead, Files: tables, JSON: GSTR3B{},
		Summary: "Retrieve GSTR-3B: tables 3.1(a), 3.1(c), 3.2 and 4(A)(5), as the portal's JSON or as a table",
	}, h.gstr3b)
	httpapi.HandleDownload(r, httpapi.Route{
		Method: "GET", Path: "/books/cmp08", Access: httpapi.Owner, Scope: httpapi.ScopeRead, Files: tables, JSON: CMP08{},
		Summary: "Retrieve CMP-08: both turnovers of a composition taxable person",
	}, h.cmp08)
	httpapi.HandleDownload(r, httpapi.Route{
		Method: "GET", Path: "/books/sales", Access: httpapi.Owner, Scope: httpapi.ScopeRead, Files: tables, JSON: httpapi.Page[Entry]{},
		Summary: "List the register of sales, oldest first: pages as JSON, or all of it as a table with a row per rate of each document",
	}, h.sales)
	httpapi.HandleDownload(r, httpapi.Route{
		Method: "GET", Path: "/books/purchases", Access: httpapi.Owner, Scope: httpapi.ScopeRead, Files: tables, JSON: httpapi.Page[purchase.Entry]{},
		Summary: "List the register of purchases, oldest first: pages as JSON, or all of it as a table with a row per rate of each bill and return",
	}, h.purchases)
}

// DaysQuery selects a range of days.
type DaysQuery struct {
	From string `query:"from" doc:"First day, as YYYY-MM-DD in India Standard Time. The current month if from and to are absent."`
	To   string `query:"to" doc:"Last day, inclusive, as YYYY-MM-DD in India Standard Time."`
}

// days parses a range of days: both ends or, for the current month, neither.
func (h *Handler) days(in DaysQuery) (Days, error) {
	if in.From == "" && in.To == "" {
		return ParseMonth(h.Books.clock.Now().In(clock.India).Format(monthLayout))
	}
	var wrong []fault.Field
	for _, day := range [][2]string{{"from", in.From}, {"to", in.To}} {
		if day[1] == "" {
			wrong = append(wrong, fault.Field{Field: day[0], Message: "Please give both days, from and to."})
		}
	}
	if err := fault.Form(wrong); err != nil {
		return Days{}, err
	}
	from, err := httpapi.ParseDay("from", in.From, 0)
	if err != nil {
		return Days{}, err
	}
	to, err := httpapi.ParseDay("to", in.To, 1)
	if err == nil && !from.Before(to) {
		err = fault.InField("to", "The last day cannot be before the first.")
	}
	return Days{From: from, To: to}, err
}

func (h *Handler) summary(ctx context.Context, in *DaysQuery) (Summary, error) {
	days, err := h.days(*in)
	if err != nil {
		return Summary{}, err
	}
	return h.Books.Summary(ctx, days)
}

type closeForm struct {
	Month httpapi.Text `json:"month,omitempty" maxLength:"10" doc:"Month as YYYY-MM."`
}

func (h *Handler) close(ctx context.Context, in *struct{ Body httpapi.Form[closeForm] }) (ClosedMonth, error) {
	return h.Books.Close(ctx, httpapi.IdentityOf(ctx).UserID, in.Body.Value.Month.Value)
}

// FileQuery requests figures of a range of days in a format.
type FileQuery struct {
	DaysQuery

	Format string `query:"format" maxLength:"10" enum:"json,csv,xlsx" doc:"Format of the response. json if absent."`
}

// parse returns the days and the format, which must be one of allowed; the first is the default.
func (h *Handler) parse(in FileQuery, allowed ...string) (Days, string, error) {
	days, err := h.days(in.DaysQuery)
	if err != nil {
		return Days{}, "", err
	}
	format := strings.ToLower(cmp.Or(in.Format, allowed[0]))
	if !slices.Contains(allowed, format) {
		return Days{}, "", fault.InField("format", "The format must be %s.", strings.Join(allowed, " or "))
	}
	return days, format, nil
}

var errNotWhole = fault.InField("to", "The portal takes one whole month or one quarter (April to June and so on). Choose such days, or the CSV files.")

func (h *Handler) gstr1(ctx context.Context, in *FileQuery) (httpapi.Download, error) {
	days, format, err := h.parse(*in, "json", "csv")
	if err != nil {
		return httpapi.Download{}, err
	}
	if format == "json" && days.months() == 0 {
		return httpapi.Download{}, errNotWhole
	}
	sums, gstin, asOf, err := h.figures(ctx, days)
	if err != nil {
		return httpapi.Download{}, err
	}
	if format == "json" {
		return h.download(ctx, days, "gstr1", gstin, asJSON(sums.gstr1(gstin, days.period())))
	}
	files := append(sums.sheets(), file{"lines", h.Books.register(days, asOf, lineHead, lineRows)})
	return h.download(ctx, days, "gstr1", gstin, content{"zip", zipType, func(ctx context.Context, w io.Writer) error { return writeZip(ctx, w, files) }})
}

func (h *Handler) gstr3b(ctx context.Context, in *FileQuery) (httpapi.Download, error) {
	days, err := h.days(in.DaysQuery)
	if err != nil {
		return httpapi.Download{}, err
	}
	input, err := h.Books.inputTax(ctx, days)
	if err != nil {
		return httpapi.Download{}, err
	}
	return h.summaryReturn(ctx, *in, "gstr3b", func(s *sums, gstin, period string) (any, sheet.Table) {
		return s.gstr3b(gstin, period, input), s.gstr3bTable(input)
	})
}

func (h *Handler) cmp08(ctx context.Context, in *FileQuery) (httpapi.Download, error) {
	return h.summaryReturn(ctx, *in, "cmp08", func(s *sums, gstin, _ string) (any, sheet.Table) {
		return s.cmp08(gstin), s.cmp08Table()
	})
}

// summaryReturn returns the download of GSTR-3B or CMP-08, whose figures compute returns as JSON and as a table.
func (h *Handler) summaryReturn(ctx context.Context, in FileQuery, what string, compute func(s *sums, gstin, period string) (any, sheet.Table)) (httpapi.Download, error) {
	days, format, err := h.parse(in, "json", "csv", "xlsx")
	if err != nil {
		return httpapi.Download{}, err
	}
	sums, gstin, _, err := h.figures(ctx, days)
	if err != nil {
		return httpapi.Download{}, err
	}
	body, table := compute(sums, gstin, days.period())
	if format == "json" {
		return h.download(ctx, days, what, gstin, asJSON(body))
	}
	return h.download(ctx, days, what, gstin, asTable(table, sheet.Format(format)))
}

// figures returns the current sums of a range of days, the shop's GSTIN, and the time of the sums.
func (h *Handler) figures(ctx context.Context, days Days) (s *sums, gstin string, asOf time.Time, err error) {
	shop, err := h.Books.settings.Get(ctx)
	if err != nil {
		return nil, "", time.Time{}, err
	}
	asOf = h.Books.clock.Now()
	state, err := h.Books.read(ctx, days, asOf)
	return state.sums, shop.Legal.GSTIN, asOf, err
}

// content writes a file in its format.
type content struct {
	extension, contentType string
	write                  func(ctx context.Context, w io.Writer) error
}

func asJSON(value any) content {
	return content{"json", jsonType, func(_ context.Context, w io.Writer) error { return json.NewEncoder(w).Encode(value) }}
}

// translateHeader returns the table with column names in the caller's language, or in English for a
// program's token.
func translateHeader(ctx context.Context, t sheet.Table) sheet.Table {
	if httpapi.IdentityOf(ctx).Scope != "" {
		return t
	}
	t.Header = slices.Clone(t.Header)
	for i, name := range t.Header {
		t.Header[i] = language.Text(language.Of(ctx), name)
	}
	return t
}

func asTable(t sheet.Table, format sheet.Format) content {
	return content{string(format), format.ContentType(), func(ctx context.Context, w io.Writer) error {
		_, err := t.Write(ctx, w, format)
		return err
	}}
}

// download returns content as a download, and logs it.
func (h *Handler) download(ctx context.Context, days Days, what, gstin string, c content) (httpapi.Download, error) {
	err := h.Books.audit.Record(ctx, audit.Entry{What: "export." + what, After: c.extension})
	return httpapi.Download{Name: days.fileName(what, gstin) + "." + c.extension, ContentType: c.contentType, Write: c.write}, err
}

type salesQuery struct {
	FileQuery
	httpapi.PageQuery

	Box  string `query:"box" maxLength:"20" enum:"4A,5,7,8,9B,12 B2B,12 B2C,3.1(a),3.1(c),3.2,CMP-08,CMP-08 taxable" doc:"Filters by the box of GSTR-1, GSTR-3B or CMP-08 that counts the lines. JSON only."`
	Rate string `query:"rate" maxLength:"10" doc:"Filters by rate in per cent, or exempt. JSON only."`
	HSN  string `query:"hsn" maxLength:"8" doc:"Filters by HSN. JSON only."`
}

// defaultLimit is the default number of documents on a page.
const defaultLimit = 50

func (h *Handler) sales(ctx context.Context, in *salesQuery) (httpapi.Download, error) {
	days, format, err := h.parse(in.FileQuery, "json", "csv", "xlsx")
	if err != nil {
		return httpapi.Download{}, err
	}
	if format != "json" {
		return h.download(ctx, days, "sales", "", asTable(translateHeader(ctx, h.Books.register(days, h.Books.clock.Now(), registerHead, registerRows)), sheet.Format(format)))
	}
	f := Filter{Box: in.Box, Rate: in.Rate, HSN: in.HSN}
	if f.Box != "" && !slices.Contains(filterBoxes, f.Box) {
		return httpapi.Download{}, fault.InField("box", "There is no such box. They are %s.", strings.Join(filterBoxes, ", "))
	}
	number, limit, err := in.Parse(defaultLimit)
	if err != nil {
		return httpapi.Download{}, err
	}
	entries, total, err := h.Books.Sales(ctx, Selection{days, f}, number, limit)
	if err != nil {
		return httpapi.Download{}, err
	}
	page := asJSON(httpapi.NewPage(entries, total, limit))
	return httpapi.Download{ContentType: page.contentType, Write: page.write}, nil
}
