package catalog

import (
	"kirana/internal/catalog/search"
	"kirana/internal/money"
)

// UnitPrice is the price of a measure of a product, by which packets of different sizes compare.
type UnitPrice struct {
	Price money.Paise `json:"price" doc:"rupees"`
	Per   string      `json:"per" enum:"100 g,kg,100 ml,L,piece"`
}

// measure is an amount by which prices are given, as search.Size counts it.
type measure struct {
	name   string
	amount int64
}

// measureOf returns by which measure the price of a size is given. Rule 6(1)(m) of the Legal
// Metrology (Packaged Commodities) Rules, 2011, as amended in 2021, parts sizes at one
// kilogram and one litre; below them it asks for the price of a gram or millilitre, which
// is shown for a hundred, as prices of a few paise compare badly.
func measureOf(size search.Amount) measure {
	switch {
	case size.Kind == search.Mass && size.Value < kilogram:
		return measure{"100 g", kilogram / 10}
	case size.Kind == search.Mass:
		return measure{"kg", kilogram}
	case size.Kind == search.Volume && size.Value < litre:
		return measure{"100 ml", litre / 10}
	case size.Kind == search.Volume:
		return measure{"L", litre}
	}
	return measure{"piece", 1}
}

const (
	kilogram = 1_000_000 // milligrams
	litre    = 1_000_000 // microlitres
)

// unitPriceOf returns the unit price of what costs payable and comes in a unit such as
// "6 x 200 ml", rounded half up to the paisa; nil when the unit names no amount, or just
// one measure, whose price is the payable price.
func unitPriceOf(payable money.Paise, unit string) *UnitPrice {
	size, ok := search.Size(unit)
	if !ok {
		return nil
	}
	per := measureOf(size)
	if size.Value == per.amount {
		return nil
	}
	paise := (2*int64(payable)*per.amount + size.Value) / (2 * size.Value)
	return &UnitPrice{Price: money.Paise(paise), Per: per.name}
}
