package purchase

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"kirana/internal/bill"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/settings"
	"kirana/internal/tax"
)

// Margin is sales without tax, less the cost of the goods at the time of sale. Sales of unknown cost are in Unknown only.
type Margin struct {
	Sold    money.Paise      `json:"sold" doc:"Sales without tax, in rupees."`
	Cost    money.Paise      `json:"cost" doc:"Cost in rupees."`
	Earned  money.Adjustment `json:"earned" doc:"Margin in rupees."`
	Unknown money.Paise      `json:"unknown" doc:"Sales with tax of goods whose cost is unknown, in rupees."`
}

// SchemaName returns the name in the API document.
func (Margin) SchemaName() string { return "Margin" }

func (m *Margin) add(other Margin) {
	m.Sold += other.Sold
	m.Cost += other.Cost
	m.Earned += other.Earned
	m.Unknown += other.Unknown
}

// NamedMargin is the margin of a product, a category or a day.
type NamedMargin struct {
	ID   string `json:"_id" doc:"ID of the product or category, or a day as YYYY-MM-DD."`
	Name string `json:"name" doc:"A day's in the language of the request."`
	Margin
}

// SchemaName returns the name in the API document.
func (NamedMargin) SchemaName() string { return "NamedMargin" }

// Margins are the margins of a range of days.
type Margins struct {
	Margin
	Days     []NamedMargin `json:"days"`
	Shelves  []NamedMargin `json:"shelves" doc:"Margins by category, highest first."`
	Products []NamedMargin `json:"products" doc:"Margins by product, highest first."`
}

// SchemaName returns the name in the API document.
func (Margins) SchemaName() string { return "Margins" }

// maxMarginDays limits the days of one call of Margins.
const maxMarginDays = 31

// Margins returns the margins of the days in [first, last), both midnight in India. An empty range, or one of more
// than maxMarginDays, fails with fault.Invalid.
func (s *Service) Margins(ctx context.Context, first, last time.Time) (Margins, error) {
	m := Margins{Days: []NamedMargin{}}
	if !first.Before(last) || last.Sub(first) > maxMarginDays*24*time.Hour {
		return m, fault.InField("to", "Please choose at most %d days.", maxMarginDays)
	}
	products, shelves := map[string]*NamedMargin{}, map[string]*NamedMargin{}
	for begin := first; begin.Before(last); begin = begin.Add(24 * time.Hour) {
		sold, err := s.soldBetween(ctx, begin, begin.Add(24*time.Hour))
		if err != nil {
			return m, err
		}
		day := NamedMargin{ID: tax.Day(begin), Name: language.DayOfYear(begin.In(clock.India)).In(language.Of(ctx))}
		for _, row := range sold {
			day.add(row.Margin)
			addMargin(products, row.ID, row.Name, row.Margin)
			addMargin(shelves, row.categoryID, row.category, row.Margin)
		}
		m.Days = append(m.Days, day)
		m.add(day.Margin)
	}
	m.Products, m.Shelves = sortedByEarnings(products), sortedByEarnings(shelves)
	return m, nil
}

func addMargin(margins map[string]*NamedMargin, id, name string, m Margin) {
	if margins[id] == nil {
		margins[id] = &NamedMargin{ID: id, Name: name}
	}
	margins[id].add(m)
}

func sortedByEarnings(byID map[string]*NamedMargin) []NamedMargin {
	list := make([]NamedMargin, 0, len(byID))
	for _, m := range byID {
		list = append(list, *m)
	}
	slices.SortFunc(list, func(a, b NamedMargin) int {
		return cmp.Or(cmp.Compare(b.Earned, a.Earned), cmp.Compare(a.ID, b.ID))
	})
	return list
}

// Today returns the margin of the day that starts at begin, or nil if no sale of that day has a known cost.
func (s *Service) Today(ctx context.Context, begin time.Time) (*Margin, error) {
	sold, err := s.soldBetween(ctx, begin, begin.Add(24*time.Hour))
	if err != nil {
		return nil, err
	}
	var m Margin
	for _, row := range sold {
		m.add(row.Margin)
	}
	if m.Sold == 0 {
		return nil, nil //nolint:nilnil // an unknown margin is not an error
	}
	return &m, nil
}

