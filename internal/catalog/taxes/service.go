package taxes

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"kirana/internal/audit"
	"kirana/internal/bill"
	"kirana/internal/catalog"
	"kirana/internal/catalog/admin"
	"kirana/internal/catalog/view"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/id"
	"kirana/internal/language"
	"kirana/internal/tax"
	"kirana/internal/tax/rates"
)

// Service finds the products without a tax, and keeps the owner's rates.
type Service struct {
	db    *db.DB
	clock clock.Clock
	view  *view.View
	admin *admin.Service
	last  atomic.Pointer[missingList]
}

// missingList has the products without a tax in one version of the catalog on one day.
type missingList struct {
	version  uint64
	finder   finder
	missing  []MissingTax
	products int // of the shop
}

// New returns a service.
func New(d *db.DB, c clock.Clock, v *view.View, a *admin.Service) *Service {
	return &Service{db: d, clock: c, view: v, admin: a}
}

// product is a product with the facts that decide its tax.
type product struct {
	catalog.Product

	goods tax.Goods
}

// products returns all products of a catalog.
func products(snapshot *view.Snapshot) []product {
	var all []product
	for p := range snapshot.All() {
		all = append(all, product{snapshot.WithNames(*p), snapshot.TaxGoods(p.TaxFacts, p.SubCategoryID)})
	}
	return all
}

// findMissing returns the products without a tax, by kind and name. It caches the result until the day or the catalog changes,
// which includes the tax rates.
func (s *Service) findMissing() *missingList {
	snapshot, day := s.view.Snapshot(), tax.Day(s.clock.Now())
	if last := s.last.Load(); last != nil && last.version == snapshot.Version() && last.finder.day == day {
		return last
	}
	found := &missingList{version: snapshot.Version(), finder: finder{table: snapshot.Rates(), day: day}, missing: []MissingTax{}}
	for _, p := range products(snapshot) {
		found.products++
		if m := found.finder.missing(p.Product, p.goods); m != nil {
			found.missing = append(found.missing, *m)
		}
	}
	slices.SortFunc(found.missing, func(a, b MissingTax) int {
		return cmp.Or(strings.Compare(a.kind(), b.kind()), strings.Compare(catalog.NameKey(a.Name), catalog.NameKey(b.Name)), strings.Compare(a.ID, b.ID))
	})
	s.last.Store(found)
	return found
}

// kind returns the key of the product's kind, or noKind without a proposal. noKind sorts after all other keys.
func (m MissingTax) kind() string {
	if m.Proposal == nil {
		return noKind
	}
	return m.Proposal.Kind
}

// ListMissing returns a page, from 1, of the products without a tax, of one kind unless it is "", and their number on all pages.
func (s *Service) ListMissing(kind string, page, limit int) (list []MissingTax, total int) {
	list = s.findMissing().missing
	if kind != "" {
		list = slices.DeleteFunc(slices.Clone(list), func(m MissingTax) bool { return m.kind() != kind })
	}
	from := min(len(list), (page-1)*limit)
	return list[from:min(len(list), from+limit)], len(list)
}

// Summary counts the products without a tax, and groups them by their proposals.
type Summary struct {
	Products int          `json:"products" doc:"Number of products in the shop."`
	Missing  int          `json:"missing" doc:"Number of products without an HSN, condition or rate."`
	Unknown  int          `json:"unknown" doc:"Number of products in missing that have no proposal."`
	Waiting  WaitingBills `json:"waiting"`
	Kinds    []Kind       `json:"kinds"`
}

// SchemaName returns the name in the API document.
func (Summary) SchemaName() string { return "TaxProposals" }

// Proposals returns the products without a tax, by kind.
func (s *Service) Proposals(ctx context.Context) (Summary, error) {
	found := s.findMissing()
	sum := Summary{Products: found.products, Missing: len(found.missing), Kinds: found.finder.kinds(found.missing, language.Of(ctx))}
	for _, m := range found.missing {
		if m.Proposal == nil {
			sum.Unknown++
		}
	}
	var err error
	if sum.Waiting, err = waiting(ctx, s.db); err != nil {
		return Summary{}, fmt.Errorf("count the orders without a bill: %w", err)
	}
	return sum, nil
}

