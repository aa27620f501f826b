package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"time"

	"kirana/internal/db"
	"kirana/internal/id"
)

// orders compares cash on delivery over HTTP, one line an order, with the bare
// statements that no order can do without, on the same kind of database.
type orders struct {
	url      string
	shoppers []shopper
	bare     *db.DB
	dir      string
	userID   string
	products []string
}

type shopper struct {
	token, addressID, productID string
}

func newOrders(ctx context.Context, s *shop, databaseURL string) (*orders, error) {
	o := &orders{url: s.url}
	products, err := o.restock(ctx)
	if err != nil {
		return nil, fmt.Errorf("restock: %w", err)
	}
	for client := range clients {
		newcomer, err := o.register(ctx, client)
		if err != nil {
			return nil, fmt.Errorf("register: %w", err)
		}
		newcomer.productID = products[client]
		o.shoppers = append(o.shoppers, newcomer)
	}
	return o, o.openBare(ctx, databaseURL)
}

// restock gives one product to each client, so that none waits for another's row.
func (o *orders) restock(ctx context.Context) ([]string, error) {
	var tokens struct {
		AccessToken string `json:"accessToken"`
	}
	admin := map[string]string{"email": "admin@kirana.test", "password": "kirana-admin-demo"}
	if err := call(ctx, endpoint{http.MethodPost, o.url + "/api/user/login", ""}, admin, &tokens); err != nil {
		return nil, err
	}
	var products []struct {
		ID string `json:"_id"`
	}
	if err := call(ctx, endpoint{http.MethodPost, o.url + "/api/product/get", ""}, map[string]int{"limit": clients}, &products); err != nil {
		return nil, err
	}
	var ids []string
	for _, product := range products {
		stock := map[string]int{"stock": 1_000_000}
		if err := call(ctx, endpoint{http.MethodPut, o.url + "/api/product/update/" + product.ID, tokens.AccessToken}, stock, nil); err != nil {
			return nil, err
		}
		ids = append(ids, product.ID)
	}
	return ids, nil
}

func (o *orders) register(ctx context.Context, client int) (shopper, error) {
	account := map[string]string{"name": "Bench", "email": fmt.Sprintf("bench-%d@kirana.test", client), "password": "a long bench password"}
	if err := call(ctx, endpoint{http.MethodPost, o.url + "/api/user/register", ""}, account, nil); err != nil {
		return shopper{}, err
	}
	var tokens struct {
		AccessToken string `json:"accessToken"`
	}
	if err := call(ctx, endpoint{http.MethodPost, o.url + "/api/user/login", ""}, account, &tokens); err != nil {
		return shopper{}, err
	}
	addressForm := map[string]string{
		"address_line": "1 Bench Road", "city": "Pune", "state": "Maharashtra",
		"pincode": "411004", "country": "India", "mobile": "9822041873",
	}
	var address struct {
		ID string `json:"_id"`
	}
	err := call(ctx, endpoint{http.MethodPost, o.url + "/api/address/create", tokens.AccessToken}, addressForm, &address)
	return shopper{token: tokens.AccessToken, addressID: address.ID}, err
}

func (o *orders) shop(ctx context.Context, client int) error {
	s := o.shoppers[client]
	order := map[string]any{
		"list_items": []map[string]any{{"productId": s.productID, "quantity": 1}}, "totalQty": 1, "addressId": s.addressID,
	}
	return call(ctx, endpoint{http.MethodPost, o.url + "/api/order/cod", s.token}, order, nil)
}

// openBare makes a database of the same kind with a user and one product a client.
func (o *orders) openBare(ctx context.Context, databaseURL string) error {
	var err error
	if o.dir, err = os.MkdirTemp("", "kirana-bench-"); err != nil {
		return err
	}
	if o.bare, err = db.Open(ctx, databaseURL, o.dir); err != nil {
		return err
	}
	o.userID = id.New()
	now := time.Now().UTC()
	return o.bare.Tx(ctx, func(tx *db.Tx) error {
		categoryID, subCategoryID := id.New(), id.New()
		statements := []struct {
			query string
			args  []any
		}{
			{`INSERT INTO users (id, name, email, password_hash, role, status, created_at, updated_at)
				VALUES ($1, 'Bench', $1, '', 'USER', 'Active', $2, $2)`, []any{o.userID, now}},
			{`INSERT INTO categories (id, name, name_key, position, created_at, updated_at) VALUES ($1, 'Bench', $1, 0, $2, $2)`, []any{categoryID, now}},
			{`INSERT INTO sub_categories (id, category_id, name, name_key, created_at, updated_at) VALUES ($1, $2, 'Bench', $1, $3, $3)`, []any{subCategoryID, categoryID, now}},
		}
		for range clients {
			productID := id.New()
			o.products = append(o.products, productID)
			statements = append(statements, struct {
				query string
				args  []any
			}{`INSERT INTO products (id, category_id, sub_category_id, name, unit, price, discount, stock, publish, created_at, edited_at, updated_at)
				VALUES ($1, $2, $3, 'Bench', '1 kg', 100, 0, 1000000, FALSE, $4, $4, $4)`, []any{productID, categoryID, subCategoryID, now}})
		}
		for _, statement := range statements {
			if _, err := db.Exec(ctx, tx, statement.query, statement.args...); err != nil {
				return err
			}
		}
		return nil
	})
}

// limit writes an order with nothing around it: stock, movement, checkout, row.
func (o *orders) limit(ctx context.Context, client int) error {
	now := time.Now().UTC()
	return o.bare.Tx(ctx, func(tx *db.Tx) error {
		productID, checkoutID, orderID := o.products[client], id.New(), id.New()
		for _, statement := range []struct {
			query string
			args  []any
		}{
			{`UPDATE products SET stock = stock - 1, updated_at = $2 WHERE id = $1 AND stock >= 1`, []any{productID, now}},
			{`INSERT INTO stock_movements (id, product_id, change, reason, order_id, created_at) VALUES ($1, $2, -1, 'order', $3, $4)`, []any{id.New(), productID, orderID, now}},
			{`INSERT INTO checkouts (id, user_id, payment_method, total, created_at) VALUES ($1, $2, 'COD', 100, $3)`, []any{checkoutID, o.userID, now}},
			{
				`INSERT INTO orders (id, number, checkout_id, user_id, product_id, name, unit, images, price, discount, quantity, total, address,
				payment_method, payment_status, delivery_status, created_at, updated_at)
				VALUES ($1, $1, $2, $3, $4, 'Bench', '1 kg', '[]', 100, 0, 1, 100, '{}', 'COD', 'COD', 'PENDING', $5, $5)`,
				[]any{orderID, checkoutID, o.userID, productID, now},
			},
		} {
			if _, err := db.Exec(ctx, tx, statement.query, statement.args...); err != nil {
				return err
			}
		}
		return nil
	})
}

func (o *orders) close() {
	if o.bare != nil {
		_ = o.bare.Close()
	}
	_ = os.RemoveAll(o.dir)
}
