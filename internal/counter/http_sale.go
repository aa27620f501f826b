package counter

import (
	"context"
	"fmt"
	"net/http"

	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/order"
)

// saleRoutes registers the calls about sales.
func (h *Handler) saleRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/counter/sales", Access: httpapi.Administrator, Status: http.StatusCreated,
		Summary: "Create a sale at the counter: an order that is done and paid, with its bill in the device's series; idempotent by key, which is kept permanently",
	}, h.sell)
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/counter/sales/{id}/payments", Access: httpapi.Administrator,
		Summary: "Correct the payments of a sale at the counter, until the day close or the close of the month; packers those of their own sale of the day only, and what they turn from cash to UPI or card is a problem of the order (PAYMENT_DOUBTFUL)",
	}, h.setPayments)
}

type counterSaleForm struct {
	Device     httpapi.Text         `json:"device" maxLength:"60" doc:"Device ID."`
	Key        httpapi.Text         `json:"key" maxLength:"255" trim:"no" doc:"Idempotency key, kept permanently. A repeated request returns the same order."`
	Number     httpapi.Text         `json:"number,omitempty" maxLength:"16" doc:"Number of the bill, assigned by the device. The next of its series if absent. A later number is refused with 409 (number_gap), a used one with 409 (number_taken), both with the next serial."`
	Numbers    httpapi.Int          `json:"numbers,omitempty" minimum:"1" maximum:"2" doc:"How many numbers the device assigned, from number on: 2 for a business that buys taxable and exempt goods. A second one that is not needed counts as canceled; a second bill for which none was assigned is of the shop's own series. If absent, the sale takes as many as it needs."`
	Lines      []counterLineForm    `json:"lines" label:"The sale" minItems:"1" maxItems:"200" unit:"lines"`
	CustomerID httpapi.Ref          `json:"customerId,omitempty" label:"The customer"`
	Customer   counterPersonForm    `json:"customer,omitempty" doc:"Customer, found or created by the mobile number. Ignored if customerId is present."`
	Buyer      order.BuyerForm      `json:"buyer,omitempty" doc:"Buyer named for the bill: a business, or the person whose bill of ₹50,000 or more needs name and address. With a GSTIN, taxable and exempt goods are billed separately, with number and the next number."`
	Payments   []counterPaymentForm `json:"payments" label:"The payments" maxItems:"10" unit:"payments" doc:"Payments, which add up to the payable amount."`
	Override   httpapi.Flag         `json:"override,omitempty" doc:"true: the khata may exceed its limit. Owners only."`
	SellerID   httpapi.Ref          `json:"sellerId,omitempty" label:"The member of staff" doc:"User ID of the member of staff who made an offline sale, if another one sends it: its cash is in their drawer. If no member of staff has this ID, it is in the caller's, and a problem of the order says so."`

	TimeForm
}

type counterLineForm struct {
	ProductID httpapi.Ref    `json:"productId" label:"Product"`
	Quantity  httpapi.Int    `json:"quantity,omitempty" minimum:"1" maximum:"9999" doc:"Quantity in pieces, or in units of a product sold by weight."`
	Grams     httpapi.Int    `json:"grams,omitempty" minimum:"1" maximum:"1000000" doc:"Weight of a product sold by weight, in grams."`
	Amount    httpapi.Rupees `json:"amount,omitempty" doc:"Amount for which a product sold by weight is bought, in rupees: exactly this is paid, and the weight follows from it."`
	Price     httpapi.Rupees `json:"price,omitempty" doc:"Price charged for one piece or unit, in rupees. Current payable price if absent. A price above the MRP is refused with 400."`
	Discount  httpapi.Rupees `json:"discount,omitempty" doc:"Discount on the whole line, in rupees. A line below its current price by more than the caller may give is refused with 403 (discount_limit)."`
	Name      httpapi.Text   `json:"name,omitempty" maxLength:"200" doc:"Product name on the device."`
}

