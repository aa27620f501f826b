package order

import (
	"cmp"
	"math"
	"slices"
	"time"

	"kirana/internal/cart"
	"kirana/internal/catalog"
	"kirana/internal/money"
)

// BuyAgain lists the products that a shopper usually buys, and the shopper's newest order.
type BuyAgain struct {
	Products []catalog.Product `json:"products" doc:"Products with current prices and stock, most frequently and recently bought first."`
	Last     *LastOrder        `json:"last" doc:"Newest order that is not canceled, or null."`
}

// LastOrder is a shopper's newest order that was not canceled.
type LastOrder struct {
	OrderID   string    `db:"id" json:"checkoutId"`
	Number    int64     `db:"number" json:"number"`
	ItemCount int       `db:"item_count" json:"itemCount" doc:"Number of pieces."`
	CreatedAt time.Time `db:"created_at" json:"createdAt"`
}

// ReorderKind is the kind of a ReorderChange.
type ReorderKind string

// The kinds of changes.
const (
	ReorderGone       ReorderKind = "GONE"         // not sold now
	ReorderOutOfStock ReorderKind = "OUT_OF_STOCK" // sold, but out of stock
	ReorderFewer      ReorderKind = "FEWER"        // fewer in stock than ordered
	ReorderDearer     ReorderKind = "DEARER"       // one piece costs more than before
	ReorderNoRoom     ReorderKind = "NO_ROOM"      // the cart is full
)

// ReorderChange is one difference between an ordered line and what can be ordered now.
type ReorderChange struct {
	ProductID string        `json:"productId"`
	Name      string        `json:"name"`
	Names     catalog.Names `json:"names,omitempty" doc:"Product names by language."`
	Kind      ReorderKind   `json:"kind" enum:"GONE,OUT_OF_STOCK,FEWER,DEARER,NO_ROOM"`
	Ordered   int           `json:"ordered" doc:"Quantity ordered, in pieces."`
	Available int           `json:"available" doc:"Quantity that can be ordered now, in pieces; at most ordered."`
	Before    money.Paise   `json:"before" doc:"Payable price of one piece as ordered, in rupees."`
	Now       money.Paise   `json:"now" doc:"Current payable price of one piece, in rupees. 0 if the product is not sold."`
}

// ReorderResult is the result of a reorder.
type ReorderResult struct {
	Added   bool            `json:"added" doc:"true: the products were added to the cart. false: nothing changed, and the changes have to be confirmed."`
	Lines   int             `json:"lines" doc:"Number of lines that were added, or can be added, to the cart."`
	Changes []ReorderChange `json:"changes"`
}

// halfLife is the age at which an order counts half in the ranking: a household buys its regular
// products within a month.
const halfLife = 30 * 24 * time.Hour

const maxBuyAgain = 12

// bought is a product of one order line.
type bought struct {
	ProductID string    `db:"product_id"`
	CreatedAt time.Time `db:"created_at"`
}

// rankBought ranks product ids by how often and how recently they were bought. Each line counts 1,
// halved for each halfLife of its age.
func rankBought(lines []bought, now time.Time) []string {
	scores := map[string]float64{}
	var ids []string
	for _, line := range lines {
		if _, known := scores[line.ProductID]; !known {
			ids = append(ids, line.ProductID)
		}
		scores[line.ProductID] += math.Exp2(-float64(now.Sub(line.CreatedAt)) / float64(halfLife))
	}
	slices.SortStableFunc(ids, func(a, b string) int { return cmp.Compare(scores[b], scores[a]) })
	return ids
}

// reorder compares the ordered lines with the current products, and returns the lines for the cart and
// the differences.
func reorder(userID string, lines []Line, products map[string]catalog.Product) (cartLines []cart.Line, changes []ReorderChange) {
	left := map[string]int{} // pieces of each product that can still be added
	for id, product := range products {
		left[id] = min(product.Stock, cart.MaxQuantity)
	}
	for _, line := range lines {
		// The shopper ordered neither replacements nor missing pieces.
		if line.Replaces != "" || line.SplitOf != "" || line.Hidden {
			continue
		}
		product, sold := products[line.ProductID]
		sold = sold && product.Visible()
		change := ReorderChange{
			ProductID: line.ProductID, Name: line.Name, Names: line.Names, Ordered: line.OrderedQuantity, Before: line.Price - line.Discount,
		}
		if !sold {
			change.Kind = ReorderGone
			changes = append(changes, change)
			continue
		}
		change.Available, change.Now = min(left[line.ProductID], line.OrderedQuantity), product.Payable()
		left[line.ProductID] -= change.Available
		for _, kind := range change.kinds() {
			change.Kind = kind
			changes = append(changes, change)
		}
		if change.Available > 0 {
			cartLines = addLine(cartLines, cart.Line{
				UserID: userID, ProductID: line.ProductID, Product: product, Quantity: change.Available, Size: line.Size, Color: line.Color,
			})
		}
	}
	return cartLines, changes
}

// addLine appends a line, or adds its pieces to the line of the same product, size and color.
func addLine(lines []cart.Line, added cart.Line) []cart.Line {
	for i, line := range lines {
		if line.ProductID == added.ProductID && line.Size == added.Size && line.Color == added.Color {
			lines[i].Quantity += added.Quantity
			return lines
		}
	}
	return append(lines, added)
}

// kinds returns the kinds of differences of a product that is still sold.
func (c ReorderChange) kinds() (kinds []ReorderKind) {
	switch {
	case c.Available == 0:
		return []ReorderKind{ReorderOutOfStock}
	case c.Available < c.Ordered:
		kinds = append(kinds, ReorderFewer)
	}
	if c.Now > c.Before {
		kinds = append(kinds, ReorderDearer)
	}
	return kinds
}
