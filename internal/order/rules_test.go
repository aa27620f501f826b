package order

import (
	"encoding/json"
	"math/big"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kirana/internal/catalog"
	"kirana/internal/fault"
	"kirana/internal/money"
	"kirana/internal/payment"
)

func TestTotal_isTheSumOfTheLines(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		want := new(big.Int)
		var lines []Line
		for range rapid.IntRange(1, MaxItems).Draw(t, "lines") {
			price := rapid.Int64Range(1, int64(money.Max)).Draw(t, "price")
			discount := rapid.Int64Range(0, price-1).Draw(t, "discount")
			l := Line{Quantity: rapid.IntRange(1, 99).Draw(t, "quantity")}
			l.copyProduct(catalog.Product{Price: money.Paise(price), Discount: money.Paise(discount)})
			line := new(big.Int).Mul(big.NewInt(price-discount), big.NewInt(int64(l.Quantity)))
			if l.Total <= 0 || big.NewInt(int64(l.Total)).Cmp(line) != 0 {
				t.Fatalf("(%d − %d) × %d is %d, want %v", price, discount, l.Quantity, l.Total, line)
			}
			want.Add(want, line)
			lines = append(lines, l)
		}
		if sum := total(lines); big.NewInt(int64(sum)).Cmp(want) != 0 {
			t.Fatalf("the total is %d, want %v", sum, want)
		}
	})
}

func TestAmount_readsSumsThatClientsAddUpAsFloats(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var sum float64
		var want money.Paise
		for range rapid.IntRange(1, MaxItems).Draw(t, "lines") {
			paise := rapid.Int64Range(1, 10_000_00).Draw(t, "paise")
			sum += float64(paise) / 100
			want += money.Paise(paise)
		}
		body, err := json.Marshal(sum)
		if err != nil {
			t.Fatal(err)
		}
		var a amount
		if err := json.Unmarshal(body, &a); err != nil {
			t.Fatal(err)
		}
		got, err := a.paise()
		if err != nil || *got != want {
			t.Fatalf("the quantity of %s is %v, %v, want %d", body, got, err, want)
		}
	})
}

func TestWithDelivery_setsThePaymentStatus(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		from State
		to   Delivery
		want payment.Status

		paidBy PaidBy
	}{
		{State{COD, payment.CashOnDelivery, Pending, "", false}, Delivered, payment.Paid, ByCash},
		{State{COD, payment.Paid, Delivered, ByCash, false}, Pending, payment.CashOnDelivery, ""},
		{State{COD, payment.Paid, Delivered, ByCash, false}, Canceled, payment.CashOnDelivery, ""},
		{State{COD, payment.CashOnDelivery, Pending, "", false}, Canceled, payment.CashOnDelivery, ""},
		{State{COD, payment.CashOnDelivery, Canceled, "", false}, Delivered, payment.Paid, ByCash},
		{State{COD, payment.CashOnDelivery, Canceled, "", false}, Pending, payment.CashOnDelivery, ""},
		{State{COD, payment.Paid, Delivered, ByCash, false}, Delivered, payment.Paid, ByCash},
		{State{Online, payment.Paid, Pending, "", false}, Delivered, payment.Paid, ""},
		{State{Online, payment.Paid, Pending, "", false}, Canceled, payment.RefundDue, ""},
		{State{Online, payment.Paid, Delivered, "", false}, Canceled, payment.RefundDue, ""},
		{State{Online, payment.RefundDue, Canceled, "", false}, Pending, payment.Paid, ""},
		{State{Online, payment.Refunded, Canceled, "", false}, Pending, payment.Refunded, ""},
		{State{Online, payment.Pending, Pending, "", false}, Canceled, payment.Pending, ""},
		{State{Online, payment.Expired, Canceled, "", false}, Pending, payment.Expired, ""},
		{State{Online, payment.RefundDue, Canceled, "", false}, Canceled, payment.RefundDue, ""},
		{State{COD, payment.Paid, Pending, ByUPI, false}, Delivered, payment.Paid, ByUPI},
		{State{COD, payment.Paid, Delivered, ByUPI, false}, Pending, payment.Paid, ByUPI},
		{State{COD, payment.Paid, Pending, ByUPI, false}, Canceled, payment.RefundDue, ByUPI},
		{State{COD, payment.RefundDue, Canceled, ByUPI, false}, Delivered, payment.Paid, ByUPI},
		{State{COD, payment.Refunded, Canceled, ByUPI, false}, Pending, payment.Refunded, ByUPI},
		{State{COD, payment.RefundDue, Canceled, ByCash, true}, Delivered, payment.Paid, ByCash},
		{State{COD, payment.RefundDue, Canceled, ByCash, true}, Canceled, payment.RefundDue, ByCash},
		{State{COD, payment.Refunded, Canceled, ByCash, true}, Pending, payment.Refunded, ByCash},
	} {
		if got := c.from.withDelivery(c.to); got.Method != c.from.Method || got.Payment != c.want || got.Delivery != c.to || got.PaidBy != c.paidBy || got.Returned != (c.from.Returned && c.to == Canceled) {
			t.Errorf("%v.withDelivery(%s) = %v, want payment %s", c.from, c.to, got, c.want)
		}
	}
}

