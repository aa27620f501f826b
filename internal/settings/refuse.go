package settings

import (
	"slices"
	"time"

	"kirana/internal/clock"
	"kirana/internal/fault"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/unicodetext"
)

// Checkout holds the values checked against the order limits. Amounts are paise.
type Checkout struct {
	Cash           bool // cash on delivery, not online
	Total          money.Paise
	Pincode        string
	EmailConfirmed bool
	OpenCashOrders int         // of the customer, without this order; not exact above the limit
	OpenCashTotal  money.Paise // of the customer, without this order
}

// Refuse returns why the shop does not take an order now, as a fault.Conflict that says what to do, or nil. now is UTC.
func (s Settings) Refuse(c Checkout, now time.Time) error {
	if err := s.refuseTime(now); err != nil {
		return err
	}
	if c.Cash && !s.Pay.COD {
		return conflict("no_cash", "Cash on delivery is not offered. Please pay online.")
	}
	if !c.Cash && !s.Pay.Online {
		return conflict("no_online", "Online payment is not offered. Please choose cash on delivery.")
	}
	if !s.Delivers(c.Pincode) {
		return conflict("outside_pincodes", "The shop does not deliver to this pincode. Please choose another address.")
	}
	return s.RefuseSmall(c)
}

// RefuseSmall returns a fault.Conflict for an order below the minimum, or nil.
func (s Settings) RefuseSmall(c Checkout) error {
	if c.Total < s.MinOrder {
		return conflict("below_minimum", "The smallest order is %s. Please add goods for %s more.", s.MinOrder, s.MinOrder-c.Total)
	}
	return nil
}

// RefuseCash returns why a customer cannot place another cash order, as a fault.Conflict, or nil. It is separate from
// Refuse so that load tests can switch this limit off.
func (s Settings) RefuseCash(c Checkout) error {
	switch {
	case !c.Cash:
		return nil
	case s.CashUnverified > 0 && c.Total > s.CashUnverified && !c.EmailConfirmed:
		return conflict("email_unconfirmed",
			"Cash orders above %s need a confirmed email. Please open the link that was mailed to you.", s.CashUnverified)
	case c.OpenCashOrders >= s.CashOrders:
		return openCashOrders(c.OpenCashOrders, s.CashOrders)
	case c.OpenCashTotal+c.Total > s.CashLimit:
		return conflict("open_cash_total",
			"Your cash orders under way would come to more than %s. Please wait until one is delivered.", s.CashLimit)
	}
	return nil
}

// openCashOrders returns the refusal for too many open cash orders. n is not exact above bound.
func openCashOrders(n, bound int) error {
	format, args := "You have %d cash orders under way already. Please wait until one is delivered.", []any{n}
	switch {
	case n == 1:
		format, args = "You have a cash order under way already. Please wait until it is delivered.", nil
	case n > bound:
		format, args = "You have more than %d cash orders under way already. Please wait until one is delivered.", []any{bound}
	}
	return conflict("open_cash_orders", format, args...)
}

// Delivers reports whether the shop delivers to a pincode, in any spelling.
func (s Settings) Delivers(pincode string) bool {
	pincode, _ = unicodetext.Pincode(pincode)
	return len(s.Pincodes) == 0 || slices.Contains(s.Pincodes, pincode)
}

func (s Settings) refuseTime(now time.Time) error {
	if s.Open(now) || (s.Preorders && !s.Paused(now)) {
		return nil
	}
	opens := s.ResumesAt(now)
	switch {
	case opens == nil:
		return conflict("closed", "The shop is closed. Please call the shop.")
	case s.Paused(now):
		return conflict("paused", "The shop takes no orders now and resumes %s. Your cart is kept.", SpokenTime(*opens, now))
	}
	return conflict("closed", "The shop is closed and opens %s. Your cart is kept.", SpokenTime(*opens, now))
}

// SpokenTime formats a time relative to now, in India: "at 7 am", "tomorrow at 7:30 am", "Sunday at 8 am", "on 25
// December at 8 am".
func SpokenTime(at, now time.Time) language.Phrase {
	const hoursOfDay = 24
	at = at.In(clock.India)
	return language.RelativeTime(at, int(startOfDay(at).Sub(startOfDay(now)).Hours()/hoursOfDay))
}

func conflict(code, format string, args ...any) error {
	return fault.New(fault.Conflict, code, format, args...)
}
