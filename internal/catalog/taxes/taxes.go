// Package taxes finds the products whose tax is not known, proposes it by what they are, and shows which
// products a row of the table of rates moves.
package taxes

import (
	"cmp"
	"slices"
	"strings"

	"kirana/internal/bill"
	"kirana/internal/catalog"
	"kirana/internal/money"
	"kirana/internal/tax"
)

// TaxProposal is what a product seems to be. It is taken by a press only.
type TaxProposal struct {
	HSN       string       `json:"hsn"`
	Condition string       `json:"condition" doc:"empty where the rate has none"`
	Rate      *tax.Percent `json:"rate" doc:"per cent, CGST and SGST together; null: the table has no rate"`
	Kind      string       `json:"kind" doc:"see GET tax/proposals"`
	Sure      bool         `json:"sure" doc:"false: the rate depends on a condition that somebody has to look at; the proposed one is a guess by name and unit"`
}

// Missing is a product without an HSN, or without a rate that follows from it.
type Missing struct {
	ID          string            `json:"_id"`
	Name        string            `json:"name"`
	Unit        string            `json:"unit"`
	SubCategory catalog.Reference `json:"subCategory"`
	HSN         string            `json:"hsn" doc:"its own or that of its sub-category; empty: none"`
	Lack        tax.Lack          `json:"lack" enum:"NO_HSN,NO_RATE,NO_CONDITION,NO_CESS"`
	Choices     []bill.Choice     `json:"choices" doc:"among which the HSN of the product or of its proposal lets choose"`
	Proposal    *TaxProposal      `json:"proposal" doc:"null: nothing sure is known"`
}

// SchemaName is the name in the API document.
func (Missing) SchemaName() string { return "ProductWithoutTax" }

// Kind is a group of products with proposals to which the same row of the table applies.
type Kind struct {
	Key       string        `json:"key"`
	Name      string        `json:"name" doc:"what the table calls such goods"`
	HSN       string        `json:"hsn" doc:"the digits with which the codes of its products begin"`
	Condition string        `json:"condition"`
	Rate      *tax.Percent  `json:"rate" doc:"null: it depends on a condition"`
	Sure      bool          `json:"sure" doc:"false: somebody has to choose a condition for each product"`
	Choices   []bill.Choice `json:"choices"`
	Products  int           `json:"products"`
	Examples  []string      `json:"examples" doc:"names of the first products"`
}

// SchemaName is the name in the API document.
func (Kind) SchemaName() string { return "TaxKind" }

// noKind is the key of products without a proposal.
const noKind = "none"

// maxExamples is how many products a kind names.
const maxExamples = 3

// finder proposes by a table of rates on a day.
type finder struct {
	table *tax.Table
	day   string
}

