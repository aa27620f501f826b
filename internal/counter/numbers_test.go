package counter_test

import (
	"fmt"
	"net/http"
	"testing"

	"kirana/internal/db"
	"kirana/internal/shoptest"
)

// mixed adds a product that the law taxes and one that is exempt, and returns the lines of a sale of both for ₹100.
func (s *shop) mixed(t *testing.T) (taxable string, lines []object) {
	t.Helper()
	taxable, exempt := s.product(t, shoptest.Product{Price: 5000, Stock: 50}), s.product(t, shoptest.Product{Price: 5000, Stock: 50})
	s.execute(t, `UPDATE products SET hsn = '0401' WHERE id = $1`, exempt)
	return taxable, []object{line(taxable, 1), line(exempt, 1)}
}

// sellNumbered makes an offline sale for a business under a number of the device, and returns the numbers of its bills.
func (s *shop) sellNumbered(t *testing.T, serial, numbers int, lines ...object) string {
	t.Helper()
	sale := s.sale(fmt.Sprint("sale ", serial), float64(50*len(lines)), lines...)
	sale["number"], sale["buyer"], sale["offline"] = fmt.Sprintf("C1/2526/%04d", serial), business, true
	if numbers > 0 {
		sale["numbers"] = numbers
	}
	return numbersOf(s.sell(t, sale))
}

var business = object{"name": "Anand Stores", "gstin": "29AAGCB7383J1Z4"}

func numbersOf(sold placedOrder) string {
	var numbers []string
	for _, b := range sold.Bills {
		numbers = append(numbers, b.Number)
	}
	return fmt.Sprint(numbers)
}

func TestSetBuyer_takesNoNumberFromTheSeriesOfADevice(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		taxable, lines := s.mixed(t)
		s.execute(t, `UPDATE products SET hsn = '' WHERE id = $1`, taxable)
		sale := s.sale("a", 100, lines...)
		sale["number"], sale["offline"] = "C1/2526/0001", true
		waiting := s.sell(t, sale)
		if waiting.BillWaits == nil {
			t.Fatalf("sold %+v, want a bill that waits", waiting)
		}
		s.call(t, "PUT", "/order/checkout/"+waiting.ID+"/buyer", business).Expect(t, http.StatusOK, "")
		s.execute(t, `UPDATE products SET hsn = '3402' WHERE id = $1`, taxable)
		must(t, s.orders.BillWaiting(t.Context()))
		var billed placedOrder
		s.call(t, "GET", "/order/checkout/"+waiting.ID, nil).Decode(t, &billed)
		if got := numbersOf(billed); got != "[C1/2526/0001 GK/25-26/00001]" {
			t.Errorf("the sale that waited has %s, want \"[C1/2526/0001 GK/25-26/00001]\"", got)
		}
		if got := s.sellNumbered(t, 2, 1, lines[0]); got != "[C1/2526/0002]" {
			t.Errorf("the next sale of the device has %s, want \"[C1/2526/0002]\"", got)
		}
	})
}

func TestSell_takesTheNumbersThatTheDeviceAssigned(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		_, lines := s.mixed(t)
		for _, sold := range []struct {
			serial, numbers, lines int
			want                   string
		}{
			{1, 0, 2, "[C1/2526/0001 C1/2526/0002]"},
			{3, 2, 2, "[C1/2526/0003 C1/2526/0004]"},
			{5, 1, 2, "[C1/2526/0005 GK/25-26/00001]"}, // a rate changed since the device learned it
			{6, 2, 1, "[C1/2526/0006]"},
			{8, 1, 1, "[C1/2526/0008]"},
		} {
			if got := s.sellNumbered(t, sold.serial, sold.numbers, lines[:sold.lines]...); got != sold.want {
				t.Errorf("with %d numbers from %d a sale has %s, want %s", sold.numbers, sold.serial, got, sold.want)
			}
		}
		refused := s.sale("refused", 50, line("65f1a2b3c4d5e6f708192a3b", 1))
		refused["number"], refused["numbers"], refused["offline"] = "C1/2526/0009", 2, true
		s.call(t, "POST", "/counter/sales", refused).Expect(t, http.StatusConflict, "The product of line 1 is not known here.")
		if got := s.sellNumbered(t, 11, 1, lines[0]); got != "[C1/2526/0011]" {
			t.Errorf("the next number after a refused sale with two numbers is %s, want \"[C1/2526/0011]\"", got)
		}
		lost, err := db.All[int64](t.Context(), d, `SELECT serial FROM counter_lost_numbers ORDER BY serial`)
		if fmt.Sprint(lost) != "[7 9 10]" || err != nil {
			t.Errorf("the canceled numbers are %v, %v, want \"[7 9 10]\"", lost, err)
		}
	})
}
