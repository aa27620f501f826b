package order

import (
	"time"

	"kirana/internal/bill"
	"kirana/internal/catalog"
	"kirana/internal/catalog/drawing"
	"kirana/internal/money"
	"kirana/internal/payment"
)

// LineView is the JSON of a line, with amounts in rupees.
type LineView struct {
	ID            string         `json:"_id"`
	Number        string         `json:"orderId" doc:"Number of the line (ORD-…), for display."`
	OrderID       string         `json:"checkoutId" doc:"ID of the order, shared by its lines."`
	OrderNumber   int64          `json:"checkoutNumber" doc:"Number of the order."`
	Customer      *Customer      `json:"userId,omitempty" doc:"Customer. Staff only; absent in the lines of an order as a whole."`
	Product       OrderedProduct `json:"producId" doc:"Current product. The copy as ordered if the product is deleted."`
	ProductDetail OrderedCopy    `json:"product_detail" doc:"Copy of the product as ordered."`
	Unit          string         `json:"unit"`

	Picture *drawing.Drawing `json:"picture,omitempty" doc:"Drawing shown if the product has no image."`

	Quantity       int              `json:"quantity"`
	Ordered        int              `json:"orderedQuantity" doc:"Ordered quantity. quantity is the packed quantity."`
	Picked         bool             `json:"picked" doc:"true: ticked while packing."`
	StepGrams      int              `json:"stepGrams,omitempty" doc:"Weight of one unit of a product sold by weight, in grams."`
	WeightGrams    *int             `json:"weightGrams,omitempty" doc:"Packed weight of a weighed product, in grams."`
	Replaces       string           `json:"replaces" required:"false" doc:"ID of the line that this line replaces."`
	ReplacedBy     *string          `json:"replacedBy,omitempty" doc:"ID of the line that replaces this one, or empty. Absent in lists of lines."`
	SplitOf        string           `json:"splitOf" required:"false" doc:"ID of the line from which this line was split, for paid pieces that were not packed or were returned."`
	Returned       bool             `json:"returned" required:"false" doc:"true: the pieces were returned by the customer."`
	Shelf          string           `json:"shelf,omitempty" doc:"Name of the sub-category."`
	Wish           Wish             `json:"wish" enum:"CALL,REPLACE,REMOVE" doc:"Action if the product is out of stock."`
	Size           string           `json:"size,omitempty"`
	Color          string           `json:"color,omitempty"`
	Discount       money.Paise      `json:"discount" doc:"Discount on one piece, in rupees."`
	Total          money.Paise      `json:"totalAmt" doc:"Total of the line in rupees: (price − discount) × quantity, or less by the packed weight."`
	PaymentMethod  Method           `json:"payment_method" enum:"COD,ONLINE"`
	PaymentStatus  payment.Status   `json:"payment_status" enum:"COD,PENDING,PAID,EXPIRED,FAILED,REFUND DUE,REFUNDED"`
	DeliveryStatus Delivery         `json:"delivery_status" enum:"PENDING,DELIVERED,CANCELED"`
	Address        Destination      `json:"delivery_address" doc:"Copy of the address as ordered."`
	Flag           string           `json:"payment_flag,omitempty" doc:"Problem with the payment, as a sentence. Staff only."`
	RefundDue      *money.Paise     `json:"refund_due,omitempty" doc:"Amount of a refund that is due, in rupees. Staff only."`
	OrderTotal     *money.Paise     `json:"checkoutTotal,omitempty" doc:"Total of the order's lines that are not canceled, in rupees. Staff only."`
	OrderRoundOff  money.Adjustment `json:"checkoutRoundOff,omitempty" doc:"Round-off of the order, in rupees: added to its total to give the amount to pay."`
	OrderCollect   *money.Paise     `json:"checkoutCollect,omitempty" doc:"Amount of the order still to be collected on delivery, in rupees. Staff only."`
	OrderBills     []bill.Ref       `json:"checkoutBills,omitempty" nullable:"false" doc:"Bills and credit notes of the order, without canceled ones. Staff only."`
	Undo           *Undo            `json:"undo,omitempty" doc:"Undo of this change of the delivery status, with its expiry. Only in the response to the change."`
	CreatedAt      time.Time        `json:"createdAt"`
	UpdatedAt      time.Time        `json:"updatedAt"`
}

// OrderedProduct is the current product of a line, or its copy if the product is deleted.
type OrderedProduct struct {
	ID string `json:"_id"`
	OrderedCopy

	CategoryID string `json:"categoryId,omitempty" doc:"ID of the product's current category. Absent if the product is deleted."`
}

// OrderedCopy is the part of a product that an order shows.
type OrderedCopy struct {
	Name   string         `json:"name"`
	Names  catalog.Names  `json:"names,omitempty" doc:"Product names by language."`
	Images catalog.Images `json:"image"`
	Price  money.Paise    `json:"price"`
}

// Customer is the shopper of a line.
type Customer struct {
	ID     string `json:"_id"`
	Name   string `json:"name"`
	Email  string `json:"email" doc:"Empty for packers."`
	Mobile string `json:"mobile"`
}

// newLineView returns the view of a line with its current product. A missing image is replaced by a
// drawing. shelf, the name of the sub-category or "", improves the drawing.
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
