// Package taxes finds the products whose tax is unknown, proposes their tax by their words, and shows whose
// tax a new row of the table of rates changes.
package taxes

import (
	"cmp"
	"slices"
	"strings"

	"kirana/internal/bill"
	"kirana/internal/catalog"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/tax"
)

// TaxProposal is a proposed tax of a product, which staff have to accept.
type TaxProposal struct {
	HSN       string       `json:"hsn"`
	Condition string       `json:"condition" doc:"Condition of the rate. Empty for an unconditional rate."`
	Rate      *tax.Percent `json:"rate" doc:"GST rate in per cent, the sum of CGST and SGST. Null: the table has no rate."`
	Kind      string       `json:"kind" doc:"Key of a kind from GET tax/proposals."`
	Sure      bool         `json:"sure" doc:"false: the rate depends on a condition that has to be checked; the proposed condition is a guess by name and unit."`
}

// MissingTax is a product without an HSN, or without a rate that follows from it.
type MissingTax struct {
	ID          string            `json:"_id"`
	Name        string            `json:"name"`
	Unit        string            `json:"unit"`
	SubCategory catalog.Reference `json:"subCategory"`
	HSN         string            `json:"hsn" doc:"HSN of the product or its sub-category. Empty: none."`
	Lack        tax.Lack          `json:"lack" enum:"NO_HSN,NO_RATE,NO_CONDITION,NO_CESS"`
	Choices     []bill.Choice     `json:"choices" doc:"Conditions to choose from for the HSN of the product or its proposal."`
	Proposal    *TaxProposal      `json:"proposal" doc:"Proposed tax. Null: none."`
}

// SchemaName returns the name in the API document.
func (MissingTax) SchemaName() string { return "ProductWithoutTax" }

// Kind is a group of products with proposals to which the same row of the table applies.
type Kind struct {
	Key       string        `json:"key"`
	Name      string        `json:"name" doc:"Name of the goods in the table of rates."`
	HSN       string        `json:"hsn" doc:"Common first digits of the products' HSN codes."`
	Condition string        `json:"condition"`
	Rate      *tax.Percent  `json:"rate" doc:"GST rate in per cent. Null: it depends on a condition."`
	Sure      bool          `json:"sure" doc:"false: a condition has to be chosen for each product."`
	Choices   []bill.Choice `json:"choices"`
	Products  int           `json:"products"`
	Examples  []string      `json:"examples" doc:"Names of the first products."`
}

// SchemaName returns the name in the API document.
func (Kind) SchemaName() string { return "TaxKind" }

// noKind is the key of products without a proposal.
const noKind = "none"

// maxExamples limits the products that a kind names.
const maxExamples = 3

// finder finds products without a tax, and proposals for them, by a table of rates on a day.
type finder struct {
	table *tax.Table
	day   string
}

// missing returns a product without a tax, with its proposal, or nil if its tax is known.
func (f finder) missing(p catalog.Product, goods tax.Goods) *MissingTax {
	_, lack := f.table.Find(goods, f.day)
	if lack == "" && goods.HSN != "" {
		return nil
	}
	m := &MissingTax{ID: p.ID, Name: p.Name, Unit: p.Unit, SubCategory: p.SubCategory, HSN: goods.HSN, Lack: cmp.Or(lack, tax.NoHSN)}
	hsn := goods.HSN
	if m.Proposal = f.propose(p, goods); m.Proposal != nil {
		hsn = m.Proposal.HSN
	}
	m.Choices = f.choices(hsn)
	return m
}

func (f finder) choices(hsn string) []bill.Choice {
	choices := []bill.Choice{}
	for _, row := range f.table.Choices(hsn, f.day) {
		choices = append(choices, bill.Choice{Condition: row.Condition, Rate: row.Rate, Treatment: row.Treatment})
	}
	slices.SortFunc(choices, func(a, b bill.Choice) int { return -strings.Compare(a.Condition, b.Condition) }) // PREPACKED before LOOSE
	return choices
}

// propose returns a proposal for a product without an HSN, or for the condition of a product with an HSN; nil for none.
func (f finder) propose(p catalog.Product, goods tax.Goods) *TaxProposal {
	match := Match{HSN: goods.HSN, Condition: goods.Condition}
	if goods.HSN == "" {
		var ok bool
		if match, ok = Propose(Thing{p.Name, p.Brand(), p.SubCategory.Name, p.Category.Name}); !ok {
			return nil
		}
	}
	proposal := &TaxProposal{HSN: match.HSN, Condition: match.Condition, Sure: true}
	rate, lack := f.table.Find(tax.Goods{HSN: match.HSN, Condition: match.Condition}, f.day)
	if lack == tax.NoCondition {
		proposal.Condition, proposal.Sure = f.guess(match.HSN, p), false
		rate, lack = f.table.Find(tax.Goods{HSN: match.HSN, Condition: proposal.Condition}, f.day)
	}
	switch {
	case goods.HSN != "" && proposal.Sure:
		return nil // it has an HSN without a rate
	case lack == "":
		proposal.Rate = &rate.Rate
	case proposal.Sure:
		return nil
	}
	proposal.Kind = f.keyOf(*proposal)
	return proposal
}

// looseWords are words of goods that are weighed for the buyer.
var looseWords = setOf("loose open weighed khula खुला खुली सुटा सुटी")

