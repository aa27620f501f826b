package counter

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
	"unicode/utf8"

	"kirana/internal/account"
	"kirana/internal/bill"
	"kirana/internal/catalog/admin"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/idempotency"
	"kirana/internal/language"
	"kirana/internal/order"
	"kirana/internal/settings"
)

// Caller is the member of staff at the counter.
type Caller struct {
	order.Viewer

	Name string
}

func (c Caller) actor() order.Actor {
	return order.Actor{Kind: order.ByStaff, UserID: c.UserID, Name: c.Name, StaffRole: c.StaffRole}
}

// request is a sale or a return from a device.
type request struct {
	kind                  string
	body                  any // a Sale or a Return
	deviceID, key, number string
	numberCount           int // of numbers that the device assigned to the sale or return, from number on; 0: one
	time                  Time
	fingerprint           string // see bookedRequest
}

// bookedByStaff is the fingerprint of a request that staff books after a refusal.
const bookedByStaff = ""

// booking holds the device of a request that is being booked, the settings, and the number and time of its document.
type booking struct {
	device Device
	shop   settings.Settings
	slot   bill.Slot
	at     time.Time
}

// Sell books a sale and returns its order's id. A repeated call with the same key returns the same id and does nothing else.
func (s *Service) Sell(ctx context.Context, caller Caller, sale Sale) (string, error) {
	stable := sale
	stable.Time = stable.Time.stablePart()
	fingerprint, err := idempotency.Fingerprint(stable)
	if err != nil {
		return "", err
	}
	return s.sell(ctx, caller, sale, fingerprint)
}

func (s *Service) sell(ctx context.Context, caller Caller, sale Sale, fingerprint string) (string, error) {
	if len(sale.Lines) == 0 {
		return "", fault.InField("lines", "The sale has no lines.")
	}
	r := request{kind: kindSale, body: sale, deviceID: sale.DeviceID, key: sale.Key, number: sale.Number, numberCount: sale.NumberCount, time: sale.Time, fingerprint: fingerprint}
	var made bool // products were added that the catalog view lacks
	orderID, err := s.bookOnce(ctx, r, func(tx *db.Tx, b booking) (string, error) {
		seller, err := sellerOf(ctx, tx, caller, sale, fingerprint)
		if err != nil {
			return "", err
		}
		booked, err := s.saleOf(ctx, tx, seller, sale, b)
		if err != nil {
			return "", err
		}
		switch {
		case seller.UserID != caller.UserID:
			booked.SentBy = caller.Name
		case sale.Time.Offline && sale.SellerID != "" && sale.SellerID != caller.UserID:
			booked.Problems = append(booked.Problems, language.Word("Its seller is not known here, so its cash counts as the sender's."))
		}
		made = booked.MadeProducts
		return s.Orders.Sell(ctx, tx, seller.actor(), booked)
	})
	if err != nil {
		return "", fmt.Errorf("sell at the counter: %w", s.keepRefused(ctx, caller, r, err))
	}
	if made {
		err = s.View.Refresh(ctx)
	}
	return orderID, err
}

// sellerOf returns the member of staff who made an offline sale, or the caller if the shop does not know that member. Only the
// device names the seller, so the sale gets the lesser rights of seller and caller; a sale booked after a refusal gets the
// caller's.
func sellerOf(ctx context.Context, tx *db.Tx, caller Caller, sale Sale, fingerprint string) (Caller, error) {
	if !sale.Time.Offline || sale.SellerID == "" || sale.SellerID == caller.UserID {
		return caller, nil
	}
	member, found, err := account.FindStaff(ctx, tx, sale.SellerID)
	if err != nil || !found {
		return caller, err
	}
	seller := Caller{order.Viewer{UserID: member.ID, StaffRole: caller.StaffRole}, member.Name}
	isLesser := slices.Index(account.StaffRoles, member.StaffRole) > slices.Index(account.StaffRoles, caller.StaffRole)
	if fingerprint != bookedByStaff && isLesser {
		seller.StaffRole = member.StaffRole
	}
	return seller, nil
}

// bookOnce books a request in one transaction, or returns the order already booked with the same key. A key that was used for
// another request fails with fault.Conflict.
func (s *Service) bookOnce(ctx context.Context, r request, book func(tx *db.Tx, b booking) (string, error)) (orderID string, err error) {
	if n := utf8.RuneCountInString(r.key); n == 0 || n > maxKey {
		return "", errNoKey
	}
	shop, err := s.Settings.Get(ctx) // before the transaction: it may need another connection
	if err != nil {
		return "", err
	}
	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		device, err := lockDevice(ctx, tx, r.deviceID)
		if err != nil {
			return err
		}
		known, err := bookedByKey(ctx, tx, r.deviceID, r.key)
		switch {
		case err == nil && !known.books(r):
			return errReused
		case err == nil || !errors.Is(err, db.ErrNoRow):
			orderID = known.OrderID
			return err
		}
		now := s.clock.Now()
		b := booking{device: device, shop: shop}
		byStaff, prefix := r.fingerprint == bookedByStaff, seriesOf(r.kind, device.Prefix)
		b.slot, err = parseNumber(r.number, prefix, now)
		if err != nil && byStaff { // ignore the invalid number
			b.slot, err = parseNumber("", prefix, now)
		}
		if err != nil {
			return err
		}
		if err := b.slot.Lock(ctx, tx); err != nil { // before reading the closed months
			return err
		}
		if byStaff {
			if b.slot, err = slotToBook(ctx, tx, b.slot, now); err != nil {
				return err
			}
		}
		earliest, err := earliestOf(ctx, tx, device)
		if err != nil {
			return err
		}
		b.at = r.time.recordedTime(now, earliest, b.slot)
		if orderID, err = book(tx, b); err != nil {
			return err
		}
		if err := setLastSale(ctx, tx, device.ID, b.at); err != nil {
			return err
		}
		if err := dropRefusal(ctx, tx, r.deviceID, r.key); err != nil {
			return err
		}
		return insertKey(ctx, tx, bookedRequest{r.deviceID, r.key, r.fingerprint, orderID, now})
	})
	return orderID, err
}