// soldMargin is the margin of a product with its category.
type soldMargin struct {
	NamedMargin

	categoryID, category string
}

// standingOn returns the shop's tax standing on the day that ends at end. For a past day, it is the standing on
// the last bill before end.
func (s *Service) standingOn(ctx context.Context, end time.Time) (string, error) {
	shop, err := s.settings.Get(ctx)
	if err != nil || end.After(s.clock.Now()) {
		return shop.Legal.GST, err
	}
	standing, err := bill.StandingBefore(ctx, s.db, end)
	if err != nil {
		return "", fmt.Errorf("read the tax standing of a day: %w", err)
	}
	return cmp.Or(standing, shop.Legal.GST), nil
}

// printed is SQL for the price of a line by MRP, for a weighed line in proportion to the amount charged.
const printed = `CASE WHEN weight_grams > 0 AND price > discount THEN price * total / (price - discount) ELSE price * quantity END`

// taxIn returns the tax and cess that an amount includes; printed is the price by MRP.
func taxIn(amount, printed money.Paise, rate tax.Rate) money.Paise {
	if rate.Base == tax.ByMRP {
		amount = printed
	}
	return tax.SplitGross(amount, rate.Rate, *rate.Cess, false).Tax()
}

// soldBetween returns the margins of a day's sales, by product.
func (s *Service) soldBetween(ctx context.Context, from, to time.Time) ([]soldMargin, error) {
	standing, err := s.standingOn(ctx, to)
	if err != nil {
		return nil, err
	}
	rows, err := db.All[struct {
		ProductID string         `db:"product_id"`
		Known     money.Paise    `db:"known"`
		Printed   money.Paise    `db:"printed"` // price of the known goods by MRP, at least Known
		Unknown   money.Paise    `db:"unknown"`
		Cost      money.UnitCost `db:"cost"`
	}](ctx, s.db, `
		SELECT product_id, CAST(SUM(CASE WHEN cost IS NULL THEN 0 ELSE total END) AS BIGINT) AS known,
			CAST(SUM(CASE WHEN cost IS NULL THEN 0 WHEN `+printed+` > total THEN `+printed+` ELSE total END) AS BIGINT) AS printed,
			CAST(SUM(CASE WHEN cost IS NULL THEN total ELSE 0 END) AS BIGINT) AS unknown, CAST(COALESCE(SUM(CASE WHEN step_grams > 0 AND weight_grams > 0 THEN cost * weight_grams / step_grams ELSE cost * quantity END), 0) AS BIGINT) AS cost
		FROM orders
		WHERE created_at >= $1 AND created_at < $2 AND NOT hidden AND delivery_status <> 'CANCELED' AND payment_status IN ('COD', 'PAID')
		GROUP BY product_id`, from, to)
	if err != nil {
		return nil, fmt.Errorf("read what sales have cost: %w", err)
	}
	snapshot, names := s.view.Snapshot(), map[string]string{}
	for _, category := range snapshot.Categories() {
		names[category.ID] = category.Name
	}
	sold := make([]soldMargin, len(rows))
	for i, row := range rows {
		m := &sold[i]
		m.ID, m.Name = row.ProductID, row.ProductID
		var included money.Paise
		if p, err := snapshot.Product(row.ProductID, true); err == nil {
			m.Name, m.categoryID, m.category = p.Name, p.CategoryID, names[p.CategoryID]
			if found, lack := snapshot.Rates().Find(snapshot.TaxGoods(p.TaxFacts, p.SubCategoryID), tax.Day(from)); lack == "" && standing == settings.GSTRegistered {
				included = taxIn(row.Known, row.Printed, found)
			}
		}
		m.Sold, m.Cost, m.Unknown = row.Known-included, row.Cost.Paise(), row.Unknown
		m.Earned = money.Adjustment(m.Sold - m.Cost)
	}
	return sold, nil
}