// guess returns LOOSE for a product whose name or unit says so, else PREPACKED; "" if the HSN has no such condition.
func (f finder) guess(hsn string, p catalog.Product) string {
	known := f.table.Conditions(hsn, f.day)
	guess := "PREPACKED"
	if slices.ContainsFunc(wordsOf(p.Name+" "+p.Unit), func(word string) bool { return looseWords[word] }) {
		guess = "LOOSE"
	}
	if slices.Contains(known, guess) {
		return guess
	}
	return ""
}

// keyOf returns the key of a proposal's kind: the HSN prefix of the row that decides, and the condition if it is sure. The table
// has rows for the HSN of every proposal.
func (f finder) keyOf(p TaxProposal) string {
	prefix := f.table.Choices(p.HSN, f.day)[0].HSN
	if !p.Sure {
		return prefix + ":?"
	}
	return prefix + ":" + p.Condition
}

// kinds groups products by their proposals: sure kinds first, then the largest. The units of examples are in a language.
func (f finder) kinds(products []MissingTax, lang string) []Kind {
	kinds := []Kind{}
	indexOf := map[string]int{}
	for _, m := range products {
		if m.Proposal == nil {
			continue
		}
		i, known := indexOf[m.Proposal.Kind]
		if !known {
			i, indexOf[m.Proposal.Kind] = len(kinds), len(kinds)
			kinds = append(kinds, f.kindOf(m))
		}
		kinds[i].Products++
		if len(kinds[i].Examples) < maxExamples {
			kinds[i].Examples = append(kinds[i].Examples, strings.TrimSpace(m.Name+" "+language.Unit(lang, m.Unit)))
		}
	}
	slices.SortStableFunc(kinds, func(a, b Kind) int {
		return cmp.Or(compareBool(b.Sure, a.Sure), cmp.Compare(b.Products, a.Products), strings.Compare(a.Key, b.Key))
	})
	return kinds
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

func (f finder) kindOf(m MissingTax) Kind {
	p := *m.Proposal
	rows := f.table.Choices(p.HSN, f.day)
	k := Kind{Key: p.Kind, HSN: rows[0].HSN, Sure: p.Sure, Choices: m.Choices, Examples: []string{}}
	if p.Sure {
		k.Condition, k.Rate = p.Condition, p.Rate
		row, _ := f.table.Find(tax.Goods{HSN: p.HSN, Condition: p.Condition}, f.day)
		rows = []tax.Rate{row}
	}
	var names []string
	for _, row := range rows {
		names = append(names, row.Description)
	}
	if k.Name = commonStart(names); k.Name == "" {
		k.Name = "HSN " + k.HSN
	}
	return k
}

// commonStart returns the words with which all texts begin, without a trailing comma, colon or semicolon.
func commonStart(texts []string) string {
	if len(texts) == 0 {
		return ""
	}
	words := strings.Fields(texts[0])
	for _, text := range texts[1:] {
		textWords := strings.Fields(text)
		n := 0
		for n < min(len(words), len(textWords)) && words[n] == textWords[n] {
			n++
		}
		words = words[:n]
	}
	return strings.TrimRight(strings.Join(words, " "), ",:; ")
}

// TaxRate is a row of the table of rates.
type TaxRate struct {
	ID string `json:"_id" doc:"ID of a row entered by the owner. Empty: built in."`

	tax.Rate

	Current  bool `json:"current" doc:"true: valid today."`
	Products int  `json:"products" doc:"Number of products to which the rate applies, today or from its first day."`
}

// TaxMove is a product whose tax a row of rates changes. Its price, which includes the tax, stays.
type TaxMove struct {
	ID     string      `json:"_id"`
	Name   string      `json:"name"`
	Unit   string      `json:"unit"`
	Price  money.Paise `json:"price" doc:"Payable price of one piece, in rupees."`
	Before *TaxedPrice `json:"before" doc:"Tax before the change. Null: no rate."`
	After  TaxedPrice  `json:"after"`
}

// SchemaName returns the name in the API document.
func (TaxMove) SchemaName() string { return "MovedProduct" }

// TaxedPrice is a price split into the taxable value and the tax of a sale inside the state.
type TaxedPrice struct {
	Rate    tax.Percent `json:"rate"`
	Cess    tax.Percent `json:"cess"`
	Taxable money.Paise `json:"taxable"`
	Tax     money.Paise `json:"tax"`
}

func splitPrice(p catalog.Product, rate tax.Rate) TaxedPrice {
	valued := p.Payable()
	if rate.Base == tax.ByMRP {
		valued = p.Price
	}
	split := tax.SplitGross(valued, rate.Rate, *rate.Cess, false)
	return TaxedPrice{rate.Rate, *rate.Cess, split.Taxable, split.Tax()}
}

// Change lists the products whose tax a new row of rates changes, at most maxMoved of them.
type Change struct {
	Rate     *TaxRate  `json:"rate" doc:"Added row. Null for a dry run."`
	Count    int       `json:"count" doc:"Number of affected products."`
	Products []TaxMove `json:"products" doc:"First 1,000 affected products, by name."`
}

// SchemaName returns the name in the API document.
func (Change) SchemaName() string { return "RateChange" }

// maxMoved limits the products that a change lists.
const maxMoved = 1000
