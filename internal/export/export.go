// Package export writes the shop's data as tables for spreadsheets: products, orders, order lines,
// customers and the stock ledger, as CSV or XLSX. It reads page by page, so that a table of any
// length takes little memory.
package export

// Kind is a kind of table.
type Kind string

// The kinds of tables.
const (
	Products   Kind = "products"
	Orders     Kind = "orders"
	OrderLines Kind = "order-lines"
	Customers  Kind = "customers"
	Stock      Kind = "stock" // the ledger
)

// Kinds lists every kind of table.
var Kinds = []Kind{Products, Orders, OrderLines, Customers, Stock}
