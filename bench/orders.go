package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"kirana/internal/db"
	"kirana/internal/id"
)

// orderLines is the number of products per order.
const orderLines = 3

// orders compares cash-on-delivery orders over HTTP with their minimal statements in one transaction, on the same kind of
// database.
type orders struct {
	url      string
	shopDir  string
	shoppers []shopper
	shared   string // a product ordered by every client
	bare     *sql.DB
	outbox   *sql.DB // the shop's own database; on PostgreSQL it contains bare
	dir      string
	userIDs  []string // of the bare database, one per client
	products []string // of the bare database: orderLines per client, and a shared one
}

// eachDatabase runs a measurement of orders on each kind of database.
func eachDatabase(ctx context.Context, measure func(ctx context.Context, o *orders, database string) error) error {
	for _, d := range databases() {
		if err := onDatabase(ctx, d, measure); err != nil {
			return fmt.Errorf("%s: %w", d.name, err)
		}
	}
	return nil
}

func onDatabase(ctx context.Context, d database, measure func(ctx context.Context, o *orders, database string) error) error {
	shop, err := openShop(ctx, d.url, "")
	if err != nil {
		return err
	}
	defer shop.close()
	o, err := newOrders(ctx, shop, d.url)
	if err != nil {
		return err
	}
	defer o.close()
	return measure(ctx, o, d.name)
}

// benchOrders measures online orders, then sales at the counter of the same shop.
func benchOrders(ctx context.Context, o *orders, database string) error {
	for _, n := range []int{8, clients, maxClients} {
		if err := compareWith(ctx, n, fmt.Sprintf("order/cod, 3 lines, %d clients, %s", n, database), o.shop, o.limit); err != nil {
			return err
		}
		if err := o.waitForJobs(ctx); err != nil {
			return fmt.Errorf("wait for the jobs: %w", err)
		}
	}
	if err := compare(ctx, "order/cod, one product for all, "+database, o.shopOne, o.limitOne); err != nil {
		return err
	}
	return benchSales(ctx, o, database)
}

type shopper struct {
	token, addressID string
	productIDs       []string
}

func newOrders(ctx context.Context, s *shop, databaseURL string) (*orders, error) {
	o := &orders{url: s.url, shopDir: s.dir}
	products, err := o.restock(ctx)
	if err != nil {
		return nil, fmt.Errorf("restock: %w", err)
	}
	o.shared = products[maxClients*orderLines]
	for client := range maxClients {
		registered, err := o.register(ctx, client)
		if err != nil {
			return nil, fmt.Errorf("register: %w", err)
		}
		registered.productIDs = products[client*orderLines:][:orderLines]
		o.shoppers = append(o.shoppers, registered)
	}
	if err := o.openBare(ctx, databaseURL); err != nil {
		return nil, err
	}
	o.outbox = o.bare
	if databaseURL == "" {
		o.outbox, err = sql.Open("sqlite", "file:"+filepath.Join(s.dir, db.FileName)+"?mode=ro&_time_format=sqlite&_pragma=busy_timeout(5000)")
	}
	return o, err
}

