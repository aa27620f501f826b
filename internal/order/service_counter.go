package order

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"kirana/internal/account"
	"kirana/internal/audit"
	"kirana/internal/bill"
	"kirana/internal/catalog"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/id"
	"kirana/internal/khata"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/notify"
	"kirana/internal/payment"
	"kirana/internal/tax"
)

// Sell books a sale at the counter in the caller's transaction: lines, stock, payments, khata and
// bill. It returns the id of the order, which is DONE. Missing stock does not prevent the sale.
func (s *Service) Sell(ctx context.Context, tx *db.Tx, actor Actor, sale CounterSale) (string, error) {
	if err := checkPayments(sale.Payments); err != nil {
		return "", err
	}
	var err error
	if sale.Buyer, err = sale.Buyer.normalize("buyer."); err != nil {
		return "", err
	}
	c := s.newCounterChange(sale)
	if c.Number, err = db.NextNumber(ctx, tx, orderNumbers); err != nil { // like a checkout, lock the number before the products
		return "", err
	}
	products, err := s.priceAtCounter(ctx, tx, &sale, c)
	if err != nil {
		return "", err
	}
	if err := c.settleSale(&sale); err != nil {
		return "", err
	}
	if err := s.Stock.Sell(ctx, tx, products, stockLines(c.lines)); err != nil {
		return "", err
	}
	if err := s.postSale(ctx, tx, actor, &sale, c); err != nil {
		return "", err
	}
	c.lines[0].Flag = sale.flag()
	return c.ID, s.insertSale(ctx, tx, actor, sale, c)
}

// settleSale sets the sums and the round-off of a priced sale. Payments that do not add up to the
// amount to pay fail with fault.Invalid.
func (c *orderChange) settleSale(sale *CounterSale) error {
	c.Total = total(c.lines)
	payable, rounded, err := sale.payableOf(c.Total)
	if err != nil {
		return err
	}
	c.Rounded = rounded
	c.roundOff(nil)
	for i := range c.lines {
		c.lines[i].PaidAt = &sale.At
	}
	c.DueTotal, c.RoundOff = c.Total, money.Adjustment(liveRoundOff(c.lines))
	c.details.Text = language.NewPhrase("sold it at the counter for %s, %s", payable, paymentText(sale.Payments))
	if sale.SentBy != "" {
		c.details.Text = language.NewPhrase("%s (sent by %s)", c.details.Text, sale.SentBy)
	}
	return nil
}

// newCounterChange returns the order of a sale with its lines, which have no product data yet.
func (s *Service) newCounterChange(sale CounterSale) *orderChange {
	at := sale.At
	c := &orderChange{shop: sale.Shop, at: at, code: "placed", billSlot: sale.Slot, secondSlot: sale.SecondSlot}
	c.Order = Order{
		ID: id.New(), UserID: sale.UserID, Method: COD, Channel: ChannelCounter, DeviceID: sale.DeviceID, PaidBy: largest(sale.Payments), PaidAt: &at,
		Stage: StageDone, StageBefore: StageNew, StageAt: &at, BuyerName: sale.Buyer.Name, BuyerGSTIN: sale.Buyer.GSTIN, BuyerAddress: sale.Buyer.Address, Version: 1, CreatedAt: at, UpdatedAt: s.clock.Now(),
	}
	if sale.Slot != (bill.Slot{}) {
		c.BillNumber = sale.Slot.String()
	}
	for _, line := range sale.Lines {
		c.lines = append(c.lines, Line{
			ID: id.New(), Number: s.number(), OrderID: c.ID, UserID: sale.UserID, ProductID: line.ProductID,
			Quantity: line.Quantity, OrderedQuantity: line.Quantity, Picked: true, Wish: WishRemove, CreatedAt: at, UpdatedAt: c.UpdatedAt,
			State: State{Method: COD, Payment: payment.Paid, Delivery: Delivered, PaidBy: ByCounter},
		})
	}
	return c
}

// priceAtCounter locks the products of a sale, prices its lines and returns the products by id.
func (s *Service) priceAtCounter(ctx context.Context, tx *db.Tx, sale *CounterSale, c *orderChange) (map[string]catalog.Product, error) {
	products, err := s.Stock.LockForCounter(ctx, tx, stockLines(c.lines))
	if err != nil {
		return nil, err
	}
	for i, line := range sale.Lines {
		field := fmt.Sprintf("lines[%d].", i)
		product, known := products[line.ProductID]
		if !known {
			return nil, fault.New(fault.Conflict, "not_available", "The product of line %d is not known here.", i+1)
		}
		if product.DeletedAt != nil {
			if err := sale.refuse(fault.New(fault.Conflict, "not_available", "%s is not in the catalog any more.", product.Name)); err != nil {
				return nil, err
			}
		}
		if err := sale.price(&c.lines[i], line, product, field); err != nil {
			return nil, err
		}
		c.ItemCount += c.lines[i].Quantity
	}
	return products, nil
}

