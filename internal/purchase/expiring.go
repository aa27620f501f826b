package purchase

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"kirana/internal/audit"
	"kirana/internal/catalog"
	"kirana/internal/catalog/admin"
	"kirana/internal/catalog/stock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/idempotency"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/tax"
)

// ExpiringLot is a lot that expires soon or has expired.
type ExpiringLot struct {
	Lot       string          `json:"lot"`
	Product   catalog.Product `json:"product"`
	Best      string          `json:"bestBefore" doc:"Best-before day, as YYYY-MM-DD."`
	DaysLeft  int             `json:"daysLeft" doc:"Days until the best-before day. Negative: expired."`
	Left      int             `json:"left" doc:"Remaining pieces, or steps of a product sold by weight. Other quantities of the lot have the same unit."`
	StepGrams int             `json:"stepGrams,omitempty" doc:"Weight of a step, in grams."`
	Value     *money.Paise    `json:"value" doc:"Cost of the remaining pieces, in rupees. Null: unknown."`
	PerDay    float64         `json:"perDay" doc:"Average number of pieces of the product sold per day in the last 28 days."`
	WouldLeft int             `json:"wouldBeLeft" doc:"Pieces of the lot that will not be sold before the best-before day at this rate."`
	Markdown  *Markdown       `json:"markdown" doc:"Markdown until the lot is out. Null: none."`
}

// SchemaName returns the name in the API document.
func (ExpiringLot) SchemaName() string { return "ExpiringLot" }

// Markdown is a lowered price that applies until a lot is sold out or expires.
type Markdown struct {
	ProductID string      `db:"product_id" json:"-"`
	LotID     string      `db:"lot_id" json:"-"`
	Discount  money.Paise `db:"discount" json:"-"`
	Normal    money.Paise `db:"normal" json:"-"`
	CreatedAt time.Time   `db:"created_at" json:"at"`
	After     money.Paise `db:"-" json:"after" doc:"Price of one piece after the lot is out, in rupees."`
}

const selectMarkdowns = `SELECT product_id, lot_id, discount, normal, created_at FROM markdowns`

// ExpirySum is the sum of the lots that expire within a number of days.
type ExpirySum struct {
	Days  int         `json:"days" doc:"Number of days. -1: expired."`
	Lots  int         `json:"lots"`
	Value money.Paise `json:"value" doc:"Known cost, in rupees."`
}

// SchemaName returns the name in the API document.
func (ExpirySum) SchemaName() string { return "ExpirySum" }

const (
	defaultExpiringDays = 7
	maxExpiringDays     = 365
)

// Expiring returns the lots that have expired or will within some days, earliest first, and the sums of all lots: expired,
// and expiring within 3, 7 and 30 days.
func (s *Service) Expiring(ctx context.Context, days int) ([]ExpiringLot, []ExpirySum, error) {
	lots, err := stock.AllLots(ctx, s.db)
	if err != nil {
		return nil, nil, fmt.Errorf("read lots: %w", err)
	}
	sales, err := s.view.SalesPace(ctx)
	if err != nil {
		return nil, nil, fmt.Errorf("read what was sold: %w", err)
	}
	list, sums := s.expiring(lots, sales, days)
	marked, err := db.All[Markdown](ctx, s.db, selectMarkdowns)
	if err != nil {
		return nil, nil, fmt.Errorf("read markdowns: %w", err)
	}
	for i := range list {
		for _, m := range marked {
			if m.LotID == list[i].Lot {
				m.After = list[i].Product.Price - m.Normal
				list[i].Markdown = &m
			}
		}
	}
	return list, sums, nil
}

func (s *Service) expiring(lots map[string][]stock.Lot, perDay map[string]float64, days int) ([]ExpiringLot, []ExpirySum) {
	today := tax.Day(s.clock.Now())
	snapshot := s.view.Snapshot()
	list, sums := []ExpiringLot{}, []ExpirySum{{Days: -1}, {Days: 3}, {Days: 7}, {Days: 30}}
	for p := range snapshot.All() {
		before := 0 // pieces of earlier lots, which are sold first
		for _, l := range lots[p.ID] {
			if l.BestBefore == "" || l.Remaining == 0 {
				continue
			}
			e := ExpiringLot{Lot: l.ID, Best: l.BestBefore, DaysLeft: daysBetween(today, l.BestBefore), Left: l.Remaining, StepGrams: p.StepGrams, PerDay: perDay[p.ID], WouldLeft: l.Remaining}
			if e.DaysLeft >= 0 {
				sells := int(e.PerDay * float64(e.DaysLeft+1))
				e.WouldLeft = min(l.Remaining, max(0, before+l.Remaining-sells))
				before += l.Remaining
			}
			if p.Cost != nil {
				value := p.Cost.Times(l.Remaining)
				e.Value = &value
			}
			addExpiry(sums, e)
			if e.DaysLeft <= days {
				e.Product = snapshot.ForStaff(*p)
				list = append(list, e)
			}
		}
	}
	slices.SortFunc(list, func(a, b ExpiringLot) int { return cmp.Or(cmp.Compare(a.Best, b.Best), cmp.Compare(a.Lot, b.Lot)) })
	return list, sums
}

