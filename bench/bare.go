package main

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"time"

	"kirana/internal/db"
	"kirana/internal/id"
)

// bareShop is a database to which bench writes orders and sales with plain SQL statements, one transaction each. Its
// speed is the upper limit of the shop's.
type bareShop struct {
	db       *sql.DB
	dir      string
	users    []string // one per client
	products []string // orderLines per client, and a shared one
}

type statement struct {
	query string
	args  []any
}

// openSQL opens a shop's database with the shop's own settings.
func openSQL(databaseURL, dir string) *sql.DB {
	driver, source, connections := "pgx", databaseURL, maxClients
	if databaseURL == "" {
		driver, connections = "sqlite", 1
		source = "file:" + filepath.Join(dir, db.FileName) +
			"?_time_format=sqlite&_txlock=immediate&_pragma=busy_timeout(5000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=foreign_keys(ON)"
	}
	opened := must(sql.Open(driver, source))
	opened.SetMaxOpenConns(connections)
	opened.SetMaxIdleConns(connections)
	return opened
}

// openBare creates a database with users and products. On PostgreSQL it uses the shop's database.
func openBare(ctx context.Context, databaseURL string) *bareShop {
	b := &bareShop{dir: must(os.MkdirTemp("", "kirana-bench-"))}
	check(must(db.Open(ctx, databaseURL, b.dir)).Close()) // creates the tables
	b.db = openSQL(databaseURL, b.dir)
	b.fill(ctx)
	return b
}

func (b *bareShop) fill(ctx context.Context) {
	now, categoryID, subCategoryID := time.Now().UTC(), id.New(), id.New()
	statements := []statement{
		{`INSERT INTO categories (id, name, name_key, position, created_at, updated_at) VALUES ($1, 'Bench', $1, 0, $2, $2)`, []any{categoryID, now}},
		{`INSERT INTO sub_categories (id, category_id, name, name_key, created_at, updated_at) VALUES ($1, $2, 'Bench', $1, $3, $3)`, []any{subCategoryID, categoryID, now}},
	}
	for range maxClients {
		b.users = append(b.users, id.New())
		statements = append(statements, statement{`INSERT INTO users (id, name, email, password_hash, role, status, created_at, updated_at)
			VALUES ($1, 'Bench', $1, '', 'USER', 'Active', $2, $2)`, []any{b.users[len(b.users)-1], now}})
	}
	for range maxClients*orderLines + 1 {
		b.products = append(b.products, id.New())
		statements = append(statements, statement{`INSERT INTO products (id, category_id, sub_category_id, name, unit, price, discount, stock, publish, created_at, edited_at, updated_at)
			VALUES ($1, $2, $3, 'Bench', '1 kg', 100, 0, 1000000, FALSE, $4, $4, $4)`, []any{b.products[len(b.products)-1], categoryID, subCategoryID, now}})
	}
	check(b.run(ctx, statements))
}

// run runs statements in one transaction.
func (b *bareShop) run(ctx context.Context, statements []statement) error {
	tx, err := b.db.BeginTx(ctx, nil)
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

// order writes an order of products that no other client orders.
func (b *bareShop) order(ctx context.Context, client int) error {
	_, statements := orderStatements(b.users[client], b.products[client*orderLines:][:orderLines])
	return b.run(ctx, statements)
}

// orderShared writes an order of the product that all clients order.
func (b *bareShop) orderShared(ctx context.Context, client int) error {
	_, statements := orderStatements(b.users[client], b.products[maxClients*orderLines:])
	return b.run(ctx, statements)
}

// orderStatements returns the ID of a new order and the statements that write the order and, for each line, the product's
// stock, its ledger entry and the line.
func orderStatements(userID string, productIDs []string) (string, []statement) {
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
	return orderID, statements
}

// sale writes a sale at the counter: an order, and its bill in the series of the device.
func (b *bareShop) sale(ctx context.Context, device int) error {
	userID, prefix := b.users[device], string(rune('A'+device))
	orderID, statements := orderStatements(userID, b.products[device*saleLines:][:saleLines])
	return b.run(ctx, append(statements,
		statement{`INSERT INTO bill_series (prefix, year, next) VALUES ($1, '26-27', 2) ON CONFLICT (prefix, year) DO UPDATE SET next = bill_series.next + 1`, []any{prefix}},
		statement{`INSERT INTO bills (id, number, path_number, prefix, year, serial, kind, checkout_id, user_id, issued_at, place_of_supply, total, round_off, payable, document)
			SELECT $1, $1, $1, $2, '26-27', next, 'CASH_MEMO', $5, $3, $4, '27', 500, 0, 500, '{}' FROM bill_series WHERE prefix = $2`, []any{id.New(), prefix, userID, time.Now().UTC(), orderID}}))
}

func (b *bareShop) close() {
	_ = b.db.Close()
	_ = os.RemoveAll(b.dir)
}