// postSale posts the khata part of a sale to the customer's khata. An offline sale above the
// khata's limit is posted, too, and becomes a problem of the sale.
func (s *Service) postSale(ctx context.Context, tx *db.Tx, actor Actor, sale *CounterSale, c *orderChange) error {
	amount := paidBy(sale.Payments, ByKhata)
	if amount == 0 {
		return nil
	}
	if !sale.Named {
		return errWhoseKhata
	}
	posting := khata.Posting{
		UserID: c.UserID, Limit: c.shop.Khata.Limit, Staff: khata.Staff{ID: actor.UserID, Name: actor.Name}, At: c.at,
		Entries: []khata.Entry{{Kind: khata.Sale, Amount: amount, OrderID: c.ID}},
	}
	c.khata.Override = sale.OverrideKhataLimit
	var err error
	if posting.Override, err = mayExceedLimit(actor, c); err != nil {
		return err
	}
	err = s.postOnKhata(ctx, tx, actor, posting)
	refusal := fault.Of(err)
	if refusal == nil || refusal.Code != "khata_limit" {
		return err
	}
	if err := sale.refuse(refusal); err != nil {
		return err
	}
	posting.Override = true
	return khata.Post(ctx, tx, posting)
}

// insertSale inserts a sale with its payments, bill, timeline and activity log.
func (s *Service) insertSale(ctx context.Context, tx *db.Tx, actor Actor, sale CounterSale, c *orderChange) error {
	customer, err := db.Get[shopper](ctx, tx, `SELECT name, mobile FROM users WHERE id = $1`, c.UserID)
	if err != nil {
		return err
	}
	c.Customer = customer.Name
	if err := insertOrderRow(ctx, tx, c.Order); err != nil {
		return err
	}
	if err := insertAdded(ctx, tx, actor, &orderChange{Order: c.Order, added: c.lines, at: c.at}); err != nil {
		return err
	}
	if err := indexNew(ctx, tx, c.ID, append(lineTexts(c.lines), strconv.FormatInt(c.Number, 10), customer.Name, customer.Mobile, c.BillNumber)...); err != nil {
		return err
	}
	if err := insertPayments(ctx, tx, actor, paymentOrigin{c.ID, c.DeviceID, c.at}, sale.Payments...); err != nil {
		return err
	}
	if err := s.followBills(ctx, tx, snapshot{}, c); err != nil {
		return err
	}
	if err := updateOrder(ctx, tx, c.Order, c.UpdatedAt); err != nil {
		return err
	}
	e, err := newEvent(c.ID, actor, c.code, c.details, c.at)
	if err != nil {
		return err
	}
	tx.Notify(notify.Topic)
	if err := insertEvents(ctx, tx, e); err != nil {
		return err
	}
	text := c.details.Text
	if sale.SentBy != "" { // the entry is the sender's
		text = language.NewPhrase("%s: %s", actor.Name, text)
	}
	return audit.Write(ctx, tx, c.UpdatedAt, audit.Entry{What: "counter.sale", Object: c.name(), ObjectID: c.ID, After: string(text.Store())})
}

// SetCounterPayments replaces the payments of a sale at the counter; the new payments keep the
// seller, device and time of the sale. It fails with fault.Conflict after a return, after the cash
// of the sale's day was counted, and in a closed month; with fault.NotFound for any other order.
func (s *Service) SetCounterPayments(ctx context.Context, actor Actor, numberOrID string, payments []CounterPayment) error {
	if err := checkPayments(payments); err != nil {
		return err
	}
	_, err := s.change(ctx, actor, numberOrID, func(ctx context.Context, tx *db.Tx, c *orderChange) error {
		if c.Channel != ChannelCounter {
			return errNotAtCounter
		}
		if slices.ContainsFunc(c.lines, func(l Line) bool { return l.Returned || l.SplitOf != "" }) {
			return errCameBack
		}
		switch closed, err := dayIsClosed(ctx, tx, c.CreatedAt); {
		case err != nil:
			return err
		case closed:
			return errDayClosed
		}
		if err := bill.CheckOpen(ctx, tx, c.CreatedAt); err != nil {
			return err
		}
		if err := addUp(payments, c.payable()); err != nil {
			return err
		}
		rows, err := paymentRows(ctx, tx, c.ID)
		if err != nil {
			return err
		}
		seller, err := sellerOf(ctx, tx, c.ID)
		if err != nil {
			return err
		}
		before := paymentsAtCounter(rows[c.ID])
		if err := s.mayCorrectPayments(ctx, tx, c, correction{actor, seller, before, payments}); err != nil {
			return err
		}
		if err := s.movePaymentsOnKhata(ctx, tx, actor, c, paidBy(payments, ByKhata)-paidBy(before, ByKhata)); err != nil {
			return err
		}
		if err := voidPayments(ctx, tx, c.ID, c.at); err != nil {
			return err
		}
		c.flagCorrection(actor, before, payments)
		c.PaidBy, c.PaymentReference = largest(payments), ""
		c.code, c.undoable, c.silent = "counter_paid", false, true
		c.details = eventDetails{Text: language.NewPhrase("said that it was paid %s", paymentText(payments)), Before: string(paymentText(before).Store()), After: string(paymentText(payments).Store())}
		return insertPayments(ctx, tx, seller, paymentOrigin{c.ID, c.DeviceID, c.CreatedAt}, payments...)
	})
	if err != nil {
		return fmt.Errorf("mend how a sale was paid: %w", err)
	}
	return nil
}

