package export

import (
	"context"
	"strings"

	"kirana/internal/catalog"
	"kirana/internal/catalog/stock"
	"kirana/internal/customer"
	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/order"
)

// pageSize is the number of records read, and held in memory, at once.
const pageSize = 500

// products is the table of products. Importing it unchanged changes nothing: the ids show that the
// shop has written it.
func (s *Service) products(f Filter) table {
	var ids []string
	for _, product := range s.view.Snapshot().Find(f.Products).Products {
		ids = append(ids, product.ID)
	}
	return table{
		header: []string{
			"ID in this shop", "Name", "Category", "Sub Category", "Unit", "MRP", "Discount", "Stock", "SKU", "Barcode", "Description",
			"Maker", "Country of origin", "Best before", "Consumer care", "HSN", "Tax condition", "GST rate", "Published", "Number of pictures", "More details", "Added",
		},
		next: func(ctx context.Context) ([][]cell, error) {
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
			rows := make([][]cell, 0, len(page))
			for _, productID := range page {
				if product, known := byID[productID]; known && product.DeletedAt == nil {
					rows = append(rows, s.productRow(product))
				}
			}
			return rows, nil
		},
	}
}

func (s *Service) productRow(p catalog.Product) []cell {
	placed := s.view.Snapshot().WithNames(p)
	details := make([]string, len(p.Details))
	for i, detail := range p.Details {
		details[i] = detail.Name + ": " + detail.Text
	}
	rate := ""
	if p.GSTRate != nil {
		rate = p.GSTRate.String() + "%"
	}
	return []cell{
		text(p.ID), text(p.Name), text(placed.Category.Name), text(placed.SubCategory.Name), text(p.Unit), rupees(p.Price), rupees(p.Discount),
		number(p.Stock), text(p.SKU), text(p.Barcode), text(p.Description), text(p.Maker), text(p.Origin), text(p.BestBefore), text(p.ConsumerCare),
		text(p.HSN), text(p.TaxCondition), text(rate), yesNo(p.Publish), number(len(p.Images)), text(strings.Join(details, "\n")), at(p.CreatedAt),
	}
}

// keysetTable returns a table read by keyset pagination: each page starts after the last record of
// the previous page.
func keysetTable[T any](header []string, read func(ctx context.Context, last T) ([]T, error), row func(T) []cell) table {
	var last T
	return table{header: header, next: func(ctx context.Context) ([][]cell, error) {
		records, err := read(ctx, last)
		if err != nil || len(records) == 0 {
			return nil, err
		}
		last = records[len(records)-1]
		rows := make([][]cell, len(records))
		for i, record := range records {
			rows[i] = row(record)
		}
		return rows, nil
	}}
}

// orders has a column for the round-off in a shop that rounds.
func orders(d *db.DB, f Filter, rounded bool) table {
	header := []string{
		"Order", "Placed", "Stage", "Customer", "Email", "Mobile", "Address", "City", "Pincode", "Pieces", "Total", "To collect", "Payment", "Paid by", "Reason", "Bills", "Buyer GSTIN",
	}
	if rounded {
		header = append(header, "Round off")
	}
	return keysetTable(header, func(ctx context.Context, last order.ExportedCheckout) ([]order.ExportedCheckout, error) {
		return order.ExportCheckouts(ctx, d, f.Orders, last.ID, pageSize)
	}, func(c order.ExportedCheckout) []cell {
		row := []cell{
			number(c.Number), at(c.CreatedAt), text(string(c.Stage)), text(c.Name), text(c.Email), text(c.Mobile), text(c.Destination.Line), text(c.Destination.City),
			text(c.Destination.Pincode), number(c.Items), rupees(c.Total), rupees(c.Collect), text(string(c.Method)), text(c.PaidBy), text(c.Reason), text(c.Bills), text(c.BuyerGSTIN),
		}
		if rounded {
			row = append(row, rupees(c.RoundOff))
		}
		return row
	})
}

func orderLines(d *db.DB, f Filter) table {
	header := []string{
		"Order", "Line", "Placed", "Product ID", "Product", "Unit", "Size", "Color", "Ordered", "Quantity", "Weight in grams", "MRP", "Discount", "Total", "Payment", "Payment status", "Delivery status",
	}
	return keysetTable(header, func(ctx context.Context, last order.ExportedLine) ([]order.ExportedLine, error) {
		return order.ExportLines(ctx, d, f.Orders, last.CheckoutID, pageSize)
	}, func(l order.ExportedLine) []cell {
		weight := cell{}
		if l.WeightGrams != nil {
			weight = number(*l.WeightGrams)
		}
		return []cell{
			number(l.CheckoutNumber), text(l.Number), at(l.CreatedAt), text(l.ProductID), text(l.Name), text(l.Unit), text(l.Size), text(l.Color), number(l.Ordered), number(l.Quantity), weight,
			rupees(l.Price), rupees(l.Discount), rupees(l.Total), text(string(l.PaymentMethod)), text(string(l.PaymentStatus)), text(string(l.DeliveryStatus)),
		}
	})
}

func customers(d *db.DB, f Filter) table {
	header := []string{"Name", "Email", "Mobile", "Address", "Pincode", "Orders", "Spent", "Last order", "Since", "Status", "Note"}
	return keysetTable(header, func(ctx context.Context, last customer.Customer) ([]customer.Customer, error) {
		return customer.ExportCustomers(ctx, d, f.Customers, last.ID, pageSize)
	}, func(c customer.Customer) []cell {
		email, ordered, spent, lastOrder := "", 0, money.Paise(0), cell{}
		if c.Email != nil {
			email = *c.Email
		}
		if c.Orders != nil && c.Spent != nil {
			ordered, spent = *c.Orders, *c.Spent
		}
		if c.LastOrderAt != nil {
			lastOrder = at(*c.LastOrderAt)
		}
		return []cell{text(c.Name), text(email), text(c.Mobile), text(c.Place), text(c.Area), number(ordered), rupees(spent), lastOrder, at(c.CreatedAt), text(c.Status), text(c.Note)}
	})
}

// ledger is the table of all stock movements; those before From are summed into the pieces before
// and after.
func ledger(d *db.DB, f Filter) table {
	header := []string{"Time", "Product ID", "Product", "Unit", "Reason", "Order", "Before", "Change", "After", "Who", "Note"}
	var last stock.ExportedEntry
	pieces := 0
	return table{header: header, next: func(ctx context.Context) ([][]cell, error) {
		for {
			entries, err := stock.ExportLedger(ctx, d, f.ProductID, last, pageSize)
			if err != nil || len(entries) == 0 {
				return nil, err
			}
			var rows [][]cell
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
				orderNumber := cell{}
				if e.Order > 0 {
					orderNumber = number(e.Order)
				}
				rows = append(rows, []cell{
					at(e.CreatedAt), text(e.ProductID), text(e.ProductName), text(e.Unit), text(string(e.Reason)), orderNumber,
					number(before), number(e.Change), number(pieces), text(e.Who), text(e.Note),
				})
			}
			if len(rows) > 0 {
				return rows, nil
			}
		}
	}}
}
