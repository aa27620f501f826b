package counter

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"kirana/internal/account"
	"kirana/internal/bill"
	"kirana/internal/catalog"
	"kirana/internal/catalog/search/indic"
	"kirana/internal/catalog/view"
	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/settings"
	"kirana/internal/tax"
)

// Catalog holds what a device needs to sell without the network: products, taxes and rules. It is complete, or has only the
// changes since a version.
type Catalog struct {
	Version  string           `json:"version" doc:"Version of the catalog, to be sent as since in the next call."`
	Full     bool             `json:"full" doc:"true: the whole catalog. false: the changes after the version sent as since."`
	Deleted  []string         `json:"deleted" nullable:"false" doc:"IDs of products deleted after the version sent as since. Empty if full is true."`
	Taxes    []CatalogTax     `json:"taxes" nullable:"false"`
	Products []CatalogProduct `json:"products" nullable:"false"`
	Shop     CatalogShop      `json:"shop"`
}

// SchemaName returns the name in the API document.
func (Catalog) SchemaName() string { return "CounterCatalog" }

// CatalogProduct is a product in a device's catalog. 30,000 products may take at most 6 MB, so default values are omitted.
type CatalogProduct struct {
	ID       string        `json:"_id"`
	Name     string        `json:"name"`
	Names    catalog.Names `json:"names,omitempty" doc:"Product names by language."`
	Words    string        `json:"words,omitempty" doc:"Search words: Indian names transliterated to Latin letters, and in English."`
	Unit     string        `json:"unit"`
	UQC      string        `json:"uqc,omitempty" doc:"Unit quantity code of a piece on bills. NOS if absent."`
	Price    money.Paise   `json:"price" doc:"MRP in rupees."`
	Discount money.Paise   `json:"discount" doc:"Discount on one piece, in rupees."`
	Stock    int           `json:"stock"`
	Grams    int           `json:"grams,omitempty" doc:"Weight of one unit of a product sold by weight, in grams. The price is for one unit."`
	Barcodes []string      `json:"barcodes,omitempty"`
	ItemCode string        `json:"itemCode,omitempty"`
	Hidden   bool          `json:"hidden,omitempty" doc:"true: the product is not published."`
	Tax      int           `json:"tax" doc:"Index in taxes."`
}

// SchemaName returns the name in the API document.
func (CatalogProduct) SchemaName() string { return "CounterProduct" }

// CatalogTax is a tax rate in force today.
type CatalogTax struct {
	HSN       string        `json:"hsn"`
	Rate      tax.Percent   `json:"rate"`
	Cess      tax.Percent   `json:"cess"`
	Treatment tax.Treatment `json:"treatment" enum:"TAXABLE,EXEMPT,"`
	Base      tax.Base      `json:"base" enum:"PRICE,MRP,"`
	Lack      tax.Lack      `json:"lack" enum:"NO_HSN,NO_RATE,NO_CONDITION,NO_CESS," doc:"Reason why the rate is unknown and the bill has to wait. Empty if it is known."`
}

// SchemaName returns the name in the API document.
func (CatalogTax) SchemaName() string { return "CounterTax" }

// CatalogShop holds the seller data for a device's bills, and the rules of its sales.
type CatalogShop struct {
	Seller         bill.Seller              `json:"seller"`
	Billed         bool                     `json:"billed" doc:"true: bills are issued. Otherwise sales have no numbers."`
	RoundOff       bool                     `json:"roundOff"`
	HSNDigits      int                      `json:"hsnDigits"`
	DiscountLimit  int                      `json:"discountLimit" doc:"Highest discount that the caller may give, in per cent of a price."`
	KhataLimit     *money.Paise             `json:"khataLimit" doc:"Khata limit of a new customer, in rupees. Null: unlimited, or not visible to the caller."`
	WeightBarcodes []settings.WeightBarcode `json:"weightBarcodes" nullable:"false" doc:"Formats of the barcodes on labels of scales."`

	UPI *CatalogUPI `json:"upi" doc:"UPI account for payments, or null."`
}

// CatalogUPI is the shop's own UPI address.
type CatalogUPI struct {
	VPA  string `json:"vpa"`
	Name string `json:"name" doc:"Name of the account holder."`
}