// KindChoice accepts the proposals of a kind of GET /tax/proposals. Products is the number of products that the caller saw.
type KindChoice struct {
	Key      string
	Products int
}

var errChanged = fault.New(fault.Conflict, "changed_meanwhile", "The products have changed meanwhile. Look again.")

// Assign sets the tax of products: of whole kinds as proposed, and of named products as given. It returns the number of
// changed products. A kind with another number of products than the caller saw fails with fault.Conflict, and nothing changes.
func (s *Service) Assign(ctx context.Context, named []admin.TaxChange, kinds []KindChoice) (int, error) {
	var changes []admin.TaxChange
	if len(kinds) > 0 {
		found := s.findMissing()
		for _, kind := range kinds {
			before := len(changes)
			for _, m := range found.missing {
				if m.Proposal != nil && m.Proposal.Kind == kind.Key {
					changes = append(changes, admin.TaxChange{ProductID: m.ID, Tax: admin.TaxForm{HSN: &m.Proposal.HSN, Condition: &m.Proposal.Condition}})
				}
			}
			if len(changes)-before != kind.Products {
				return 0, errChanged
			}
		}
	}
	n, err := s.admin.AssignTax(ctx, append(changes, named...))
	if err != nil {
		return 0, fmt.Errorf("assign taxes: %w", err)
	}
	return n, nil
}

// Rates returns all rows of the table, each with the number of products to which it applies: today, or on its first day if that
// is later.
func (s *Service) Rates(ctx context.Context) ([]TaxRate, error) {
	own, err := rates.All(ctx, s.db)
	if err != nil {
		return nil, fmt.Errorf("list the rates: %w", err)
	}
	ids := map[tax.Key]string{}
	for _, row := range own {
		ids[row.TaxRate().Key()] = row.ID
	}
	table, list, today := rates.TableOf(own), products(s.view.Snapshot()), tax.Day(s.clock.Now())
	decides := count(table, list, today)
	var views []TaxRate
	for _, row := range table.Rows() {
		v := TaxRate{ID: ids[row.Key()], Rate: row, Current: isCurrent(table, row, today)}
		if (v.ID != "") != (row.Source == rates.Source) { // the owner's row for the same goods and day replaces this one
			continue
		}
		if v.Products = decides[row.Key()]; row.From > today {
			v.Products = count(table, list, row.From)[row.Key()]
		}
		views = append(views, v)
	}
	return views, nil
}

func isCurrent(table *tax.Table, row tax.Rate, day string) bool {
	return slices.ContainsFunc(table.Choices(row.HSN, day), func(r tax.Rate) bool { return r.Key() == row.Key() })
}

// count returns the number of products to which each row applies on a day. Products with a rate of their own do not count.
func count(table *tax.Table, products []product, day string) map[tax.Key]int {
	n := map[tax.Key]int{}
	for _, t := range products {
		if t.goods.Own != nil {
			continue
		}
		if rate, lack := table.Find(t.goods, day); lack == "" {
			n[rate.Key()]++
		}
	}
	return n
}

