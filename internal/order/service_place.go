package order

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"kirana/internal/account"
	"kirana/internal/address"
	"kirana/internal/cart"
	"kirana/internal/catalog/stock"
	"kirana/internal/db"
	"kirana/internal/id"
	"kirana/internal/idempotency"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/notify"
	"kirana/internal/payment"
	"kirana/internal/settings"
	"kirana/internal/unicodetext"
)

// maxAttempts limits the attempts to place or change an order. A duplicate line number causes
// another attempt, and so does an open payment that had to be ended first.
const maxAttempts = 5

// Receipt is the lines of a placed order as JSON. A repeated call returns the same bytes.
type Receipt idempotency.Response

// MarshalJSON returns the stored bytes.
func (r Receipt) MarshalJSON() ([]byte, error) { return r, nil }

// UnmarshalJSON stores the bytes unchanged.
func (r *Receipt) UnmarshalJSON(b []byte) error { return (*idempotency.Response)(r).UnmarshalJSON(b) }

// Lines decodes the receipt.
func (r Receipt) Lines() ([]LineView, error) {
	var views []LineView
	return views, json.Unmarshal(r, &views)
}

type placement struct {
	userID      string
	request     Request
	fingerprint string
	// shop is read before the transaction: inside, the read may need a second connection.
	shop settings.Settings
	// enteredBy is the member of staff who enters a phone order; zero if the shopper orders.
	enteredBy Actor
	note      string // of a phone order, for staff
}

func (p placement) channel() Channel {
	if p.enteredBy != (Actor{}) {
		return ChannelPhone
	}
	return ChannelOnline
}

// Place places an order of the items, all or none, to be paid in cash on delivery. It reserves the
// stock, inserts the lines at the shop's current prices and removes the ordered lines from the
// cart. It returns a fault.Conflict with a message for the shopper if stock, prices or cart have
// changed. A repeated call with the same key returns the first receipt, see idempotency.Do.
func (s *Service) Place(ctx context.Context, userID, key string, r Request) (Receipt, error) {
	p, err := s.newPlacement(ctx, COD, userID, r)
	if err != nil {
		return nil, s.refuseInvalid(ctx, userID, key, err)
	}
	return s.placeOnce(ctx, idempotency.Key{UserID: userID, Value: key}, p)
}

// placeOnce places a cash order, or returns the receipt stored under the key.
func (s *Service) placeOnce(ctx context.Context, key idempotency.Key, p placement) (Receipt, error) {
	var receipt Receipt
	err := s.supersedeOpenAttempts(ctx, p.userID, func(skipped map[string]bool) error {
		return s.db.Tx(ctx, func(tx *db.Tx) error {
			// Lock the user first: a repeated request waits here.
			if err := account.LockUser(ctx, tx, p.userID); err != nil {
				return err
			}
			request := idempotency.Request{Fingerprint: p.fingerprint, At: s.clock.Now()}
			response, err := idempotency.Do(ctx, tx, key, request, func() (any, error) {
				return s.place(ctx, tx, p, skipped)
			})
			receipt = Receipt(response)
			return err
		})
	})
	if err != nil {
		return nil, fmt.Errorf("place an order: %w", err)
	}
	s.rankings.Remove(p.userID)
	return receipt, nil
}

// newPlacement checks a request by the rules that need no lock, and reads the shop's settings.
func (s *Service) newPlacement(ctx context.Context, method Method, userID string, r Request) (placement, error) {
	if err := r.check(); err != nil {
		return placement{}, err
	}
	var err error
	if r.Buyer, err = r.Buyer.normalize("buyer."); err != nil {
		return placement{}, err
	}
	shop, err := s.Settings.Get(ctx)
	if err != nil {
		return placement{}, err
	}
	fingerprint, err := idempotency.Fingerprint(struct {
		Method Method
		Request
	}{method, r})
	return placement{userID: userID, request: r, fingerprint: fingerprint, shop: shop}, err
}

// allow refuses a new order while the shop takes none, or if its customer has placed too many. It
// does not run for a repeated call, which returns the stored receipt.
func (s *Service) allow(ctx context.Context, tx *db.Tx, p placement) error {
	if s.TakesOrders != nil {
		if err := s.TakesOrders(); err != nil {
			return err
		}
	}
	return s.rates.allow(ctx, tx, p)
}