// SchemaName returns the name in the API document.
func (CatalogUPI) SchemaName() string { return "CounterUPI" }

// SchemaName returns the name in the API document.
func (CatalogShop) SchemaName() string { return "CounterShop" }

// overlap is the time by which consecutive catalogs overlap: a transaction may commit up to this long after the time
// stored with its changes.
const overlap = time.Minute

// Catalog returns a device's catalog. Given a version, it returns only the changes since, if the tax rules are still the
// same.
func (s *Service) Catalog(ctx context.Context, v order.Viewer, since string) (Catalog, error) {
	shop, err := s.Settings.Get(ctx)
	if err != nil {
		return Catalog{}, err
	}
	snapshot := s.View.Snapshot()
	day := tax.Day(s.clock.Now())
	c := Catalog{Full: true, Deleted: []string{}, Shop: shopOf(v, shop)}
	taxes := taxesOf(snapshot, day)
	from, rules := time.Time{}, rulesOf(snapshot, day, taxes.list)
	if at, ok := parseVersion(since, rules); ok {
		c.Full, from = false, at.Add(-overlap)
		if c.Deleted, err = deletedSince(ctx, s.db, from); err != nil {
			return c, fmt.Errorf("read which products are gone: %w", err)
		}
	}
	var newest time.Time
	c.Taxes, c.Products = taxes.list, []CatalogProduct{}
	for p := range snapshot.All() {
		if p.UpdatedAt.After(newest) {
			newest = p.UpdatedAt
		}
		if p.UpdatedAt.Before(from) {
			continue
		}
		c.Products = append(c.Products, catalogProduct(p, taxes.at[taxKey(snapshot.TaxGoods(p.TaxFacts, p.SubCategoryID))]))
	}
	c.Version = strconv.FormatInt(newest.UnixMicro(), 36) + "-" + rules
	return c, nil
}

func catalogProduct(p *catalog.Product, index int) CatalogProduct {
	return CatalogProduct{
		ID: p.ID, Name: p.Name, Names: p.Names, Words: strings.Join(indic.Latin(strings.Join(append(p.Names.Words(), p.Name), " ")), " "), Unit: p.Unit, UQC: uqcOf(p.Unit), Price: p.Price, Discount: p.Discount, Stock: p.Stock, Grams: p.StepGrams, Barcodes: p.AllBarcodes(), ItemCode: p.ItemCode,
		Hidden: !p.Publish, Tax: index,
	}
}

// uqcOf returns the unit quantity code of a piece, or "" for tax.Numbers.
func uqcOf(unit string) string {
	if code := tax.UQC(unit); code != tax.Numbers {
		return code
	}
	return ""
}

// taxIndex numbers the taxes of all products, sorted by their fields. Equal lists have equal numbers, so that the numbers
// of unchanged products stay valid on devices.
type taxIndex struct {
	list []CatalogTax
	at   map[tax.Goods]int
}

func taxesOf(snapshot *view.Snapshot, day string) taxIndex {
	taxes := map[tax.Goods]CatalogTax{}
	for p := range snapshot.All() {
		goods := snapshot.TaxGoods(p.TaxFacts, p.SubCategoryID)
		if _, known := taxes[taxKey(goods)]; !known {
			taxes[taxKey(goods)] = catalogTax(snapshot.Rates(), goods, day)
		}
	}
	index := taxIndex{list: slices.AppendSeq([]CatalogTax{}, maps.Values(taxes)), at: map[tax.Goods]int{}}
	slices.SortFunc(index.list, compareTaxes)
	index.list = slices.Compact(index.list)
	for key, shown := range taxes {
		index.at[key], _ = slices.BinarySearchFunc(index.list, shown, compareTaxes)
	}
	return index
}

// taxKey returns goods as a map key: pointers are replaced by values.
func taxKey(goods tax.Goods) tax.Goods {
	if goods.Own == nil {
		return goods
	}
	return tax.Goods{HSN: goods.HSN + " " + goods.Own.String(), Condition: goods.Condition}
}

func catalogTax(table *tax.Table, goods tax.Goods, day string) CatalogTax {
	rate, lack := table.Find(goods, day)
	shown := CatalogTax{HSN: goods.HSN, Lack: lack}
	if lack == "" {
		shown.Rate, shown.Cess, shown.Treatment, shown.Base = rate.Rate, *rate.Cess, rate.Treatment, rate.Base
	}
	return shown
}

