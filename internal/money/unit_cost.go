package money

// UnitCost is the cost of one piece in thousandths of a paisa: an average of many pieces seldom is
// whole paise. In JSON it is rupees, rounded to the paisa.
type UnitCost int64

const unitCostsPerPaisa = 1000

// CostOf returns the cost of one piece of several that cost an amount together, half up.
func CostOf(value Paise, pieces int) UnitCost {
	return UnitCost(half(int64(value)*unitCostsPerPaisa, int64(pieces)))
}

// AverageCost returns the cost of one piece after more have come in: the average over all, or of the
// new pieces alone when none were left or their cost is unknown.
func AverageCost(before *UnitCost, stock, pieces int, value Paise) UnitCost {
	if before == nil || stock <= 0 {
		return CostOf(value, pieces)
	}
	return UnitCost(half(int64(*before)*int64(stock)+int64(value)*unitCostsPerPaisa, int64(stock+pieces)))
}

// Paise returns the cost rounded to the paisa, half up.
func (c UnitCost) Paise() Paise { return c.Times(1) }

// Times returns what some pieces cost, half up.
func (c UnitCost) Times(pieces int) Paise {
	return Paise(half(int64(c)*int64(pieces), unitCostsPerPaisa))
}

// MarshalJSON encodes rupees as a number.
func (c UnitCost) MarshalJSON() ([]byte, error) { return c.Paise().MarshalJSON() }

// UnmarshalJSON decodes what MarshalJSON encodes.
func (c *UnitCost) UnmarshalJSON(b []byte) error {
	var amount Paise
	err := amount.UnmarshalJSON(b)
	*c = UnitCost(amount) * unitCostsPerPaisa
	return err
}

// half returns a ÷ b rounded to the nearest whole number, half up; b is above 0.
func half(a, b int64) int64 {
	if a < 0 {
		return -((-a + b/2) / b)
	}
	return (a + b/2) / b
}
