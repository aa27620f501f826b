package customer

import (
	"context"
	"fmt"
	"time"

	"kirana/internal/account"
	"kirana/internal/address"
	"kirana/internal/audit"
	"kirana/internal/bill"
	"kirana/internal/cart"
	"kirana/internal/complaint"
	"kirana/internal/fault"
	"kirana/internal/khata"
	"kirana/internal/order"
	"kirana/internal/order/list"
)

// Export is the personal data of a user.
type Export struct {
	ExportedAt time.Time             `json:"exportedAt"`
	Account    account.UserDetails   `json:"account"`
	Logins     []account.Login       `json:"logins"`
	Addresses  []address.Address     `json:"addresses" doc:"Addresses, including deleted ones until they are erased."`
	Cart       []cart.Line           `json:"cart"`
	Orders     []order.View          `json:"orders"`
	Bills      []bill.View           `json:"bills" doc:"Bills and credit notes, as issued."`
	Khata      khata.Statement       `json:"khata"`
	Complaints []complaint.Complaint `json:"complaints"`
	Activity   []audit.Record        `json:"activity" doc:"Activity of the user, as far as it is kept."`
}

// SchemaName returns the name in the API document.
func (Export) SchemaName() string { return "PersonalData" }

// exportPage is the number of orders or records read in one query.
const exportPage = 100

// Export returns the personal data of a user. loginID is the caller's login, or "".
func (s *Service) Export(ctx context.Context, userID, loginID string) (Export, error) {
	e := Export{ExportedAt: s.clock.Now(), Orders: []order.View{}, Bills: []bill.View{}, Activity: []audit.Record{}}
	var err error
	if e.Account, err = s.Accounts.Details(ctx, userID); err != nil {
		return Export{}, err
	}
	if e.Logins, err = s.Accounts.Logins(ctx, userID, loginID); err != nil {
		return Export{}, err
	}
	if e.Addresses, err = s.Addresses.ListAll(ctx, userID); err != nil {
		return Export{}, fmt.Errorf("read the addresses of an export: %w", err)
	}
	if e.Cart, err = s.Carts.Lines(ctx, userID); err != nil {
		return Export{}, fmt.Errorf("read the cart of an export: %w", err)
	}
	if e.Complaints, err = complaint.OfUser(ctx, s.db, userID); err != nil {
		return Export{}, fmt.Errorf("read the complaints of an export: %w", err)
	}
	if e.Khata, err = s.khataOf(ctx, userID); err != nil {
		return Export{}, err
	}
	for page := 1; ; page++ {
		orders, err := s.Lists.List(ctx, order.Viewer{UserID: userID}, list.Filter{UserID: userID, Unpaid: true, Page: page, Limit: exportPage})
		if err != nil {
			return Export{}, fmt.Errorf("read the orders of an export: %w", err)
		}
		e.Orders = append(e.Orders, orders.Orders...)
		if len(orders.Orders) < exportPage {
			break
		}
	}
	for page := 1; ; page++ {
		list, _, err := s.Bills.List(ctx, bill.Filter{UserID: userID, Page: page, Limit: exportPage})
		if err != nil {
			return Export{}, fmt.Errorf("read the bills of an export: %w", err)
		}
		e.Bills = append(e.Bills, list...)
		if len(list) < exportPage {
			break
		}
	}
	for page := 1; ; page++ {
		log, err := s.Audit.List(ctx, audit.Filter{Who: userID, Page: page, Limit: exportPage})
		if err != nil {
			return Export{}, err
		}
		e.Activity = append(e.Activity, log.Records...)
		if len(log.Records) < exportPage {
			return e, nil
		}
	}
}

// khataOf returns a customer's khata as shown to the customer. It is empty for staff, who have none.
func (s *Service) khataOf(ctx context.Context, userID string) (khata.Statement, error) {
	statement, err := s.Khata.Statement(ctx, userID)
	if fault.Is(err, fault.NotFound) {
		return khata.Statement{Entries: []khata.Entry{}}, nil
	}
	return statement.ForCustomer(), err
}