// addExpiry adds a lot to the sums it belongs to.
func addExpiry(sums []ExpirySum, e ExpiringLot) {
	for i := range sums {
		if past := e.DaysLeft < 0; past != (sums[i].Days < 0) || !past && e.DaysLeft > sums[i].Days {
			continue
		}
		sums[i].Lots++
		if e.Value != nil {
			sums[i].Value += *e.Value
		}
	}
}

func daysBetween(from, to string) int {
	a, _ := time.Parse(time.DateOnly, from)
	b, _ := time.Parse(time.DateOnly, to)
	return int(b.Sub(a).Hours() / 24)
}

// WriteOffForm is an amount of a lot to write off: pieces, or grams of goods sold by weight.
type WriteOffForm struct {
	LotID         string
	Pieces, Grams int
	Reason        string
}

// WriteOff removes an amount of a lot from the stock. Repeating it with the same key does nothing.
func (s *Service) WriteOff(ctx context.Context, key idempotency.Key, form WriteOffForm) error {
	if form.Reason = strings.TrimSpace(form.Reason); form.Reason == "" {
		return fault.InField("reason", "Please say why.")
	}
	fingerprint, err := idempotency.Fingerprint(struct {
		Call string
		WriteOffForm
	}{"write off", form})
	if err != nil {
		return fmt.Errorf("write off: %w", err)
	}
	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		request := idempotency.Request{Fingerprint: fingerprint, Thing: language.Word("write-off"), At: s.clock.Now()}
		_, err := idempotency.Do(ctx, tx, key, request, func() (any, error) { return struct{}{}, s.writeOff(ctx, tx, form) })
		return err
	})
	if err != nil {
		return fmt.Errorf("write off: %w", err)
	}
	s.view.ShowCommitted(ctx)
	return nil
}

func (s *Service) writeOff(ctx context.Context, tx *db.Tx, form WriteOffForm) error {
	product, _, err := lockLot(ctx, tx, form.LotID)
	if err != nil {
		return err
	}
	if form.Grams > 0 && !product.IsSoldByWeight() {
		return fault.InField("grams", "%s is not sold by weight: please say how many pieces.", product.Name)
	}
	amount := form.Pieces*max(product.StepGrams, 1) + form.Grams
	at := catalog.NextVersion(s.clock.Now(), product.UpdatedAt)
	left, err := stock.Remove(ctx, tx, product, at, stock.Removal{LotID: form.LotID, Amount: amount, Reason: stock.Damaged, Note: form.Reason})
	if err != nil {
		return err
	}
	if left == 0 {
		if err := s.endMarkdown(ctx, tx, product.ID, form.LotID); err != nil {
			return err
		}
	}
	return audit.Write(ctx, tx, at, audit.Entry{
		What: "stock.writeoff", Object: product.Name, Before: product.FormatStock(), After: string(language.NewPhrase("%s, %s", product.WithAmount(product.Amount()-amount).FormatStock(), stock.NotePhrase(form.Reason)).Store()),
	})
}

// lockLot locks the product of a lot and returns both.
func lockLot(ctx context.Context, tx *db.Tx, lotID string) (catalog.Product, stock.Lot, error) {
	productID, err := stock.ProductOfLot(ctx, tx, lotID)
	if err != nil {
		return catalog.Product{}, stock.Lot{}, err
	}
	rows, err := catalog.LockProducts(ctx, tx, []string{productID})
	if err != nil {
		return catalog.Product{}, stock.Lot{}, err
	}
	lots, err := stock.Lots(ctx, tx, productID)
	for _, l := range lots[productID] {
		if l.ID == lotID {
			return rows[productID], l, err
		}
	}
	return rows[productID], stock.Lot{}, cmp.Or(err, error(stock.ErrNoLot))
}