// moves returns the products whose tax a row changes, by name, on the row's first day or today, whichever is later.
func (s *Service) moves(row rates.Row, own []rates.Row, products []product) []TaxMove {
	rest := slices.DeleteFunc(slices.Clone(own), func(r rates.Row) bool { return r.TaxRate().Key() == row.TaxRate().Key() })
	without, with := rates.TableOf(rest), rates.TableOf(append(rest, row))
	day := max(row.From, tax.Day(s.clock.Now()))
	moves := []TaxMove{}
	for _, t := range products {
		after, lack := with.Find(t.goods, day)
		if lack != "" || t.goods.Own != nil || after.Key() != row.TaxRate().Key() {
			continue
		}
		m := TaxMove{ID: t.ID, Name: t.Name, Unit: t.Unit, Price: t.Payable(), After: splitPrice(t.Product, after)}
		if before, lack := without.Find(t.goods, day); lack == "" {
			b := splitPrice(t.Product, before)
			m.Before = &b
		}
		if m.Before == nil || *m.Before != m.After {
			moves = append(moves, m)
		}
	}
	slices.SortFunc(moves, func(a, b TaxMove) int {
		return cmp.Or(strings.Compare(catalog.NameKey(a.Name), catalog.NameKey(b.Name)), strings.Compare(a.ID, b.ID))
	})
	return moves
}

// AddRate adds a row of the owner's, unless it is a dry run, and returns the products whose tax it changes.
func (s *Service) AddRate(ctx context.Context, row rates.Row, dryRun bool) (Change, error) {
	own, err := rates.All(ctx, s.db)
	if err != nil {
		return Change{}, fmt.Errorf("add a rate: %w", err)
	}
	list := products(s.view.Snapshot())
	moves := s.moves(row, own, list)
	change := Change{Count: len(moves), Products: moves[:min(len(moves), maxMoved)]}
	if dryRun {
		return change, nil
	}
	row.ID, row.CreatedAt = id.New(), s.clock.Now()
	err = s.edit(ctx, func(tx *db.Tx) error {
		if err := rates.Insert(ctx, tx, row); err != nil {
			return err
		}
		return audit.Write(ctx, tx, row.CreatedAt, audit.Entry{What: "taxRate.create", Object: objectOf(row), After: string(rateText(row).Store())})
	})
	if err != nil {
		return Change{}, err
	}
	rate, today, table := row.TaxRate(), tax.Day(row.CreatedAt), rates.TableOf(append(own, row))
	change.Rate = &TaxRate{ID: row.ID, Rate: rate, Current: isCurrent(table, rate, today), Products: count(table, list, max(row.From, today))[rate.Key()]}
	return change, nil
}

// RemoveRate deletes a row of the owner's. It returns rates.ErrNoRow for an unknown row, and fault.Conflict for a row whose
// first day has come and which a bill has used.
func (s *Service) RemoveRate(ctx context.Context, rowID string) error {
	return s.edit(ctx, func(tx *db.Tx) error {
		own, err := rates.All(ctx, tx)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(own, func(row rates.Row) bool { return row.ID == rowID })
		if i < 0 {
			return rates.ErrNoRow
		}
		row, now := own[i], s.clock.Now()
		if row.From <= tax.Day(now) {
			used, err := bill.CountUses(ctx, tx, rates.TableOf(own), row.TaxRate())
			if err != nil {
				return err
			}
			if used > 0 {
				return fault.New(fault.Conflict, "rate_used", "%s used this rate. Add a row from a later day instead.", language.Count(used, "1 bill", "%d bills"))
			}
		}
		if err := rates.Delete(ctx, tx, rowID); err != nil {
			return err
		}
		return audit.Write(ctx, tx, now, audit.Entry{What: "taxRate.delete", Object: objectOf(row), Before: string(rateText(row).Store())})
	})
}

// edit runs a transaction that changes the owner's rates, and shows them on all nodes.
func (s *Service) edit(ctx context.Context, change func(tx *db.Tx) error) error {
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		if err := change(tx); err != nil {
			return err
		}
		return tx.NotifyNodes(ctx, view.Topic)
	})
	if err == nil {
		s.view.ShowCommitted(ctx)
	}
	return err
}

func objectOf(row rates.Row) string { return strings.TrimSpace("HSN " + row.HSN + " " + row.Condition) }

// rateText returns a row's rate for the activity log.
func rateText(row rates.Row) language.Phrase {
	return language.NewPhrase("%s %% from %s", row.Rate, row.From)
}
