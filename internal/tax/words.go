package tax

import (
	"math"
	"strconv"
	"strings"

	"kirana/internal/money"
)

var (
	ones = strings.Fields("Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen")
	tens = strings.Fields("- - Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety")
)

// Words spells out an amount for a bill: "Rupees One Lakh Two Thousand and Fifty Paise Only". The amount must not be
// negative.
func Words(amount money.Paise) string {
	rupees, paise := int64(amount)/100, int64(amount)%100
	text := "Rupees " + number(rupees)
	if paise > 0 {
		text += " and " + number(paise) + " Paise"
	}
	return text + " Only"
}

// number spells out a whole number in Indian groups: crore, lakh, thousand, hundred.
func number(n int64) string {
	for _, group := range []struct {
		size int64
		name string
	}{{1_00_00_000, "Crore"}, {1_00_000, "Lakh"}, {1_000, "Thousand"}, {100, "Hundred"}} {
		if n >= group.size {
			text := number(n/group.size) + " " + group.name
			if rest := n % group.size; rest > 0 {
				text += " " + number(rest)
			}
			return text
		}
	}
	switch {
	case n < int64(len(ones)):
		return ones[n]
	case n%10 == 0:
		return tens[n/10]
	}
	return tens[n/10] + " " + ones[n%10]
}

// The portal's unit quantity codes for pieces and weights.
const (
	Numbers   = "NOS"
	Kilograms = "KGS"
)

// containers maps words of a product's unit to their unit quantity codes.
var containers = map[string]string{
	"bottle": "BTL", "bottles": "BTL", "btl": "BTL", "can": "CAN", "cans": "CAN", "tin": "CAN", "box": "BOX", "boxes": "BOX", "bag": "BAG", "bags": "BAG",
	"pack": "PAC", "packs": "PAC", "packet": "PAC", "packets": "PAC", "pouch": "PAC", "pkt": "PAC", "bunch": "BUN", "bunches": "BUN", "bundle": "BDL",
	"carton": "CTN", "dozen": "DOZ", "doz": "DOZ", "pair": "PRS", "pairs": "PRS", "roll": "ROL", "rolls": "ROL", "set": "SET", "tube": "TUB",
	"pc": "PCS", "pcs": "PCS", "piece": "PCS", "pieces": "PCS",
}

// UQC returns the unit quantity code for pieces of a unit: the container's code ("bottle", "1 dozen"), else numbers:
// three packs of "500 g" are 3 NOS.
func UQC(unit string) string {
	words := strings.Fields(strings.ToLower(unit))
	if len(words) == 2 && words[0] == "1" {
		words = words[1:]
	}
	if len(words) == 1 {
		if code, ok := containers[words[0]]; ok {
			return code
		}
	}
	return Numbers
}

// Quantity is a number of pieces or kilograms in thousandths.
type Quantity int64

// Pieces returns the quantity of n pieces.
func Pieces(n int) Quantity { return Quantity(n) * 1000 }

// MarshalJSON writes a number with at most three decimals.
func (q Quantity) MarshalJSON() ([]byte, error) {
	return strconv.AppendFloat(nil, float64(q)/1000, 'f', -1, 64), nil
}

// UnmarshalJSON decodes the format of MarshalJSON.
func (q *Quantity) UnmarshalJSON(b []byte) error {
	n, err := strconv.ParseFloat(string(b), 64)
	*q = Quantity(math.Round(n * 1000))
	return err
}
