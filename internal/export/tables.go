package export

import (
	"context"
	"fmt"
	"strings"

	"kirana/internal/catalog"
	"kirana/internal/catalog/importer/csvimport"
	"kirana/internal/catalog/stock"
	"kirana/internal/customer"
	"kirana/internal/db"
	"kirana/internal/export/sheet"
	"kirana/internal/money"
	"kirana/internal/order/list"
)

// pageSize is the number of records that are read and held in memory at a time.
const pageSize = 500

// products is the table of products. Importing it unchanged changes nothing: the ids mark it as the shop's own.
func (s *Service) products(ctx context.Context, f Filter) (sheet.Table, error) {
	suppliers, err := catalog.SupplierNames(ctx, s.db)
	if err != nil {
		return sheet.Table{}, fmt.Errorf("read the suppliers: %w", err)
	}
	var ids []string
	for _, product := range s.view.Snapshot().Find(f.Products).Products {
		ids = append(ids, product.ID)
	}
	langs := s.view.Snapshot().NamedLanguages()
	header := []string{
		"ID in this shop", "Name", "Category", "Sub Category", "Unit", "MRP", "Discount", "Stock", "SKU", "Barcode", "Other barcodes", "Tile code", "Sold by", "Description",
	}
	for _, label := range catalog.LabelTexts {
		header = append(header, label.Heading)
	}
	header = append(header,
		"Veg mark", "HSN", "Tax condition", "GST rate", "Published", "Number of pictures", "More details", "Added",
		"Usual supplier", "Pieces in a pack", "Minimum stock")
	if f.Costs {
		header = append(header, "Cost of a piece")
	}
	return sheet.Table{
		Header: append(header, csvimport.NameHeadings(langs)...),
		Next: func(ctx context.Context) ([][]sheet.Cell, error) {
			page := ids[:min(pageSize, len(ids))]
			ids = ids[len(page):]
			if len(page) == 0 {
				return nil, nil
			}
			products, err := catalog.ReadProducts(ctx, s.db, page)
			if err != nil {
				return nil, err
			}
			byID := map[string]catalog.Product{}
			for _, product := range products {
				byID[product.ID] = product
			}
			rows := make([][]sheet.Cell, 0, len(page))
			for _, productID := range page {
				if product, known := byID[productID]; known && product.DeletedAt == nil {
					cells := append(s.productRow(product), supplyCells(product, suppliers[product.Supplier], f.Costs)...)
					rows = append(rows, append(cells, s.nameCells(product, langs)...))
				}
			}
			return rows, nil
		},
	}, nil
}

// supplyCells returns the supplier, the pack size, the minimum stock and, if costs is set, the cost. Unset numbers are
// empty.
func supplyCells(p catalog.Product, supplier string, costs bool) []sheet.Cell {
	cells := []sheet.Cell{sheet.Text(supplier), {}, {}}
	for i, n := range []int{p.PackSize, p.MinStock} {
		if n > 0 {
			cells[i+1] = sheet.Number(n)
		}
	}
	switch {
	case costs && p.Cost != nil:
		cells = append(cells, sheet.Rupees(p.Cost.Paise()))
	case costs:
		cells = append(cells, sheet.Cell{})
	}
	return cells
}

func (s *Service) productRow(p catalog.Product) []sheet.Cell {
	placed := s.view.Snapshot().WithNames(p)
	details := make([]string, len(p.Details))
	for i, detail := range p.Details {
		details[i] = detail.Name + ": " + detail.Text
	}
	rate := ""
	if p.GSTRate != nil {
		rate = p.GSTRate.String() + "%"
	}
	cells := []sheet.Cell{
		sheet.Text(p.ID), sheet.Text(p.Name), sheet.Text(placed.Category.Name), sheet.Text(placed.SubCategory.Name), sheet.Text(p.Unit), sheet.Rupees(p.Price), sheet.Rupees(p.Discount),
		sheet.Number(p.Stock), sheet.Text(p.SKU), sheet.Text(p.Barcode), sheet.Text(strings.Join(p.MoreBarcodes, " ")), sheet.Text(p.ItemCode), sheet.Text(p.Measure()), sheet.Text(p.Description),
	}
	for _, label := range catalog.LabelTexts {
		cells = append(cells, sheet.Text(*label.Of(&p.Facts)))
	}
	return append(cells,
		sheet.Text(p.Diet), sheet.Text(p.HSN), sheet.Text(p.TaxCondition), sheet.Text(rate), sheet.YesNo(p.Publish), sheet.Number(len(p.Images)), sheet.Text(strings.Join(details, "\n")), sheet.At(p.CreatedAt))
}

// nameCells returns the names of a product, its category and its sub-category, by language.
func (s *Service) nameCells(p catalog.Product, langs []string) []sheet.Cell {
	placed := s.view.Snapshot().WithNames(p)
	var cells []sheet.Cell
	for _, lang := range langs {
		cells = append(cells, sheet.Text(p.Names[lang]), sheet.Text(placed.Category.Names[lang]), sheet.Text(placed.SubCategory.Names[lang]))
	}
	return cells
}

// keysetTable returns a table read by keyset pagination: each page starts after the last record of
// the previous page.
func keysetTable[T any](header []string, read func(ctx context.Context, last T) ([]T, error), row func(T) []sheet.Cell) sheet.Table {
	var last T
	return sheet.Table{Header: header, Next: func(ctx context.Context) ([][]sheet.Cell, error) {
		records, err := read(ctx, last)
		if err != nil || len(records) == 0 {
			return nil, err
		}
		last = records[len(records)-1]
		rows := make([][]sheet.Cell, len(records))
		for i, record := range records {
			rows[i] = row(record)
		}
		return rows, nil
	}}
}