// MarkDown lowers a product's price until a lot of it is sold out or expires.
func (s *Service) MarkDown(ctx context.Context, lotID string, price money.Paise) error {
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		product, lot, err := lockLot(ctx, tx, lotID)
		if err != nil {
			return err
		}
		now := s.clock.Now()
		switch {
		case product.DeletedAt != nil:
			return catalog.ErrNoProduct
		case lot.Remaining == 0:
			return stock.ErrNoLot
		case lot.BestBefore != "" && lot.BestBefore < tax.Day(now):
			return fault.New(fault.Conflict, "past_its_day", "%s is past its best-before day: it can only be written off.", product.Name)
		}
		normal := product.Discount
		known, err := markdownOf(ctx, tx, product.ID)
		if err != nil {
			return err
		}
		if known != nil && known.Discount == product.Discount {
			normal = known.Normal
		}
		if usual := product.Price - normal; price <= 0 || price >= usual {
			return fault.InField("price", "The price must be more than 0 and below %s.", usual)
		}
		if err := s.setDiscount(ctx, tx, product, product.Price-price); err != nil {
			return err
		}
		return db.Insert(ctx, tx, `
			INSERT INTO markdowns (product_id, lot_id, discount, normal, created_at) VALUES (:product_id, :lot_id, :discount, :normal, :created_at)
			ON CONFLICT (product_id) DO UPDATE SET lot_id = excluded.lot_id, discount = excluded.discount, normal = excluded.normal, created_at = excluded.created_at`,
			Markdown{ProductID: product.ID, LotID: lotID, Discount: product.Price - price, Normal: normal, CreatedAt: now})
	})
	if err != nil {
		return fmt.Errorf("mark down: %w", err)
	}
	s.view.ShowCommitted(ctx)
	return nil
}

func markdownOf(ctx context.Context, tx *db.Tx, productID string) (*Markdown, error) {
	m, err := db.Get[Markdown](ctx, tx, selectMarkdowns+` WHERE product_id = $1`, productID)
	if errors.Is(err, db.ErrNoRow) {
		return nil, nil //nolint:nilnil // none is not an error
	}
	return &m, err
}

// setDiscount changes the discount of a locked product and counts as an edit.
func (s *Service) setDiscount(ctx context.Context, tx *db.Tx, before catalog.Product, discount money.Paise) error {
	after := before
	after.Discount = discount
	after.EditedAt = catalog.NextVersion(s.clock.Now(), before.UpdatedAt)
	after.UpdatedAt = after.EditedAt
	if err := catalog.SaveProducts(ctx, tx, after); err != nil {
		return err
	}
	return admin.RecordChange(ctx, tx, before, after)
}

// endMarkdown ends the markdown for a lot, if any. It restores the product's discount, unless that was edited since.
func (s *Service) endMarkdown(ctx context.Context, tx *db.Tx, productID, lotID string) error {
	m, err := markdownOf(ctx, tx, productID)
	if err != nil || m == nil || m.LotID != lotID {
		return err
	}
	rows, err := catalog.LockProducts(ctx, tx, []string{productID})
	if err != nil {
		return err
	}
	if product := rows[productID]; product.DeletedAt == nil && product.Discount == m.Discount && product.Price > m.Normal {
		if err := s.setDiscount(ctx, tx, product, m.Normal); err != nil {
			return err
		}
	}
	return db.Exec(ctx, tx, `DELETE FROM markdowns WHERE product_id = $1`, productID)
}

// Sweep moves expired lots out of the stock for sale, and ends the markdowns of lots that are expired, sold out or deleted.
func (s *Service) Sweep(ctx context.Context) error {
	expired, err := s.stock.Expire(ctx, s.db)
	if err != nil {
		return err
	}
	marked, err := db.All[Markdown](ctx, s.db, selectMarkdowns)
	if err != nil {
		return fmt.Errorf("read markdowns: %w", err)
	}
	for _, m := range marked {
		ended := false
		err := s.db.Tx(ctx, func(tx *db.Tx) error {
			_, lot, err := lockLot(ctx, tx, m.LotID)
			if ended = fault.Is(err, fault.NotFound) || err == nil && (lot.Remaining == 0 || lot.Expired); !ended {
				return err
			}
			return s.endMarkdown(ctx, tx, m.ProductID, m.LotID)
		})
		if err != nil {
			return fmt.Errorf("end a markdown: %w", err)
		}
		expired = expired || ended
	}
	if expired {
		s.view.ShowCommitted(ctx)
	}
	return nil
}