func TestWithDelivery_keepsCashInStepWithDelivery(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		state := State{Method: COD, Payment: payment.CashOnDelivery, Delivery: Pending}
		for _, to := range rapid.SliceOf(rapid.SampledFrom([]Delivery{Pending, Delivered, Canceled})).Draw(t, "moves") {
			state = state.withDelivery(to)
			if state.Delivery != to || (state.Payment == payment.Paid) != (to == Delivered) || (state.Payment == payment.CashOnDelivery) == (to == Delivered) {
				t.Fatalf("withDelivery(%s) = %v, want that delivery, PAID only if delivered", to, state)
			}
		}
	})
}

func TestRequest_isRefusedWithItsField(t *testing.T) {
	t.Parallel()
	item := func(line, product string, quantity int) Item {
		return Item{LineID: line, ProductID: product, Quantity: quantity}
	}
	many := make([]Item, MaxItems+1)
	for i := range many {
		many[i] = item("", strings.Repeat("p", i+1), 1)
	}
	for _, c := range []struct {
		request        Request
		field, message string
	}{
		{Request{AddressID: "a"}, "list_items", "Your cart is empty"},
		{Request{Items: many, TotalQty: len(many), AddressID: "a"}, "list_items", "An order can have at most 100 items."},
		{Request{Items: []Item{item("", "p", 0)}, AddressID: "a"}, "list_items[0].quantity", "Quantity must be at least 1."},
		{Request{Items: []Item{item("l", "p", 60), item("m", "p", 40)}, TotalQty: 100, AddressID: "a"}, "list_items[1].quantity", "An order can have at most 99 pieces of one product."},
		{Request{Items: []Item{item("l", "p", 1), item("l", "p", 1)}, TotalQty: 2, AddressID: "a"}, "list_items[1]._id", "A cart item is listed twice."},
		{Request{Items: []Item{item("l", "p", 2), item("", "q", 1)}, TotalQty: 2, AddressID: "a"}, "totalQty", "The total quantity does not match the items."},
		{Request{Items: []Item{item("l", "p", 2)}, TotalQty: 2}, "addressId", "Please select a delivery address"},
	} {
		refusal := fault.Of(c.request.check())
		if refusal == nil || refusal.Kind != fault.Invalid || refusal.Message != c.message || len(refusal.Fields) != 1 || refusal.Fields[0].Field != c.field {
			t.Errorf("the refusal is %+v, want %q in %s", refusal, c.message, c.field)
		}
	}
	good := Request{Items: []Item{item("l", "p", 60), item("", "p", 39), item("m", "q", 99)}, TotalQty: 198, AddressID: "a"}
	if err := good.check(); err != nil {
		t.Errorf("check of a good request: %v", err)
	}
}

func TestNewNumber_canBeReadOutOnThePhone(t *testing.T) {
	t.Parallel()
	form := regexp.MustCompile(`^ORD-[2-9CFHJKMRWXY]{4}-[2-9CFHJKMRWXY]{4}$`)
	seen, counts := map[string]bool{}, map[rune]int{}
	for range 20_000 {
		number := newNumber()
		if !form.MatchString(number) || strings.ContainsAny(number[4:], "01OILSZB") {
			t.Fatalf("the number %s has another form, or signs that are mistaken for others", number)
		}
		seen[number] = true
		for _, symbol := range number[4:] {
			counts[symbol]++
		}
	}
	// 20,000 of 11 billion: one collision happens in one of fifty runs, more than three mean a broken
	// source.
	if len(seen) < 20_000-3 {
		t.Errorf("only %d numbers differ", len(seen))
	}
	for symbol, n := range counts {
		if symbol != '-' && (n < 8_000 || n > 9_800) { // 8,889 expected, standard deviation 92
			t.Errorf("the character %c occurred %d times, want 8000 to 9800", symbol, n)
		}
	}
}

func TestLineChanges_ofOneNameAreInTheOrderOfTheLines(t *testing.T) {
	t.Parallel()
	now := mailedState{Lines: map[string]mailedLine{}}
	for i, id := range []string{"a", "b", "c"} {
		now.Lines[id] = mailedLine{Name: "Toor Dal", Quantity: i + 1, Delivery: Pending}
	}
	for range 20 {
		changes := lineChanges(mailedState{}, now, Pending)
		for i, change := range changes {
			if len(changes) != 3 || change.Quantity != i+1 {
				t.Fatalf("the changes are %+v, want quantities 1, 2 and 3", changes)
			}
		}
	}
}