type counterPersonForm struct {
	Name   httpapi.Text `json:"name,omitempty" maxLength:"100"`
	Mobile httpapi.Text `json:"mobile,omitempty" maxLength:"30"`
}

type counterPaymentForm struct {
	By        httpapi.Text   `json:"by" maxLength:"10" enum:"CASH,UPI,CARD,KHATA"`
	Amount    httpapi.Rupees `json:"amount" above:"0"`
	Given     httpapi.Rupees `json:"given,omitempty" doc:"Cash handed over by the customer, in rupees."`
	Reference httpapi.Text   `json:"reference,omitempty" maxLength:"60" doc:"Reference of a payment by UPI or card."`
}

func (f counterLineForm) line(i int) (Line, error) {
	if err := oneAmount(i, f.Quantity.Set, f.Grams.Set, f.Amount.Set); err != nil {
		return Line{}, err
	}
	if f.Amount.Set && f.Amount.Value <= 0 {
		return Line{}, fault.InField(fmt.Sprintf("lines[%d].amount", i), "The amount must be more than 0.")
	}
	line := Line{order.CounterLine{
		ProductID: f.ProductID.Value, Quantity: f.Quantity.Value, Grams: f.Grams.Value, Amount: f.Amount.Value, Discount: f.Discount.Value,
	}, f.Name.Value}
	if f.Price.Set {
		line.Price = &f.Price.Value
	}
	return line, nil
}

// oneAmount refuses a line unless exactly one of its amounts is given.
func oneAmount(line int, given ...bool) error {
	n := 0
	for _, set := range given {
		if set {
			n++
		}
	}
	if n != 1 {
		return fault.InField(fmt.Sprintf("lines[%d].quantity", line), "Please say either how many pieces, or the weight.")
	}
	return nil
}

func paymentsOf(forms []counterPaymentForm) []order.CounterPayment {
	payments := make([]order.CounterPayment, len(forms))
	for i, f := range forms {
		payments[i] = order.CounterPayment{By: order.PaidBy(f.By.Value), Amount: f.Amount.Value, Given: f.Given.Value, Reference: f.Reference.Value}
	}
	return payments
}

func (h *Handler) sell(ctx context.Context, in *struct {
	Body httpapi.Form[counterSaleForm]
},
) (order.View, error) {
	f := in.Body.Value
	sale := Sale{
		DeviceID: f.Device.Value, Key: f.Key.Value, Number: f.Number.Value, NumberCount: f.Numbers.Value, CustomerID: f.CustomerID.Value, Customer: Person{f.Customer.Name.Value, f.Customer.Mobile.Value},
		Buyer: f.Buyer.Buyer(), Payments: paymentsOf(f.Payments), OverrideKhataLimit: f.Override.Value, SellerID: f.SellerID.Value,
	}
	var err error
	if sale.Time, err = f.time(h.Counter.clock.Now()); err != nil {
		return order.View{}, err
	}
	for i, line := range f.Lines {
		l, err := line.line(i)
		if err != nil {
			return order.View{}, err
		}
		sale.Lines = append(sale.Lines, l)
	}
	caller := callerOf(ctx)
	orderID, err := h.Counter.Sell(ctx, caller, sale)
	return h.order(ctx, caller, orderID, err)
}

// order returns the order that a call placed, or the call's error.
func (h *Handler) order(ctx context.Context, caller Caller, orderID string, err error) (order.View, error) {
	if err != nil {
		return order.View{}, err
	}
	return h.Counter.Orders.ByName(ctx, caller.Viewer, orderID)
}

type counterPaymentsForm struct {
	Payments []counterPaymentForm `json:"payments" label:"The payments" maxItems:"10" unit:"payments"`
}

func (h *Handler) setPayments(ctx context.Context, in *struct {
	order.Path
	Body httpapi.Form[counterPaymentsForm]
},
) (order.View, error) {
	caller := callerOf(ctx)
	err := h.Counter.Orders.SetCounterPayments(ctx, caller.actor(), in.ID, paymentsOf(in.Body.Value.Payments))
	return h.order(ctx, caller, in.ID, err)
}
