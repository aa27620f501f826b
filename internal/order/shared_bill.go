package order

import (
	"context"
	"fmt"
	"time"

	"kirana/internal/bill"
	"kirana/internal/limit"
	"kirana/internal/money"
	"kirana/internal/payment"
	"kirana/internal/settings"
)

// SharedBill is a bill as its link shows it to anybody, without a login.
type SharedBill struct {
	Bill   bill.View   `json:"bill" doc:"Bill without the address, and with the first name only of a buyer who is a person."`
	EndsAt time.Time   `json:"endsAt" doc:"Expiry of the link."`
	Order  SharedOrder `json:"order"`
}

// SharedOrder has the fields of View that the page of a linked bill shows.
type SharedOrder struct {
	ItemCount     int             `json:"itemCount"`
	CollectAmt    money.Paise     `json:"collectAmt"`
	RefundDue     money.Paise     `json:"refundDue"`
	PaymentMethod Method          `json:"payment_method" enum:"COD,ONLINE"`
	PaymentStatus payment.Status  `json:"payment_status" enum:"COD,PENDING,PAID,EXPIRED,FAILED,REFUND DUE,REFUNDED"`
	PaidBy        PaidBy          `json:"paidBy" enum:"CASH,UPI,CARD,KHATA,"`
	Payments      []SharedPayment `json:"payments" nullable:"false" doc:"Payments by method. Later refunds are not subtracted."`
	UPI           *settings.UPI   `json:"upi,omitempty"`
	Bills         []bill.Ref      `json:"bills" doc:"Bills without their links."`
	Lines         []SharedLine    `json:"rows"`
}

// SharedPayment is the amount paid by one method.
type SharedPayment struct {
	By     string      `json:"by" enum:"CASH,UPI,CARD,KHATA,ONLINE"`
	Amount money.Paise `json:"amount" doc:"Amount in rupees."`
}

// SharedLine is the payment status of a line.
type SharedLine struct {
	PaymentStatus payment.Status `json:"payment_status" enum:"COD,PENDING,PAID,EXPIRED,FAILED,REFUND DUE,REFUNDED"`
}

// sharedRule limits how many bills one network opens by links.
var sharedRule = limit.Rule{Name: "bill.shared", Max: 120, Window: time.Minute, Sentence: "Your network has opened many bills within a minute."}

// SharedBill returns the bill of a link's token. An unknown or ended link fails with fault.NotFound; too
// many calls from a network fail with fault.TooMany.
func (s *Service) SharedBill(ctx context.Context, token string) (SharedBill, error) {
	if err := s.rates.sharedBills.Allow(ctx, clientOf(ctx)); err != nil {
		return SharedBill{}, err
	}
	linked, err := s.Bills.ByLink(ctx, token)
	if err != nil {
		return SharedBill{}, err
	}
	o, err := orderByID(ctx, s.db, linked.OrderID)
	if err != nil {
		return SharedBill{}, fmt.Errorf("read the order of a linked bill: %w", err)
	}
	views, err := s.Views(ctx, Viewer{UserID: o.UserID}, []Order{o})
	if err != nil {
		return SharedBill{}, err
	}
	v := views[0]
	shared := SharedOrder{v.ItemCount, v.CollectAmt, v.RefundDue, v.PaymentMethod, v.PaymentStatus, v.PaidBy, []SharedPayment{}, v.UPI, v.Bills, []SharedLine{}}
	for _, p := range v.Payments {
		shared.Payments = append(shared.Payments, SharedPayment{p.By, p.Amount})
	}
	for i := range shared.Bills {
		shared.Bills[i].URL = ""
	}
	for _, view := range v.Lines {
		shared.Lines = append(shared.Lines, SharedLine{view.PaymentStatus})
	}
	return SharedBill{linked.Bill, linked.EndsAt, shared}, nil
}

// BillsOf returns the bills and credit notes of an order that are not canceled.
func (s *Service) BillsOf(ctx context.Context, orderID string) ([]bill.Ref, error) {
	documents, err := s.Bills.OfOrders(ctx, orderID)
	if err != nil {
		return nil, err
	}
	var refs []bill.Ref
	for _, b := range documents {
		if b.CanceledAt == nil {
			refs = append(refs, s.Bills.Ref(b))
		}
	}
	return refs, nil
}
