package list

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"kirana/internal/catalog"
	"kirana/internal/catalog/drawing"
	"kirana/internal/db"
	"kirana/internal/order"
)

// PickList lists the products to gather for several orders, by sub-category.
type PickList struct {
	Baskets []Basket `json:"baskets"`
	Shelves []Shelf  `json:"shelves"`
}

// Basket is one order of a pick list.
type Basket struct {
	Letter string `json:"letter" doc:"Letter of the basket: A, B … Z, AA …."`
	ID     string `json:"_id"`
	Number int64  `json:"number"`
	Name   string `json:"name"`
}

// Shelf lists the products of one sub-category.
type Shelf struct {
	Shelf string     `json:"shelf" doc:"Name of the sub-category. Empty if the product is deleted."`
	Lines []PickLine `json:"lines"`
}

// PickLine is one product of a pick list. Lines of the product with another StepGrams are listed
// separately.
type PickLine struct {
	ProductID string         `json:"productId"`
	Name      string         `json:"name"`
	Names     catalog.Names  `json:"names,omitempty" doc:"Product names by language."`
	Unit      string         `json:"unit"`
	Images    catalog.Images `json:"image"`

	Picture *drawing.Drawing `json:"picture,omitempty" doc:"Drawing shown if the product has no image."`

	Quantity  int         `json:"quantity" doc:"Total quantity for all baskets, in pieces, or in steps of a product sold by weight."`
	StepGrams int         `json:"stepGrams,omitempty" doc:"Weight of a step of a product sold by weight, in grams."`
	Stock     int         `json:"stock" doc:"Stock left beside these, in pieces or whole steps."`
	Split     []PickSplit `json:"split"`
}

// PickSplit is the quantity of a product for one basket.
type PickSplit struct {
	Letter   string     `json:"letter"`
	LineID   string     `json:"row"`
	Quantity int        `json:"quantity"`
	Picked   bool       `json:"picked"`
	Wish     order.Wish `json:"wish" enum:"CALL,REPLACE,REMOVE" doc:"Action if the product is out of stock."`
}

const basketLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// basketName returns the letters of a basket by its index from 0: A to Z, then AA, AB …
func basketName(index int) string {
	name := ""
	for n := index + 1; n > 0; n = (n - 1) / len(basketLetters) {
		name = string(basketLetters[(n-1)%len(basketLetters)]) + name
	}
	return name
}

// PickList returns the products to gather for orders, given by id. Unknown ids are ignored.
func (s *Service) PickList(ctx context.Context, orderIDs []string) (PickList, error) {
	list := PickList{Baskets: []Basket{}, Shelves: []Shelf{}}
	if len(orderIDs) == 0 {
		return list, nil
	}
	lines, err := order.CurrentByOrders(ctx, s.db, orderIDs)
	if err != nil {
		return list, fmt.Errorf("read the lines of a pick list: %w", err)
	}
	stock, err := stockOf(ctx, s.db, lines)
	if err != nil {
		return list, fmt.Errorf("read the stock of a pick list: %w", err)
	}
	letters := map[string]string{}
	for _, id := range orderIDs {
		i := slices.IndexFunc(lines, func(l order.CurrentLine) bool { return l.OrderID == id })
		if i < 0 || letters[id] != "" {
			continue
		}
		letters[id] = basketName(len(list.Baskets))
		list.Baskets = append(list.Baskets, Basket{Letter: letters[id], ID: id, Number: lines[i].OrderNumber, Name: lines[i].Customer})
	}
	for _, l := range lines {
		if l.Delivery == order.Pending && !l.Hidden {
			list.add(l, letters[l.OrderID], stock[l.ProductID])
		}
	}
	for _, shelf := range list.Shelves {
		slices.SortFunc(shelf.Lines, func(a, b PickLine) int {
			return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ProductID, b.ProductID))
		})
	}
	slices.SortFunc(list.Shelves, func(a, b Shelf) int { return cmp.Compare(a.Shelf, b.Shelf) })
	return list, nil
}

// add adds a line to its shelf, merged with the same product of other baskets. stock is in pieces, or
// in grams for goods sold by weight.
func (l *PickList) add(line order.CurrentLine, letter string, stock int) {
	i := slices.IndexFunc(l.Shelves, func(s Shelf) bool { return s.Shelf == line.Shelf })
	if i < 0 {
		i = len(l.Shelves)
		l.Shelves = append(l.Shelves, Shelf{Shelf: line.Shelf})
	}
	lines := &l.Shelves[i].Lines
	at := slices.IndexFunc(*lines, func(entry PickLine) bool {
		return entry.ProductID == line.ProductID && entry.StepGrams == line.StepGrams
	})
	if at < 0 {
		at = len(*lines)
		*lines = append(*lines, PickLine{ProductID: line.ProductID, Name: line.Name, Names: line.Names, Unit: line.Unit, Images: line.Images, Picture: drawingOf(line), StepGrams: line.StepGrams, Stock: stock / max(line.StepGrams, 1)})
	}
	entry := &(*lines)[at]
	entry.Quantity += line.Quantity
	entry.Split = append(entry.Split, PickSplit{Letter: letter, LineID: line.ID, Quantity: line.Quantity, Picked: line.Picked, Wish: line.Wish})
}

// drawingOf returns the drawing for the line's product. The sub-category describes it better than the
// name alone.
func drawingOf(l order.CurrentLine) *drawing.Drawing {
	return drawing.For(l.Images, drawing.Thing{Name: l.Name, Unit: l.Unit, SubCategory: l.Shelf})
}

// stockOf reads the stock of the lines' products, in pieces, or in grams for goods sold by weight.
func stockOf(ctx context.Context, q db.Querier, lines []order.CurrentLine) (map[string]int, error) {
	stock := map[string]int{}
	for _, l := range lines {
		stock[l.ProductID] = 0
	}
	ids := []string{}
	for id := range stock {
		ids = append(ids, id)
	}
	if len(ids) == 0 {
		return stock, nil
	}
	rows, err := db.All[struct {
		ID    string `db:"id"`
		Stock int    `db:"stock"`
	}](ctx, q, `SELECT id, stock * CASE WHEN step_grams > 0 THEN step_grams ELSE 1 END + loose_grams AS stock FROM products WHERE id IN (`+db.Placeholders(1, len(ids))+`)`, db.Args(ids)...)
	for _, row := range rows {
		stock[row.ID] = row.Stock
	}
	return stock, err
}
