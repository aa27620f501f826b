package catalog

import (
	"kirana/internal/catalog/search"
	"kirana/internal/money"
)

// UnitPrice is a product's price per measure, to compare packets of different sizes.
type UnitPrice struct {
	Price money.Paise `json:"price" doc:"Payable price of one measure, in rupees."`
	Per   string      `json:"per" enum:"100 g,kg,100 ml,L,piece"`
}

// measure is a reference amount of prices, in the units of search.Size.
type measure struct {
	name   string
	amount int64
}

// measureOf returns the measure for the unit price of a size. Rule 6(1)(m) of the Legal Metrology (Packaged Commodities)
// Rules, 2011, as amended in 2021, requires the price per kg or liter from one kg or liter up, and per g or ml below.
// Below, the shop shows it per 100 instead: prices of a few paise are hard to compare.
func measureOf(size search.Amount) measure {
	switch {
	case size.Kind == search.Mass && size.Value < kilogram:
		return measure{"100 g", kilogram / 10}
	case size.Kind == search.Mass:
		return measure{"kg", kilogram}
	case size.Kind == search.Volume && size.Value < liter:
		return measure{"100 ml", liter / 10}
	case size.Kind == search.Volume:
		return measure{"L", liter}
	}
	return measure{"piece", 1}
}

const (
	kilogram = 1_000_000 // milligrams
	liter    = 1_000_000 // microliters
)

// unitPriceOf returns the unit price for a payable price and a unit such as "6 x 200 ml", rounded half up to the paisa. It
// returns nil if the unit names no amount, or if the unit price would equal the price, as for "1 kg".
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
