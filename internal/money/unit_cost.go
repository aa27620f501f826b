package money

import (
	"math"
	"math/big"
)

// UnitCost is the cost of one piece in thousandths of a paisa: an average of many pieces seldom is
// whole paise. In JSON it is rupees, rounded to the paisa.
type UnitCost int64

const unitCostsPerPaisa = 1000

// CostOf returns the cost of one piece if pieces cost value together, rounded half up.
func CostOf(value Paise, pieces int) UnitCost {
	return UnitCost(half(times(int64(value), unitCostsPerPaisa), int64(pieces)))
}

// AverageCost returns the cost of one piece after new pieces of a value were added to the stock: the
// average over all, or over the new pieces alone if there was no stock or its cost is unknown.
func AverageCost(before *UnitCost, stock, pieces int, value Paise) UnitCost {
	if before == nil || stock <= 0 {
		return CostOf(value, pieces)
	}
	left, came := times(int64(*before), int64(stock)), times(int64(value), unitCostsPerPaisa)
	return UnitCost(half(left.Add(left, came), int64(stock+pieces)))
}

// Paise returns the cost rounded to the paisa, half up.
func (c UnitCost) Paise() Paise { return c.Times(1) }

// Times returns the cost of some pieces, rounded half up.
func (c UnitCost) Times(pieces int) Paise {
	return Paise(half(times(int64(c), int64(pieces)), unitCostsPerPaisa))
}

// MarshalJSON encodes rupees as a number.
func (c UnitCost) MarshalJSON() ([]byte, error) { return c.Paise().MarshalJSON() }

// UnmarshalJSON decodes the format of MarshalJSON.
func (c *UnitCost) UnmarshalJSON(b []byte) error {
	var amount Paise
	err := amount.UnmarshalJSON(b)
	*c = UnitCost(amount) * unitCostsPerPaisa
	return err
}

// times returns a × b, which may need more than 64 bits: the cost of tons of goods in grams.
func times(a, b int64) *big.Int { return new(big.Int).Mul(big.NewInt(a), big.NewInt(b)) }

// half returns a ÷ b rounded to the nearest whole number, half away from 0; b must be above 0. A result beyond 64 bits
// becomes the largest number of its sign.
func half(a *big.Int, b int64) int64 {
	negative := a.Sign() < 0
	a.Abs(a).Add(a, big.NewInt(b/2)).Quo(a, big.NewInt(b))
	whole := int64(math.MaxInt64)
	if a.IsInt64() {
		whole = a.Int64()
	}
	if negative {
		return -whole
	}
	return whole
}