// waitForJobs waits until no job of earlier orders is waiting, so that it does not affect the next measurement; the last
// ones may still run.
func (o *orders) waitForJobs(ctx context.Context) error {
	for {
		var due int
		err := o.outbox.QueryRowContext(ctx, `SELECT COUNT(*) FROM jobs WHERE due_at <= $1 AND given_up_at IS NULL`, time.Now().UTC()).Scan(&due)
		if err != nil || due == 0 {
			return err
		}
		select {
		case <-time.After(jobsPollInterval):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// jobsPollInterval is the interval of counting waiting jobs.
const jobsPollInterval = 500 * time.Millisecond

// restock fills the stock of products for the orders and returns their ids: orderLines for each client, so that clients do not
// wait for each other's rows, and one for all clients.
func (o *orders) restock(ctx context.Context) ([]string, error) {
	token, err := logIn(ctx, o.url, demoAdmin, demoAdminPassword)
	if err != nil {
		return nil, err
	}
	var products []struct {
		ID string `json:"_id"`
	}
	if err := call(ctx, endpoint{http.MethodGet, o.url + "/api/product/getAll", ""}, nil, &products); err != nil {
		return nil, err
	}
	if len(products) <= maxClients*orderLines {
		return nil, fmt.Errorf("the shop has %d products, more than %d are needed", len(products), maxClients*orderLines)
	}
	var ids []string
	for _, product := range products[:maxClients*orderLines+1] {
		stock := map[string]int{"stock": 1_000_000}
		if err := call(ctx, endpoint{http.MethodPut, o.url + "/api/product/update/" + product.ID, token}, stock, nil); err != nil {
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
	token, err := logIn(ctx, o.url, account["email"], account["password"])
	if err != nil {
		return shopper{}, err
	}
	addressForm := map[string]string{
		"address_line": "1 Bench Road", "city": "Pune", "state": "Maharashtra",
		"pincode": "411004", "country": "India", "mobile": "9822041873",
	}
	var address struct {
		ID string `json:"_id"`
	}
	err = call(ctx, endpoint{http.MethodPost, o.url + "/api/address/create", token}, addressForm, &address)
	return shopper{token: token, addressID: address.ID}, err
}

func (o *orders) shop(ctx context.Context, client int) error {
	return o.order(ctx, o.shoppers[client], o.shoppers[client].productIDs)
}

// shopOne orders the shared product.
func (o *orders) shopOne(ctx context.Context, client int) error {
	return o.order(ctx, o.shoppers[client], []string{o.shared})
}

func (o *orders) order(ctx context.Context, s shopper, productIDs []string) error {
	var items []map[string]any
	for _, productID := range productIDs {
		items = append(items, map[string]any{"productId": productID, "quantity": 1})
	}
	order := map[string]any{"list_items": items, "totalQty": len(items), "addressId": s.addressID}
	return call(ctx, endpoint{http.MethodPost, o.url + "/api/order/cod", s.token}, order, nil)
}

// openBare creates a database of the same kind with the users and the products.
func (o *orders) openBare(ctx context.Context, databaseURL string) error {
	var err error
	if o.dir, err = os.MkdirTemp("", "kirana-bench-"); err != nil {
		return err
	}
	d, err := db.Open(ctx, databaseURL, o.dir)
	if err != nil {
		return err
	}
	err = errors.Join(o.fillBare(ctx, d), d.Close())
	if err != nil {
		return err
	}
	if databaseURL != "" {
		o.bare, err = sql.Open("pgx", databaseURL)
	} else {
		o.bare, err = sql.Open("sqlite", "file:"+filepath.Join(o.dir, db.FileName)+
			"?_time_format=sqlite&_txlock=immediate&_pragma=busy_timeout(5000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=foreign_keys(ON)")
	}
	if err != nil {
		return err
	}
	o.bare.SetMaxOpenConns(maxClients)
	if databaseURL == "" {
		o.bare.SetMaxOpenConns(1)
	}
	o.bare.SetMaxIdleConns(maxClients)
	return nil
}

func (o *orders) fillBare(ctx context.Context, d *db.DB) error {
	now := time.Now().UTC()
	return d.Tx(ctx, func(tx *db.Tx) error {
		categoryID, subCategoryID := id.New(), id.New()
		statements := []statement{
			{`INSERT INTO categories (id, name, name_key, position, created_at, updated_at) VALUES ($1, 'Bench', $1, 0, $2, $2)`, []any{categoryID, now}},
			{`INSERT INTO sub_categories (id, category_id, name, name_key, created_at, updated_at) VALUES ($1, $2, 'Bench', $1, $3, $3)`, []any{subCategoryID, categoryID, now}},
		}
		for range maxClients {
			userID := id.New()
			o.userIDs = append(o.userIDs, userID)
			statements = append(statements, statement{`INSERT INTO users (id, name, email, password_hash, role, status, created_at, updated_at)
				VALUES ($1, 'Bench', $1, '', 'USER', 'Active', $2, $2)`, []any{userID, now}})
		}
		for range maxClients*orderLines + 1 {
			productID := id.New()
			o.products = append(o.products, productID)
			statements = append(statements, statement{`INSERT INTO products (id, category_id, sub_category_id, name, unit, price, discount, stock, publish, created_at, edited_at, updated_at)
				VALUES ($1, $2, $3, 'Bench', '1 kg', 100, 0, 1000000, FALSE, $4, $4, $4)`, []any{productID, categoryID, subCategoryID, now}})
		}
		for _, s := range statements {
			if err := db.Exec(ctx, tx, s.query, s.args...); err != nil {
				return err
			}
		}
		return nil
	})
}

type statement struct {
	query string
	args  []any
}

// limit writes the rows of an order of the client's own products.
func (o *orders) limit(ctx context.Context, client int) error {
	return o.write(ctx, o.userIDs[client], o.products[client*orderLines:][:orderLines], nil)
}

// limitOne writes the rows of an order of the shared product.
func (o *orders) limitOne(ctx context.Context, client int) error {
	return o.write(ctx, o.userIDs[client], o.products[maxClients*orderLines:], nil)
}

// write writes the rows of an order, one statement after the other: the order; stock, movement and row per line; and the
// statements of `more`.
func (o *orders) write(ctx context.Context, userID string, productIDs []string, more func(orderID string) []statement) error {
	now, orderID := time.Now().UTC(), id.New()
	statements := []statement{
		{`INSERT INTO checkouts (id, user_id, payment_method, total, created_at) VALUES ($1, $2, 'COD', 100, $3)`, []any{orderID, userID, now}},
	}
	for _, productID := range productIDs {
		lineID := id.New()
		statements = append(statements,
			statement{`UPDATE products SET stock = stock - 1, updated_at = $2 WHERE id = $1 AND stock >= 1`, []any{productID, now}},
			statement{`INSERT INTO stock_movements (id, product_id, change, reason, order_id, created_at) VALUES ($1, $2, -1, 'order', $3, $4)`, []any{id.New(), productID, lineID, now}},
			statement{`INSERT INTO orders (id, number, checkout_id, user_id, product_id, name, unit, images, price, discount, quantity, total, address,
				payment_method, payment_status, delivery_status, created_at, updated_at)
				VALUES ($1, $1, $2, $3, $4, 'Bench', '1 kg', '[]', 100, 0, 1, 100, '{}', 'COD', 'COD', 'PENDING', $5, $5)`, []any{lineID, orderID, userID, productID, now}})
	}
	if more != nil {
		statements = append(statements, more(orderID)...)
	}
	tx, err := o.bare.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	for _, s := range statements {
		if _, err := tx.ExecContext(ctx, s.query, s.args...); err != nil {
			return err
		}
	}
	return tx.Commit()
}

func (o *orders) close() {
	if o.outbox != nil && o.outbox != o.bare {
		_ = o.outbox.Close()
	}
	if o.bare != nil {
		_ = o.bare.Close()
	}
	_ = os.RemoveAll(o.dir)
}
