package order

import (
	"time"

	"kirana/internal/bill"
	"kirana/internal/catalog"
	"kirana/internal/catalog/drawing"
	"kirana/internal/money"
	"kirana/internal/payment"
)

// LineView is the JSON of a line, in rupees.
type LineView struct {
	ID            string         `json:"_id"`
	Number        string         `json:"orderId" doc:"for people, safe to read out on the phone"`
	OrderID       string         `json:"checkoutId" doc:"the same for all rows of one checkout"`
	OrderNumber   int64          `json:"checkoutNumber" doc:"the short number of the whole order"`
	Customer      *Customer      `json:"userId,omitempty" doc:"for an administrator only"`
	Product       OrderedProduct `json:"producId" doc:"the product as it is now; as it was bought when it is gone"`
	ProductDetail OrderedCopy    `json:"product_detail" doc:"the product as it was bought"`
	Unit          string         `json:"unit"`

	Picture *drawing.Drawing `json:"picture,omitempty" doc:"what is drawn for a product without images"`

	Quantity       int              `json:"quantity"`
	Ordered        int              `json:"orderedQuantity" doc:"what was ordered; quantity is what is packed"`
	Picked         bool             `json:"picked" doc:"ticked while packing"`
	StepGrams      int              `json:"stepGrams,omitempty" doc:"of goods sold by weight: the weight of a unit"`
	WeightGrams    *int             `json:"weightGrams,omitempty" doc:"of weighed goods, as packed"`
	Replaces       string           `json:"replaces" required:"false" doc:"the row that this one stands in for"`
	ReplacedBy     *string          `json:"replacedBy,omitempty" doc:"the row that stands in for this one, empty for none; in an order as a whole"`
	SplitOf        string           `json:"splitOf" required:"false" doc:"the row whose missing pieces, which were paid for, this one is"`
	Returned       bool             `json:"returned" required:"false" doc:"pieces that the customer gave back"`
	Shelf          string           `json:"shelf,omitempty" doc:"the sub-category, where it is found in the shop"`
	Wish           Wish             `json:"wish" enum:"CALL,REPLACE,REMOVE" doc:"what the shopper wants done when it is out of stock"`
	Size           string           `json:"size,omitempty"`
	Color          string           `json:"color,omitempty"`
	Discount       money.Paise      `json:"discount" doc:"rupees off the price of one piece"`
	Total          money.Paise      `json:"totalAmt" doc:"(price − discount) × quantity"`
	PaymentMethod  Method           `json:"payment_method" enum:"COD,ONLINE"`
	PaymentStatus  payment.Status   `json:"payment_status" enum:"COD,PENDING,PAID,EXPIRED,FAILED,REFUND DUE,REFUNDED"`
	DeliveryStatus Delivery         `json:"delivery_status" enum:"PENDING,DELIVERED,CANCELED"`
	Address        Destination      `json:"delivery_address" doc:"the address as it was"`
	Flag           string           `json:"payment_flag,omitempty" doc:"what is wrong with the payment, in a sentence; for an administrator only"`
	RefundDue      *money.Paise     `json:"refund_due,omitempty" doc:"rupees that a refund gives back, while one is due; for an administrator only"`
	OrderTotal     *money.Paise     `json:"checkoutTotal,omitempty" doc:"rupees of all rows of the order that are not canceled; for an administrator only"`
	OrderRoundOff  money.Adjustment `json:"checkoutRoundOff,omitempty" doc:"rupees that are added to the total of the whole order to give what is paid"`
	OrderCollect   *money.Paise     `json:"checkoutCollect,omitempty" doc:"rupees of it still to be taken at the door; for an administrator only"`
	OrderBills     []bill.Ref       `json:"checkoutBills,omitempty" nullable:"false" doc:"the bills of the order that count; for an administrator only"`
	Undo           *Undo            `json:"undo,omitempty" doc:"the change of its delivery status that can be undone, until when"`
	CreatedAt      time.Time        `json:"createdAt"`
	UpdatedAt      time.Time        `json:"updatedAt"`
}

// OrderedProduct is the current product of a line, or its copy if the product is deleted.
type OrderedProduct struct {
	ID string `json:"_id"`
	OrderedCopy

	CategoryID string `json:"categoryId,omitempty" doc:"where it stands now; left out when the product is gone"`
}

// OrderedCopy is the part of a product that an order shows.
type OrderedCopy struct {
	Name   string         `json:"name"`
	Names  catalog.Names  `json:"names,omitempty" doc:"its name by language"`
	Images catalog.Images `json:"image"`
	Price  money.Paise    `json:"price"`
}

// Customer is the shopper of a line.
type Customer struct {
	ID     string `json:"_id"`
	Name   string `json:"name"`
	Email  string `json:"email" doc:"empty for packers"`
	Mobile string `json:"mobile"`
}

// newLineView returns a line with its current product. An image that is missing is replaced by a
// drawing. shelf is the sub-category, which improves the drawing; "" if unknown.
func newLineView(l Line, current OrderedProduct, shelf string) LineView {
	thing := drawing.Thing{Name: l.Name, Unit: l.Unit, SubCategory: shelf}
	picture := drawing.For(l.Images, thing)
	current.Images = current.Images.OrDrawing(drawing.For(current.Images, thing))
	return LineView{
		ID: l.ID, Number: l.Number, OrderID: l.OrderID,
		Product:       current,
		ProductDetail: OrderedCopy{Name: l.Name, Names: l.Names, Images: l.Images.OrDrawing(picture), Price: l.Price},
		Picture:       picture,
		Shelf:         shelf,
		Unit:          l.Unit, Quantity: l.Quantity, Ordered: l.OrderedQuantity, Picked: l.Picked, StepGrams: l.StepGrams, WeightGrams: l.WeightGrams,
		Replaces: l.Replaces, SplitOf: l.SplitOf, Returned: l.Returned, Wish: l.Wish, Size: l.Size, Color: l.Color,
		Discount: l.Discount, Total: l.Total,
		PaymentMethod: l.Method, PaymentStatus: l.Payment, DeliveryStatus: l.Delivery,
		Address: l.Address, CreatedAt: l.CreatedAt, UpdatedAt: l.UpdatedAt,
	}
}