func compareTaxes(a, b CatalogTax) int {
	return cmp.Or(cmp.Compare(a.HSN, b.HSN), cmp.Compare(a.Rate, b.Rate), cmp.Compare(a.Cess, b.Cess),
		cmp.Compare(a.Treatment, b.Treatment), cmp.Compare(a.Base, b.Base), cmp.Compare(a.Lack, b.Lack))
}

func shopOf(v order.Viewer, shop settings.Settings) CatalogShop {
	c := CatalogShop{
		Seller: bill.SellerOf(shop), Billed: shop.Legal.GST != "", RoundOff: shop.RoundOff, HSNDigits: shop.HSNDigits, DiscountLimit: discountLimit(v, shop),
		WeightBarcodes: shop.WeightBarcodes,
	}
	if v.StaffRole != account.Packer {
		c.KhataLimit = shop.Khata.Limit
	}
	if shop.UPIID != "" {
		c.UPI = &CatalogUPI{shop.UPIID, cmp.Or(shop.UPIName, shop.Name)}
	}
	return c
}

// rulesOf returns a hash of a day's tax rules. Changes can be applied only to a catalog with the same rules.
func rulesOf(snapshot *view.Snapshot, day string, taxes []CatalogTax) string {
	h := fnv.New64a()
	encoder := json.NewEncoder(h)
	_ = encoder.Encode(day) // writing to a hash does not fail
	_ = encoder.Encode(snapshot.Rates().Rows())
	_ = encoder.Encode(taxes)
	for _, subCategory := range snapshot.SubCategories() {
		_ = encoder.Encode([]any{subCategory.ID, subCategory.TaxFacts})
	}
	return strconv.FormatUint(h.Sum64(), 36)
}

// parseVersion returns the time of a version, and whether its rules are the current ones.
func parseVersion(version, rules string) (time.Time, bool) {
	text, versionRules, _ := strings.Cut(version, "-")
	micros, err := strconv.ParseInt(text, 36, 64)
	return time.UnixMicro(micros), err == nil && versionRules == rules
}

// Customer is a customer in a device's catalog.
type Customer struct {
	ID      string       `db:"id" json:"_id"`
	Name    string       `db:"name" json:"name"`
	Mobile  string       `db:"mobile" json:"mobile"`
	Balance money.Paise  `db:"balance" json:"balance" doc:"Khata balance that is owed, in rupees."`
	Limit   *money.Paise `db:"credit_limit" json:"limit" doc:"Khata limit in rupees. Null: unlimited, or not visible to the caller."`
}

// SchemaName returns the name in the API document.
func (Customer) SchemaName() string { return "CounterCustomer" }

// maxCustomers limits the customers on a device.
const maxCustomers = 20_000

// Customers returns the customers with a mobile number, for sales without the network: an entry for each number, the newest
// first, at most maxCustomers.
func (s *Service) Customers(ctx context.Context, v order.Viewer) ([]Customer, error) {
	shop, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	list, err := db.All[Customer](ctx, s.db, `
		SELECT u.id, u.name, m.mobile, COALESCE(k.balance, 0) AS balance, k.credit_limit
		FROM customer_mobiles m
		JOIN users u ON u.id = m.user_id
		LEFT JOIN khata_accounts k ON k.user_id = u.id
		WHERE u.merged_into = '' AND u.staff_role = ''
		ORDER BY m.created_at DESC, m.mobile LIMIT $1`, maxCustomers)
	if err != nil {
		return nil, fmt.Errorf("list the customers of the counter: %w", err)
	}
	for i := range list {
		switch {
		case v.StaffRole == account.Packer:
			list[i].Limit = nil
		case list[i].Limit == nil:
			list[i].Limit = shop.Khata.Limit
		}
	}
	if list == nil {
		list = []Customer{}
	}
	return list, nil
}

func deletedSince(ctx context.Context, q db.Querier, since time.Time) ([]string, error) {
	ids, err := db.All[string](ctx, q, `SELECT id FROM products WHERE deleted_at >= $1`, since)
	if ids == nil {
		ids = []string{}
	}
	return ids, err
}
