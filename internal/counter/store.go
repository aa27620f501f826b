package counter

import (
	"context"
	"errors"
	"time"

	"kirana/internal/db"
)

const deviceColumns = `id, name, prefix, key, last_sale_at, created_at`

// insertDevice inserts a device. It fails the transaction with db.ErrStale if a concurrent transaction took the prefix.
func insertDevice(ctx context.Context, tx *db.Tx, d Device) error {
	return db.ExecGuarded(ctx, tx, db.Guard[string]{Rows: 1, Refusal: db.ErrStale}, `
		INSERT INTO counter_devices (id, name, prefix, key, created_at)
		VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT DO NOTHING
		RETURNING id`, d.ID, d.Name, d.Prefix, d.Key, d.CreatedAt)
}

func deviceByKey(ctx context.Context, q db.Querier, key string) (Device, error) {
	return db.Get[Device](ctx, q, `SELECT `+deviceColumns+` FROM counter_devices WHERE key = $1`, key)
}

func allDevices(ctx context.Context, q db.Querier) ([]Device, error) {
	return db.All[Device](ctx, q, `SELECT `+deviceColumns+` FROM counter_devices ORDER BY id`)
}

// deviceByID reads a device. It returns fault.NotFound for an unknown id.
func deviceByID(ctx context.Context, q db.Querier, deviceID, forUpdate string) (Device, error) {
	d, err := db.Get[Device](ctx, q, `SELECT `+deviceColumns+` FROM counter_devices WHERE id = $1`+forUpdate, deviceID)
	if errors.Is(err, db.ErrNoRow) {
		err = errNoDevice
	}
	return d, err
}

// lockDevice locks a device, so that its sales and returns are booked one by one.
func lockDevice(ctx context.Context, tx *db.Tx, deviceID string) (Device, error) {
	return deviceByID(ctx, tx, deviceID, tx.ForUpdate())
}

// bookedRequest is a row of counter_keys: a request that was booked, with its order.
type bookedRequest struct {
	DeviceID  string    `db:"device_id"`
	Key       string    `db:"key"`
	Request   string    `db:"request"` // fingerprint; "" if staff booked it after a refusal, maybe with another number and customer
	OrderID   string    `db:"checkout_id"`
	CreatedAt time.Time `db:"created_at"`
}

// books reports whether r, which has the same key, is the booked request.
func (b bookedRequest) books(r request) bool {
	return b.Request == r.fingerprint || b.Request == "" || r.fingerprint == ""
}

// bookedByKey reads the request booked with a key. It returns db.ErrNoRow for an unused key.
func bookedByKey(ctx context.Context, q db.Querier, deviceID, key string) (bookedRequest, error) {
	return db.Get[bookedRequest](ctx, q, `SELECT device_id, key, request, checkout_id, created_at FROM counter_keys WHERE device_id = $1 AND key = $2`, deviceID, key)
}

func insertKey(ctx context.Context, tx *db.Tx, k bookedRequest) error {
	return db.Insert(ctx, tx, `INSERT INTO counter_keys (device_id, key, request, checkout_id, created_at) VALUES (:device_id, :key, :request, :checkout_id, :created_at)`, k)
}

func setLastSale(ctx context.Context, tx *db.Tx, deviceID string, at time.Time) error {
	return db.Exec(ctx, tx, `UPDATE counter_devices SET last_sale_at = $2 WHERE id = $1`, deviceID, at)
}

// earliestOf returns the earliest time of a device's next document: after its last one and after closed months. nil means
// any time.
func earliestOf(ctx context.Context, q db.Querier, d Device) (*time.Time, error) {
	open, err := db.Get[time.Time](ctx, q, `SELECT ends FROM closed_months ORDER BY ends DESC LIMIT 1`)
	if errors.Is(err, db.ErrNoRow) {
		return d.LastSaleAt, nil
	}
	if err != nil || d.LastSaleAt != nil && d.LastSaleAt.After(open) {
		return d.LastSaleAt, err
	}
	return &open, nil
}