// saleOf converts a sale for order.Service.Sell, with its customer and number. It adds unknown products and customers.
func (s *Service) saleOf(ctx context.Context, tx *db.Tx, caller Caller, sale Sale, b booking) (order.CounterSale, error) {
	booked := order.CounterSale{
		DeviceID: b.device.ID, Payments: sale.Payments, Buyer: sale.Buyer, At: b.at, Offline: sale.Time.Offline,
		Lowest: noLimit - discountLimit(caller.Viewer, b.shop), OverrideKhataLimit: sale.OverrideKhataLimit, Shop: b.shop,
	}
	for _, line := range sale.Lines {
		booked.Lines = append(booked.Lines, line.CounterLine)
	}
	if err := s.addUnknownProducts(ctx, tx, sale, &booked); err != nil {
		return booked, err
	}
	if err := s.setCustomer(ctx, tx, sale, &booked); err != nil {
		return booked, err
	}
	if b.shop.Legal.GST == "" || b.slot == (bill.Slot{}) { // the shop issues no bills, or the bill is of its own series
		return booked, nil
	}
	var err error
	if booked.Slot, err = bill.Claim(ctx, tx, b.slot); err != nil {
		return booked, err
	}
	booked.SecondSlot, err = s.secondSlot(ctx, tx, sale, booked.Slot)
	return booked, err
}

// secondSlot returns the number for a second bill of a sale. A second number that the device assigned is declared lost until
// a bill takes it. If the device assigned one number only, the second bill is of the shop's own series: the device may have
// used its next number already.
func (s *Service) secondSlot(ctx context.Context, tx *db.Tx, sale Sale, first bill.Slot) (bill.Slot, error) {
	second := first
	switch sale.NumberCount {
	case 0:
		second.Serial = 0
		return second, nil
	case 1:
		return bill.Slot{}, nil
	}
	second.Serial++
	return second, bill.DeclareLost(ctx, tx, second, s.clock.Now())
}

// addUnknownProducts adds the products of an offline sale that the shop lacks, for example after it was restored from a copy, and
// reports them as problems of the sale.
func (s *Service) addUnknownProducts(ctx context.Context, tx *db.Tx, sale Sale, booked *order.CounterSale) error {
	if !sale.Time.Offline {
		return nil
	}
	ids := make([]string, len(sale.Lines))
	for i, line := range sale.Lines {
		ids[i] = line.ProductID
	}
	known, err := db.All[string](ctx, tx, `SELECT id FROM products WHERE id IN (`+db.Placeholders(1, len(ids))+`)`, db.Args(ids)...)
	if err != nil {
		return err
	}
	for _, line := range sale.Lines {
		if slices.Contains(known, line.ProductID) || line.Name == "" || line.Price == nil || *line.Price == 0 {
			continue
		}
		p, err := s.Products.AddAtCounterTx(ctx, tx, admin.CounterProduct{Key: line.ProductID, Name: line.Name, MRP: *line.Price})
		if err != nil {
			return err
		}
		known = append(known, p.ID)
		booked.Problems = append(booked.Problems, language.NewPhrase("%s was not known here and was added as a new product.", p.Name))
		booked.MadeProducts = true
	}
	return nil
}

// setCustomer sets the customer of a sale: by ID, or found or added by mobile, else the walk-in customer. An unknown ID in an
// offline sale is the walk-in customer, with a problem.
func (s *Service) setCustomer(ctx context.Context, tx *db.Tx, sale Sale, booked *order.CounterSale) error {
	booked.UserID = account.WalkInID
	switch {
	case sale.CustomerID != "":
		userID, err := account.CustomerID(ctx, tx, sale.CustomerID)
		if errors.Is(err, account.ErrNoCustomer) && sale.Time.Offline {
			booked.Problems = append(booked.Problems, language.Word("Its customer is not known here."))
			return nil
		}
		booked.UserID, booked.Named = userID, true
		return err
	case sale.Customer.Mobile != "":
		user, _, err := s.Accounts.AddCustomerTx(ctx, tx, sale.Customer.Name, sale.Customer.Mobile)
		booked.UserID, booked.Named = user.ID, true
		return err
	}
	return nil
}