// refuseInvalid returns the error for an invalid order, see idempotency.RefuseInvalid.
func (s *Service) refuseInvalid(ctx context.Context, userID, key string, refusal error) error {
	return idempotency.RefuseInvalid(ctx, s.db, idempotency.Key{UserID: userID, Value: key}, s.clock.Now(), refusal)
}

func (s *Service) place(ctx context.Context, tx *db.Tx, p placement, skipped map[string]bool) ([]LineView, error) {
	if err := s.allow(ctx, tx, p); err != nil {
		return nil, err
	}
	open, err := s.Payments.OpenAttempts(ctx, tx, p.userID)
	if err != nil {
		return nil, err
	}
	if _, err := checkSuperseded(ctx, tx, p.request, open, skipped); err != nil {
		return nil, err
	}
	d, err := s.insertDraft(ctx, tx, p, State{Method: COD, Payment: payment.CashOnDelivery, Delivery: Pending}, s.Carts.CheckOut)
	if err != nil {
		return nil, err
	}
	if err := d.auditEntered(ctx, tx); err != nil {
		return nil, err
	}
	return d.views, enqueuePlaced(ctx, tx, d.order.CreatedAt, d.order.ID)
}

// findLines returns the ordered cart lines by id. It refuses lines that are not in the user's cart.
type findLines func(ctx context.Context, tx *db.Tx, userID string, lines []cart.OrderedLine) (map[string]cart.Line, error)

// draft is an order that is being placed, with the views of its lines for the response.
type draft struct {
	order     Order
	lines     []Line
	views     []LineView
	shopper   shopper
	enteredBy Actor // as in placement
}

// insertDraft reserves the stock and inserts an order and its lines, in a state, at the shop's
// current prices. It checks, in this order, the address, the cart, the stock, the total shown to
// the shopper and the shop's rules.
func (s *Service) insertDraft(ctx context.Context, tx *db.Tx, p placement, state State, find findLines) (draft, error) {
	to, err := s.Addresses.Active(ctx, tx, p.userID, p.request.AddressID)
	if errors.Is(err, address.ErrNotFound) {
		return draft{}, errNoAddress
	}
	if err != nil {
		return draft{}, err
	}
	lines, err := find(ctx, tx, p.userID, orderedLines(p.request.Items))
	if err != nil {
		return draft{}, err
	}
	d := s.newDraft(p, state, Destination(to.PostalAddress), lines)
	if d.shopper, err = shopperOf(ctx, tx, p.userID, p.shop); err != nil {
		return draft{}, err
	}
	products, err := s.Stock.ForSale(ctx, tx, stockLines(d.lines))
	if err != nil {
		return draft{}, err
	}
	for i := range d.lines {
		product := products[d.lines[i].ProductID]
		d.lines[i].copyProduct(product)
		current := OrderedCopy{Name: product.Name, Names: product.Names, Images: product.Images, Price: product.Price}
		d.views = append(d.views, newLineView(d.lines[i], OrderedProduct{ID: product.ID, OrderedCopy: current, CategoryID: product.CategoryID}, ""))
	}
	d.order.Total = total(d.lines)
	if p.request.TotalAmt != nil && *p.request.TotalAmt != d.order.Total {
		return draft{}, errPricesChanged
	}
	if err := s.checkShopRules(p, d, to.PostalAddress); err != nil {
		return draft{}, err
	}
	if err := s.Bills.RefuseOtherState(ctx, tx, p.shop, saleOf(d.order, d.lines)); err != nil {
		return draft{}, err
	}
	if d.order.Number, err = db.NextNumber(ctx, tx, orderNumbers); err != nil {
		return draft{}, err
	}
	for i := range d.views {
		d.views[i].OrderNumber = d.order.Number
	}
	if err := s.Stock.Take(ctx, tx, products, stockLines(d.lines)); err != nil {
		return draft{}, err
	}
	return d, s.insertOrder(ctx, tx, &d, to.PostalAddress)
}

