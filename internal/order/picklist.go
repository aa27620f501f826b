package order

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"kirana/internal/catalog"
	"kirana/internal/catalog/drawing"
	"kirana/internal/db"
)

// PickList lists the products to gather for several checkouts, by sub-category.
type PickList struct {
	Baskets []Basket `json:"baskets"`
	Shelves []Shelf  `json:"shelves"`
}

// Basket is one checkout of a pick list.
type Basket struct {
	Letter string `json:"letter" doc:"A, B … Z, AA … as on the baskets"`
	ID     string `json:"_id"`
	Number int64  `json:"number"`
	Name   string `json:"name"`
}

// Shelf is the products of one sub-category.
type Shelf struct {
	Shelf string     `json:"shelf" doc:"the sub-category; empty when the product is gone"`
	Lines []PickLine `json:"lines"`
}

// PickLine is one product of a pick list.
type PickLine struct {
	ProductID string         `json:"productId"`
	Name      string         `json:"name"`
	Names     catalog.Names  `json:"names,omitempty" doc:"its name by language"`
	Unit      string         `json:"unit"`
	Images    catalog.Images `json:"image"`

	Picture *drawing.Drawing `json:"picture,omitempty" doc:"what is drawn for a product without images"`

	Quantity int         `json:"quantity" doc:"pieces for all baskets"`
	Stock    int         `json:"stock" doc:"pieces left beside those"`
	Split    []PickSplit `json:"split"`
}

// PickSplit is the quantity of a product for one basket.
type PickSplit struct {
	Letter   string `json:"letter"`
	RowID    string `json:"row"`
	Quantity int    `json:"quantity"`
	Picked   bool   `json:"picked"`
	Wish     Wish   `json:"wish" enum:"CALL,REPLACE,REMOVE" doc:"what the shopper wants done when it is out of stock"`
}

const basketLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// basketName returns the letters of a basket by index from 0: A to Z, then AA, AB …
func basketName(index int) string {
	name := ""
	for n := index + 1; n > 0; n = (n - 1) / len(basketLetters) {
		name = string(basketLetters[(n-1)%len(basketLetters)]) + name
	}
	return name
}

// PickList returns the products to gather for checkouts, given by id; unknown ids are ignored.
func (s *Service) PickList(ctx context.Context, checkoutIDs []string) (PickList, error) {
	list := PickList{Baskets: []Basket{}, Shelves: []Shelf{}}
	if len(checkoutIDs) == 0 {
		return list, nil
	}
	orders, err := currentByCheckouts(ctx, s.db, checkoutIDs)
	if err != nil {
		return list, fmt.Errorf("read the rows of a pick list: %w", err)
	}
	stock, err := stockOf(ctx, s.db, orders)
	if err != nil {
		return list, fmt.Errorf("read the stock of a pick list: %w", err)
	}
	letters := map[string]string{}
	for _, id := range checkoutIDs {
		i := slices.IndexFunc(orders, func(o currentOrder) bool { return o.CheckoutID == id })
		if i < 0 || letters[id] != "" {
			continue
		}
		letters[id] = basketName(len(list.Baskets))
		list.Baskets = append(list.Baskets, Basket{Letter: letters[id], ID: id, Number: orders[i].CheckoutNumber, Name: orders[i].Customer})
	}
	for _, o := range orders {
		if o.Delivery == Pending && !o.Hidden {
			list.add(o, letters[o.CheckoutID], stock[o.ProductID])
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

// add puts a row on its shelf, beside the same product of other baskets.
func (l *PickList) add(o currentOrder, letter string, stock int) {
	i := slices.IndexFunc(l.Shelves, func(s Shelf) bool { return s.Shelf == o.Shelf })
	if i < 0 {
		i = len(l.Shelves)
		l.Shelves = append(l.Shelves, Shelf{Shelf: o.Shelf})
	}
	lines := &l.Shelves[i].Lines
	at := slices.IndexFunc(*lines, func(line PickLine) bool { return line.ProductID == o.ProductID })
	if at < 0 {
		at = len(*lines)
		*lines = append(*lines, PickLine{ProductID: o.ProductID, Name: o.Name, Names: o.Names, Unit: o.Unit, Images: o.Images, Picture: o.drawing(), Stock: stock})
	}
	line := &(*lines)[at]
	line.Quantity += o.Quantity
	line.Split = append(line.Split, PickSplit{Letter: letter, RowID: o.ID, Quantity: o.Quantity, Picked: o.Picked, Wish: o.Wish})
}

// stockOf reads the stock of the rows' products.
func stockOf(ctx context.Context, q db.Querier, orders []currentOrder) (map[string]int, error) {
	stock := map[string]int{}
	for _, o := range orders {
		stock[o.ProductID] = 0
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
	}](ctx, q, `SELECT id, stock FROM products WHERE id IN (`+db.Placeholders(1, len(ids))+`)`, db.Args(ids)...)
	for _, row := range rows {
		stock[row.ID] = row.Stock
	}
	return stock, err
}
