package purchase

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kirana/internal/audit"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/id"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/tax"
	"kirana/internal/unicodetext"
)

// Supplier is a business that sells goods to the shop.
type Supplier struct {
	ID        string           `db:"id" json:"_id"`
	Name      string           `db:"name" json:"name"`
	Mobile    string           `db:"mobile" json:"mobile"`
	GSTIN     string           `db:"gstin" json:"gstin" doc:"GSTIN. Empty: the supplier charges no tax."`
	State     string           `db:"state" json:"state" doc:"State code."`
	DaysToPay int              `db:"days_to_pay" json:"daysToPay"`
	Mapping   db.JSON[Mapping] `db:"mapping" json:"-"`
	Due       money.Paise      `db:"due" json:"due" doc:"Amount due, in rupees."`
	Late      money.Paise      `db:"late" json:"late" doc:"Overdue part of due, in rupees."`
	Products  int              `db:"products" json:"products" doc:"Number of products of which it is the usual supplier."`
	CreatedAt time.Time        `db:"created_at" json:"createdAt"`
	UpdatedAt time.Time        `db:"updated_at" json:"updatedAt"`
}

// Mapping maps fields to columns of a supplier's files, as staff chose them.
type Mapping map[string]string

// SupplierForm is a patch of a supplier; nil fields are unchanged.
type SupplierForm struct {
	Name, Mobile, GSTIN, State *string
	DaysToPay                  *int
}

func (f SupplierForm) fill(s *Supplier) error {
	for _, field := range []struct{ into, from *string }{{&s.Name, f.Name}, {&s.Mobile, f.Mobile}, {&s.GSTIN, f.GSTIN}, {&s.State, f.State}} {
		if field.from != nil {
			*field.into = *field.from
		}
	}
	if mobile, ok := unicodetext.Mobile(s.Mobile); ok {
		s.Mobile = mobile
	} else {
		s.Mobile = unicodetext.Digits(s.Mobile) // may be a landline
	}
	if f.DaysToPay != nil {
		s.DaysToPay = *f.DaysToPay
	}
	switch {
	case s.Name == "":
		return fault.InField("name", "Name is required.")
	case s.State != "" && tax.StateCode(s.State) == "":
		return fault.InField("state", "This state is not known.")
	}
	s.State = tax.StateCode(s.State)
	if s.GSTIN == "" {
		return nil
	}
	if wrong := tax.CheckBuyerGSTIN(s.GSTIN); wrong.Format != "" {
		return fault.InField("gstin", "%s", wrong)
	}
	if s.State == "" {
		s.State = s.GSTIN[:2]
	}
	if s.State != s.GSTIN[:2] {
		return fault.InField("gstin", "%s is %s, the supplier’s state is %s.", s.GSTIN[:2], tax.StateName(s.GSTIN[:2]), tax.StateName(s.State))
	}
	return nil
}

// ErrNoSupplier is the refusal for a supplier that does not exist.
var ErrNoSupplier = fault.New(fault.NotFound, "no_supplier", "Supplier not found")

// SaveSupplier updates a supplier, or adds one if the id is "".
func (s *Service) SaveSupplier(ctx context.Context, supplierID string, form SupplierForm) (saved Supplier, err error) {
	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		now := s.clock.Now()
		before := Supplier{ID: id.New(), Mapping: db.JSON[Mapping]{V: Mapping{}}, CreatedAt: now}
		what := "supplier.create"
		if supplierID != "" {
			what = "supplier.update"
			if before, err = lockSupplier(ctx, tx, supplierID); err != nil {
				return err
			}
		}
		saved = before
		if err := form.fill(&saved); err != nil {
			return err
		}
		saved.UpdatedAt = now
		if err := saveSupplier(ctx, tx, saved); err != nil {
			return err
		}
		return audit.Write(ctx, tx, now, audit.Entry{What: what, Object: saved.Name, Before: before.text(), After: saved.text()})
	})
	if db.IsDuplicate(err) {
		return saved, fault.InField("name", "There is a supplier of this name already.")
	}
	if err != nil {
		return saved, fmt.Errorf("save a supplier: %w", err)
	}
	return s.Supplier(ctx, saved.ID)
}

// text formats a supplier for the activity log.
func (s Supplier) text() string {
	if s.Name == "" {
		return ""
	}
	text := s.Name
	for _, more := range []string{s.Mobile, s.GSTIN, tax.StateName(s.State)} {
		if more != "" {
			text += ", " + more
		}
	}
	return string(language.NewPhrase("%s, %s to pay", text, language.Count(s.DaysToPay, "1 day", "%d days")).Store())
}

// Supplier returns a supplier.
func (s *Service) Supplier(ctx context.Context, supplierID string) (Supplier, error) {
	found, err := db.Get[Supplier](ctx, s.db, selectSuppliers+` WHERE s.id = $2`, tax.Day(s.clock.Now()), supplierID)
	if errors.Is(err, db.ErrNoRow) {
		return found, ErrNoSupplier
	}
	return found, err
}

// Suppliers returns all suppliers, sorted by name.
func (s *Service) Suppliers(ctx context.Context) ([]Supplier, error) {
	return db.All[Supplier](ctx, s.db, selectSuppliers+` ORDER BY lower(s.name)`, tax.Day(s.clock.Now()))
}

const supplierColumns = `s.id, s.name, s.mobile, s.gstin, s.state, s.days_to_pay, s.mapping, s.created_at, s.updated_at`

// selectSuppliers takes today as $1.
const selectSuppliers = `
	SELECT ` + supplierColumns + `, CAST(COALESCE(open.due, 0) AS BIGINT) AS due, CAST(COALESCE(open.late, 0) AS BIGINT) AS late,
		(SELECT COUNT(*) FROM products p WHERE p.supplier_id = s.id AND p.deleted_at IS NULL) AS products
	FROM suppliers s
	LEFT JOIN (
		SELECT supplier_id, SUM(total - paid - returned) AS due, SUM(CASE WHEN due_day < $1 THEN total - paid - returned ELSE 0 END) AS late
		FROM purchases
		WHERE kind = 'PURCHASE' AND booked_at IS NOT NULL AND paid + returned < total
		GROUP BY supplier_id
	) open ON open.supplier_id = s.id`

func lockSupplier(ctx context.Context, tx *db.Tx, supplierID string) (Supplier, error) {
	found, err := db.Get[Supplier](ctx, tx, `SELECT `+supplierColumns+`, 0 AS due, 0 AS late, 0 AS products FROM suppliers s WHERE s.id = $1`+tx.ForUpdate(), supplierID)
	if errors.Is(err, db.ErrNoRow) {
		return found, ErrNoSupplier
	}
	return found, err
}

func saveSupplier(ctx context.Context, tx *db.Tx, s Supplier) error {
	return db.Insert(ctx, tx, `
		INSERT INTO suppliers (id, name, mobile, gstin, state, days_to_pay, mapping, created_at, updated_at)
		VALUES (:id, :name, :mobile, :gstin, :state, :days_to_pay, :mapping, :created_at, :updated_at)
		ON CONFLICT (id) DO UPDATE SET name = excluded.name, mobile = excluded.mobile, gstin = excluded.gstin, state = excluded.state,
			days_to_pay = excluded.days_to_pay, mapping = excluded.mapping, updated_at = excluded.updated_at`, s)
}