// orders returns the table of orders. rounded adds a column for the round-off.
func orders(d *db.DB, f Filter, rounded bool) sheet.Table {
	header := []string{
		"Order", "Placed", "Stage", "Customer", "Email", "Mobile", "Address", "City", "Pincode", "Pieces", "Total", "To collect", "Rider", "Payment", "Paid by", "Reason", "Bills", "Buyer GSTIN", "Channel",
	}
	if rounded {
		header = append(header, "Round off")
	}
	return keysetTable(header, func(ctx context.Context, last list.ExportedOrder) ([]list.ExportedOrder, error) {
		return list.ExportOrders(ctx, d, f.Orders, last.ID, pageSize)
	}, func(c list.ExportedOrder) []sheet.Cell {
		row := []sheet.Cell{
			sheet.Number(c.Number), sheet.At(c.CreatedAt), sheet.Text(string(c.Stage)), sheet.Text(c.Name), sheet.Text(c.Email), sheet.Text(c.Mobile), sheet.Text(c.Destination.Line), sheet.Text(c.Destination.City),
			sheet.Text(c.Destination.Pincode), sheet.Number(c.Items), sheet.Rupees(c.Total), sheet.Rupees(c.Collect), sheet.Text(c.Rider), sheet.Text(string(c.Method)), sheet.Text(c.PaidBy), sheet.Text(c.Reason), sheet.Text(c.Bills), sheet.Text(c.BuyerGSTIN), sheet.Text(string(c.Channel)),
		}
		if rounded {
			row = append(row, sheet.Rupees(c.RoundOff))
		}
		return row
	})
}

func orderLines(d *db.DB, f Filter) sheet.Table {
	header := []string{
		"Order", "Line", "Placed", "Product ID", "Product", "Unit", "Size", "Color", "Ordered", "Quantity", "Weight in grams", "MRP", "Discount", "Total", "Payment", "Payment status", "Delivery status",
	}
	return keysetTable(header, func(ctx context.Context, last list.ExportedLine) ([]list.ExportedLine, error) {
		return list.ExportLines(ctx, d, f.Orders, last.OrderID, pageSize)
	}, func(l list.ExportedLine) []sheet.Cell {
		weight := sheet.Cell{}
		if l.WeightGrams != nil {
			weight = sheet.Number(*l.WeightGrams)
		}
		return []sheet.Cell{
			sheet.Number(l.OrderNumber), sheet.Text(l.Number), sheet.At(l.CreatedAt), sheet.Text(l.ProductID), sheet.Text(l.Name), sheet.Text(l.Unit), sheet.Text(l.Size), sheet.Text(l.Color), sheet.Number(l.Ordered), sheet.Number(l.Quantity), weight,
			sheet.Rupees(l.Price), sheet.Rupees(l.Discount), sheet.Rupees(l.Total), sheet.Text(string(l.PaymentMethod)), sheet.Text(string(l.PaymentStatus)), sheet.Text(string(l.DeliveryStatus)),
		}
	})
}

func customers(d *db.DB, f Filter) sheet.Table {
	header := []string{"Name", "Email", "Mobile", "Address", "Pincode", "Orders", "Spent", "Last order", "Since", "Status", "Note"}
	return keysetTable(header, func(ctx context.Context, last customer.Customer) ([]customer.Customer, error) {
		return customer.ExportCustomers(ctx, d, f.Customers, last.ID, pageSize)
	}, func(c customer.Customer) []sheet.Cell {
		email, ordered, spent, lastOrder := "", 0, money.Paise(0), sheet.Cell{}
		if c.Email != nil {
			email = *c.Email
		}
		if c.Orders != nil && c.Spent != nil {
			ordered, spent = *c.Orders, *c.Spent
		}
		if c.LastOrderAt != nil {
			lastOrder = sheet.At(*c.LastOrderAt)
		}
		return []sheet.Cell{sheet.Text(c.Name), sheet.Text(email), sheet.Text(c.Mobile), sheet.Text(c.Place), sheet.Text(c.Area), sheet.Number(ordered), sheet.Rupees(spent), lastOrder, sheet.At(c.CreatedAt), sheet.Text(c.Status), sheet.Text(c.Note)}
	})
}

// ledger returns the table of stock movements in the filter's period. Earlier movements are summed into the columns
// Before and After.
func ledger(d *db.DB, f Filter) sheet.Table {
	header := []string{"Time", "Product ID", "Product", "Unit", "Reason", "Order", "Before", "Change", "After", "Change in grams", "Who", "Note"}
	var last stock.ExportedEntry
	pieces := 0
	return sheet.Table{Header: header, Next: func(ctx context.Context) ([][]sheet.Cell, error) {
		for {
			entries, err := stock.ExportLedger(ctx, d, f.ProductID, last, pageSize)
			if err != nil || len(entries) == 0 {
				return nil, err
			}
			var rows [][]sheet.Cell
			for _, e := range entries {
				if e.ProductID != last.ProductID {
					pieces = 0
				}
				last = e
				before := pieces
				pieces += e.Change
				if e.CreatedAt.Before(f.From) || (!f.To.IsZero() && !e.CreatedAt.Before(f.To)) {
					continue
				}
				orderNumber := sheet.Cell{}
				if e.Order > 0 {
					orderNumber = sheet.Number(e.Order)
				}
				rows = append(rows, []sheet.Cell{
					sheet.At(e.CreatedAt), sheet.Text(e.ProductID), sheet.Text(e.ProductName), sheet.Text(e.Unit), sheet.Text(string(e.Reason)), orderNumber,
					sheet.Number(before), sheet.Number(e.Change), sheet.Number(pieces), sheet.Number(e.Grams), sheet.Text(e.Who), sheet.Text(e.Note),
				})
			}
			if len(rows) > 0 {
				return rows, nil
			}
		}
	}}
}