// checkShopRules returns a fault.Conflict if the owner's settings refuse the order: by opening
// hours, area, smallest sum, or the customer's open cash orders.
func (s *Service) checkShopRules(p placement, d draft, to address.PostalAddress) error {
	facts := settings.Checkout{
		Cash: d.order.Method == COD, Total: d.order.Total, Pincode: to.Pincode,
		EmailConfirmed: d.shopper.VerifiedEmail, OpenCashOrders: d.shopper.OpenOrders, OpenCashTotal: d.shopper.OpenTotal,
	}
	if err := p.shop.Refuse(facts, d.order.CreatedAt); err != nil || s.Unlimited {
		return err
	}
	return p.shop.RefuseCash(facts)
}

// insertOrder inserts an order with its lines and the first entry of its timeline, and indexes its
// words.
func (s *Service) insertOrder(ctx context.Context, tx *db.Tx, d *draft, to address.PostalAddress) error {
	o := &d.order
	o.Pincode, _ = unicodetext.Pincode(to.Pincode)
	o.DueTotal = o.Total
	(&orderChange{Order: *o, lines: d.lines}).roundOff(nil)
	o.RoundOff = money.Adjustment(liveRoundOff(d.lines))
	for i := range d.views {
		d.views[i].OrderRoundOff = o.RoundOff
	}
	for _, l := range d.lines {
		o.ItemCount += l.Quantity
	}
	if o.Method == COD {
		o.Collect = o.Total + o.RoundOff.Paise()
	}
	if o.Method == COD { // an online order is confirmed when it is paid
		text, err := json.Marshal(mailedStateOf(*o, d.lines))
		if err != nil {
			return err
		}
		o.Mailed = string(text)
	}
	if err := insertOrderRow(ctx, tx, *o); err != nil {
		return err
	}
	if err := insertLines(ctx, tx, d.lines); err != nil {
		return err
	}
	texts := append(lineTexts(d.lines), strconv.FormatInt(o.Number, 10), d.shopper.Name, d.shopper.Mobile, to.Mobile, to.Line, to.City, to.Pincode)
	if err := indexNew(ctx, tx, o.ID, texts...); err != nil {
		return err
	}
	actor, text := Actor{Kind: ByShopper, UserID: o.UserID, Name: d.shopper.Name}, language.Word("placed the order")
	if d.enteredBy != (Actor{}) {
		actor, text = d.enteredBy, language.Word("entered the order by phone")
	}
	e, err := newEvent(o.ID, actor, "placed", eventDetails{Text: text}, o.CreatedAt)
	if err != nil {
		return err
	}
	tx.Notify(notify.Topic)
	return insertEvents(ctx, tx, e)
}

// newDraft returns an order of the requested items, whose lines have no product data yet.
func (s *Service) newDraft(p placement, state State, to Destination, lines map[string]cart.Line) draft {
	now := s.clock.Now()
	d := draft{enteredBy: p.enteredBy, order: Order{
		ID: id.New(), UserID: p.userID, Method: state.Method, StaffNote: p.note, BuyerName: p.request.Buyer.Name, BuyerGSTIN: p.request.Buyer.GSTIN, Stage: StageNew, StageBefore: StageNew, StageAt: &now,
		Channel: p.channel(), Unpaid: state.Method == Online, Rounded: state.Method == COD && p.shop.RoundOff, Version: 1, CreatedAt: now, UpdatedAt: now,
	}}
	for _, item := range p.request.Items {
		l := Line{
			ID: id.New(), Number: s.number(), OrderID: d.order.ID, UserID: p.userID, ProductID: item.ProductID,
			Quantity: item.Quantity, OrderedQuantity: item.Quantity, Size: item.Size, Color: item.Color, Wish: item.wish(), Address: to,
			State: state, CreatedAt: now, UpdatedAt: now,
		}
		if line, inCart := lines[item.LineID]; inCart {
			l.Size, l.Color, l.CartLineID = line.Size, line.Color, &line.ID
		}
		d.lines = append(d.lines, l)
	}
	return d
}

// orderedLines lists the items that name a line of the cart.
func orderedLines(items []Item) []cart.OrderedLine {
	var lines []cart.OrderedLine
	for _, item := range items {
		if item.LineID != "" {
			lines = append(lines, cart.OrderedLine{LineID: item.LineID, ProductID: item.ProductID, Quantity: item.Quantity})
		}
	}
	return lines
}

func stockLines(lines []Line) []stock.Line {
	pieces := make([]stock.Line, len(lines))
	for i, l := range lines {
		pieces[i] = l.stockLine()
	}
	return pieces
}