// isSoldToday reports whether the order was sold at the counter on the day of now, in India.
func (c *orderChange) isSoldToday(now time.Time) bool {
	return c.Channel == ChannelCounter && tax.Day(c.CreatedAt) == tax.Day(now)
}

// correction is a correction of the payments of a sale.
type correction struct {
	actor, seller Actor
	before, after []CounterPayment
}

// mayCorrectPayments limits packers to sales of today that they made themselves and nobody else has
// corrected. Packers may not raise the part on the khata, and need a reference to raise the part
// paid by UPI or card.
func (s *Service) mayCorrectPayments(ctx context.Context, tx *db.Tx, c *orderChange, p correction) error {
	if p.actor.manages() {
		return nil
	}
	byOthers, err := correctedByOthers(ctx, tx, c.ID, p.actor.UserID)
	if err != nil {
		return err
	}
	more := func(by PaidBy) bool { return paidBy(p.after, by) > paidBy(p.before, by) }
	switch {
	case !c.isSoldToday(s.clock.Now()), byOthers, p.seller.UserID != p.actor.UserID, more(ByKhata):
		return errPackerCorrects
	case slices.ContainsFunc(p.after, func(p CounterPayment) bool { return p.By != ByCash && p.Reference == "" && more(p.By) }):
		return khata.ErrNeedsReference
	}
	return nil
}

// movePaymentsOnKhata posts the change of a sale's khata part, in paise, to the customer's khata.
func (s *Service) movePaymentsOnKhata(ctx context.Context, tx *db.Tx, actor Actor, c *orderChange, change money.Paise) error {
	if change == 0 {
		return nil
	}
	if c.UserID == account.WalkInID {
		return errWhoseKhata
	}
	entry := khata.Entry{Kind: khata.Sale, Amount: change, OrderID: c.ID}
	if change < 0 {
		entry.Kind, entry.Reason = khata.Correction, string(language.Word("paid in another way").Store())
	}
	return s.postOnKhata(ctx, tx, actor, khata.Posting{
		UserID: c.UserID, Limit: c.shop.Khata.Limit, Staff: khata.Staff{ID: actor.UserID, Name: actor.Name}, At: c.at, Entries: []khata.Entry{entry},
	})
}

// TakeBackAtCounter takes back goods of an order of any channel and gives the money back
// immediately, in the caller's transaction. It fails with fault.Conflict if the order was paid
// online or has not left the shop, and with fault.Forbidden if a packer takes back goods that were
// not sold at the counter today.
func (s *Service) TakeBackAtCounter(ctx context.Context, tx *db.Tx, actor Actor, r CounterReturn) error {
	reference, err := checkReference(r.Reference)
	if err != nil {
		return err
	}
	_, err = s.changeLocked(ctx, tx, actor, actionRun{numberOrID: r.OrderID, shop: r.Shop, at: r.At}, func(ctx context.Context, tx *db.Tx, c *orderChange) error {
		if !actor.manages() && !c.isSoldToday(s.clock.Now()) { // r.At may be a time of the device
			return errPackerTakesBack
		}
		returns, err := r.linesOf(c)
		if err != nil {
			return err
		}
		before := c.lines
		if err := s.takeBack(c, returns); err != nil {
			return err
		}
		c.code, c.undoable, c.silent = "counter_returned", false, true
		c.creditSlot, c.creditReason, c.returnDeviceID = r.Slot, r.reason(), r.DeviceID
		if !c.owes() { // the goods were not paid for, or were on the khata
			return nil
		}
		if r.By == ByKhata && c.UserID == account.WalkInID {
			return errWhoseKhata
		}
		c.roundOff(before)
		given, err := c.giveBack(ctx, tx, refundByHand{GivenBack{How: string(r.By), Reference: reference}, actor, c.shop.RefundLimit})
		c.details.Text = language.Join(", ", c.details.Text, given.Text)
		return err
	})
	return err
}
