package books

import (
	"context"
	"fmt"
	"time"

	"kirana/internal/clock"
	"kirana/internal/export/sheet"
	"kirana/internal/httpapi"
	"kirana/internal/purchase"
	"kirana/internal/tax"
)

// bounds returns the first and the last day as YYYY-MM-DD, the format of purchases.
func (d Days) bounds() (first, last string) {
	return d.From.In(clock.India).Format(time.DateOnly), d.To.In(clock.India).AddDate(0, 0, -1).Format(time.DateOnly)
}

// inputTax returns the tax credit on the purchases of a range of days.
func (s *Service) inputTax(ctx context.Context, days Days) (tax.Split, error) {
	first, last := days.bounds()
	input, err := purchase.InputTax(ctx, s.db, first, last)
	if err != nil {
		return input, fmt.Errorf("sum the tax on purchases: %w", err)
	}
	return input, nil
}

type purchasesQuery struct {
	FileQuery
	httpapi.PageQuery
}

func (h *Handler) purchases(ctx context.Context, in *purchasesQuery) (httpapi.Download, error) {
	days, format, err := h.parse(in.FileQuery, "json", "csv", "xlsx")
	if err != nil {
		return httpapi.Download{}, err
	}
	number, limit, err := in.Parse(defaultLimit)
	if err != nil {
		return httpapi.Download{}, err
	}
	first, last := days.bounds()
	entries, err := purchase.Register(ctx, h.Books.db, first, last)
	if err != nil {
		return httpapi.Download{}, err
	}
	if format != "json" {
		return h.download(ctx, days, "purchases", "", asTable(translateHeader(ctx, purchaseTable(entries)), sheet.Format(format)))
	}
	from := min((number-1)*limit, len(entries))
	page := asJSON(httpapi.NewPage(append([]purchase.Entry{}, entries[from:min(from+limit, len(entries))]...), len(entries), limit))
	return httpapi.Download{ContentType: page.contentType, Write: page.write}, nil
}

// purchaseTable returns a table with one row per entry, that is, per rate of each bill and return.
func purchaseTable(entries []purchase.Entry) sheet.Table {
	rows := make([][]sheet.Cell, len(entries))
	for i, e := range entries {
		var rate sheet.Cell
		if e.Rate != nil {
			rate = percent(*e.Rate)
		}
		credit := "no"
		if e.Credit {
			credit = "yes"
		}
		rows[i] = append([]sheet.Cell{
			sheet.Text(e.Day), sheet.Text(e.BillDay), sheet.Text(e.Bill), sheet.Text(string(e.Kind)), sheet.Text(e.Supplier), sheet.Text(e.GSTIN), sheet.Text(placeName(e.State)), sheet.Text(credit), rate,
		}, append(taxCells(Amounts{e.Taxable, e.IGST, e.CGST, e.SGST, e.Cess, e.Split.Total()}), sheet.Rupees(e.RoundOff.Paise()), sheet.Rupees(e.Total.Paise()))...)
	}
	head := []string{"Counts on", "Date", "Number", "Kind", "Supplier", "GSTIN", "State", "Credit", "Rate"}
	return table(append(append(head, taxHeads...), "Round-off", "Bill total"), rows)
}