// missing returns what a product lacks; nil when its tax is known.
func (f finder) missing(p catalog.Product, goods tax.Goods) *Missing {
	_, lack := f.table.Find(goods, f.day)
	if lack == "" && goods.HSN != "" {
		return nil
	}
	m := &Missing{ID: p.ID, Name: p.Name, Unit: p.Unit, SubCategory: p.SubCategory, HSN: goods.HSN, Lack: cmp.Or(lack, tax.NoHSN), Choices: []bill.Choice{}}
	m.Proposal = f.propose(p, goods)
	if hsn := m.HSN; m.Proposal != nil {
		m.Choices = f.choices(m.Proposal.HSN)
	} else if hsn != "" {
		m.Choices = f.choices(hsn)
	}
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

// propose returns a proposal for a product without an HSN, or for the condition of one that has it.
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

// looseWords name goods that are weighed for the buyer.
var looseWords = setOf("loose open weighed khula")

// guess returns the condition that a product seems to have: by its name, else a pack; "" where neither is a choice.
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

// keyOf returns the key of a proposal's kind: the prefix of the table that decides, and the condition if it is sure.
func (f finder) keyOf(p TaxProposal) string {
	rows := f.table.Choices(p.HSN, f.day)
	if !p.Sure || len(rows) == 0 {
		return prefixOf(rows, p.HSN) + ":?"
	}
	return prefixOf(rows, p.HSN) + ":" + p.Condition
}

func prefixOf(rows []tax.Rate, hsn string) string {
	if len(rows) == 0 {
		return hsn
	}
	return rows[0].HSN
}

// kinds groups products by their proposals, the largest group first and those that ask last.
func (f finder) kinds(products []Missing) []Kind {
	kinds := []Kind{}
	at := map[string]int{}
	for _, m := range products {
		if m.Proposal == nil {
			continue
		}
		i, known := at[m.Proposal.Kind]
		if !known {
			i, at[m.Proposal.Kind] = len(kinds), len(kinds)
			kinds = append(kinds, f.kindOf(m))
		}
		kinds[i].Products++
		if len(kinds[i].Examples) < maxExamples {
			kinds[i].Examples = append(kinds[i].Examples, strings.TrimSpace(m.Name+" "+m.Unit))
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

func (f finder) kindOf(m Missing) Kind {
	p := *m.Proposal
	rows := f.table.Choices(p.HSN, f.day)
	k := Kind{Key: p.Kind, HSN: prefixOf(rows, p.HSN), Sure: p.Sure, Choices: m.Choices, Examples: []string{}}
	var names []string
	for _, row := range rows {
		if p.Sure && row.Condition != p.Condition && (row.Condition != "" || slices.ContainsFunc(rows, func(r tax.Rate) bool { return r.Condition == p.Condition })) {
			continue
		}
		names = append(names, row.Description)
	}
	if k.Name = commonStart(names); k.Name == "" {
		k.Name = "HSN " + k.HSN
	}
	if p.Sure {
		k.Condition, k.Rate = p.Condition, p.Rate
	}
	return k
}

// commonStart returns the words with which all texts begin.
func commonStart(texts []string) string {
	if len(texts) == 0 {
		return ""
	}
	words := strings.Fields(texts[0])
	for _, text := range texts[1:] {
		other := strings.Fields(text)
		n := 0
		for n < min(len(words), len(other)) && words[n] == other[n] {
			n++
		}
		words = words[:n]
	}
	return strings.TrimRight(strings.Join(words, " "), ",:; ")
}

// TaxRate is a row of the table of rates.
type TaxRate struct {
	ID string `json:"_id" doc:"of a row that the owner has entered; empty: it comes with the program"`

	tax.Rate

	Current  bool `json:"current" doc:"it holds today"`
	Products int  `json:"products" doc:"products on which it decides today, or from its day on"`
}

// TaxMove is a product whose tax a row of rates changes. Its price stays.
type TaxMove struct {
	ID     string      `json:"_id"`
	Name   string      `json:"name"`
	Unit   string      `json:"unit"`
	Price  money.Paise `json:"price" doc:"what a shopper pays"`
	Before *TaxedPrice `json:"before" doc:"null: it has no rate"`
	After  TaxedPrice  `json:"after"`
}

// SchemaName is the name in the API document.
func (TaxMove) SchemaName() string { return "MovedProduct" }

// TaxedPrice is a price taken apart, sold inside the state.
type TaxedPrice struct {
	Rate    tax.Percent `json:"rate"`
	Cess    tax.Percent `json:"cess"`
	Taxable money.Paise `json:"taxable"`
	Tax     money.Paise `json:"tax"`
}

// taxed takes the price of a product apart.
func taxed(p catalog.Product, rate tax.Rate) TaxedPrice {
	valued := p.Payable()
	if rate.Base == tax.ByMRP {
		valued = p.Price
	}
	split := tax.SplitGross(valued, rate.Rate, *rate.Cess, false)
	return TaxedPrice{rate.Rate, *rate.Cess, split.Taxable, split.Tax()}
}

// Change is what a row of rates does.
type Change struct {
	Rate     *TaxRate  `json:"rate" doc:"the row; null for a dry run"`
	Count    int       `json:"count" doc:"products that the row moves"`
	Products []TaxMove `json:"products" doc:"the first of them by name, at most 1000"`
}

// SchemaName is the name in the API document.
func (Change) SchemaName() string { return "RateChange" }

// maxMoved is how many products a change names.
const maxMoved = 1000
