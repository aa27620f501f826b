package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"kirana/internal/audit"
	"kirana/internal/catalog/stock"
	"kirana/internal/customer"
	"kirana/internal/order"
	"kirana/internal/shoptest"
)

// deskList is a list as a page of the shop reads it.
type deskList struct {
	name string
	read func(ctx context.Context) error
}

const (
	// benchPageSize is how long the measured pages are.
	benchPageSize = 20
	// deepPage is the last page that a list says it has: its rows are counted to 10,000.
	deepPage = 500
	// furtherPage is one that is come to only by leafing on behind deepPage.
	furtherPage = 5_000
)

var benchViewer = order.Viewer{UserID: "bench", StaffRole: "OWNER"}

// lists are what staff looks at all day.
func (d *desk) lists() []deskList {
	lists := []deskList{
		{"counts", func(ctx context.Context) error {
			_, _, err := d.orders.Counts(ctx)
			return err
		}},
		{"today", func(ctx context.Context) error {
			_, err := d.reports.Today(ctx, true)
			return err
		}},
	}
	lists = append(lists, d.checkoutLists()...)
	lists = append(lists, d.rowLists()...)
	lists = append(lists, d.peopleLists()...)
	lists = append(lists, d.activityLists()...)
	lists = append(lists, d.ledgerLists()...)
	return append(lists, deskList{"moving an order, at most 8", d.moves()})
}

// moves returns an action that moves the newest order in turn to PACKING and back to NEW.
func (d *desk) moves() func(ctx context.Context) error {
	actor := order.Actor{Kind: order.ByStaff, UserID: benchViewer.UserID, Name: "Sunita"}
	move := order.Move{From: order.StageNew, To: order.StagePacking}
	id := ""
	return func(ctx context.Context) error {
		if id == "" {
			list, err := d.orders.ListCheckouts(ctx, benchViewer, order.CheckoutFilter{Stage: order.StageNew, Page: 1, Limit: 1})
			if err != nil || len(list.Checkouts) == 0 {
				return fmt.Errorf("no order is new: %w", err)
			}
			id = list.Checkouts[0].ID
		}
		_, err := d.orders.SetStage(ctx, actor, id, move)
		move.From, move.To = move.To, move.From
		return err
	}
}

// checkoutLists are the pages of the desk, and what is printed of it.
func (d *desk) checkoutLists() []deskList {
	monthAgo := shoptest.Epoch.AddDate(0, 0, -40)
	var ids []string
	for i := range 50 {
		ids = append(ids, fmt.Sprintf("manycheckout%d", 1000000+d.count/2+i))
	}
	var lists []deskList
	for _, l := range []struct {
		name   string
		filter order.CheckoutFilter
	}{
		{"desk, open", order.CheckoutFilter{Stage: order.Open}},
		{"desk, new", order.CheckoutFilter{Stage: order.StageNew}},
		{"desk, done", order.CheckoutFilter{Stage: order.StageDone}},
		{"desk, all", order.CheckoutFilter{}},
		{"desk, all, page 500", order.CheckoutFilter{Page: deepPage}},
		{"desk, all, page 5000", order.CheckoutFilter{Page: furtherPage}},
		{"desk, problems", order.CheckoutFilter{Problems: true}},
		{"desk, a day", order.CheckoutFilter{From: monthAgo, To: monthAgo.AddDate(0, 0, 1)}},
		{"desk, an area", order.CheckoutFilter{Pincode: "411001"}},
		{"desk, an area without orders", order.CheckoutFilter{Pincode: "999999"}},
		{"desk, paid online", order.CheckoutFilter{Method: order.Online}},
		{"desk, unpaid ones too", order.CheckoutFilter{Unpaid: true}},
		{"desk, one shopper's", order.CheckoutFilter{UserID: "manyshopper1000000"}},
		{"search, a number", order.CheckoutFilter{Search: "#1000042"}},
		{"search, end of a mobile", order.CheckoutFilter{Search: "03959"}},
		{"search, an address", order.CheckoutFilter{Search: "42 lake road"}},
		{"search, a product", order.CheckoutFilter{Search: "basmati"}},
		{"search, the first digit", order.CheckoutFilter{Search: "1"}},
		{"search, nothing like it", order.CheckoutFilter{Search: "zzz"}},
		{"print, 50 orders", order.CheckoutFilter{IDs: ids}},
	} {
		l.filter.Page, l.filter.Limit = max(1, l.filter.Page), max(benchPageSize, len(l.filter.IDs))
		lists = append(lists, deskList{l.name, func(ctx context.Context) error {
			_, err := d.orders.ListCheckouts(ctx, benchViewer, l.filter)
			return err
		}})
	}
	return append(lists, deskList{"pick list, 26 orders", func(ctx context.Context) error {
		_, err := d.orders.PickList(ctx, ids[:26])
		return err
	}})
}

// rowLists are the pages of Orders, whole orders to a page, and the rows as the specification's
// call lists them.
func (d *desk) rowLists() []deskList {
	var lists []deskList
	for _, l := range []struct {
		name   string
		filter order.Filter
	}{
		{"orders, all", order.Filter{}},
		{"orders, all, page 500", order.Filter{Page: deepPage}},
		{"orders, all, page 5000", order.Filter{Page: furtherPage}},
		{"orders, pending", order.Filter{Delivery: order.Pending}},
		{"orders, delivered", order.Filter{Delivery: order.Delivered}},
		{"orders, canceled", order.Filter{Delivery: order.Canceled}},
		{"orders, to be delivered", order.Filter{Queue: order.DeliveryQueue}},
		{"orders, refunds due", order.Filter{Queue: order.RefundQueue}},
		{"orders, search a number", order.Filter{Search: "ord-1000042"}},
		{"orders, search a product", order.Filter{Search: "basmati"}},
		{"orders, search a shopper", order.Filter{Search: "number 77"}},
		{"orders, search nothing like it", order.Filter{Search: "zzz"}},
		{"orders, search among delivered", order.Filter{Search: "basmati", Delivery: order.Delivered}},
	} {
		l.filter.Page, l.filter.Limit = max(1, l.filter.Page), benchPageSize
		lists = append(lists, deskList{l.name, func(ctx context.Context) error {
			_, _, err := d.orders.ListByCheckout(ctx, l.filter)
			return err
		}})
	}
	return append(lists, deskList{"order rows, all", func(ctx context.Context) error {
		_, _, err := d.orders.List(ctx, order.Filter{Page: 1, Limit: benchPageSize})
		return err
	}})
}

// peopleLists are the pages of Customers, and who calls on the phone.
func (d *desk) peopleLists() []deskList {
	var lists []deskList
	for _, l := range []struct {
		name   string
		filter customer.Filter
	}{
		{"customers", customer.Filter{}},
		{"customers, page 500", customer.Filter{Page: deepPage}},
		{"customers, page 5000", customer.Filter{Page: furtherPage}},
		{"customers by sum", customer.Filter{Sort: customer.BySpent}},
		{"customers by name", customer.Filter{Sort: customer.ByName}},
		{"customers of an area", customer.Filter{Pincode: "411001"}},
		{"customers, search a word", customer.Filter{Search: "number 77"}},
		{"customers, search a mobile", customer.Filter{Search: "9000007919"}},
		{"customers, search nothing like it", customer.Filter{Search: "zzz"}},
	} {
		l.filter.Sums, l.filter.Page, l.filter.Limit = true, max(1, l.filter.Page), benchPageSize
		lists = append(lists, deskList{l.name, func(ctx context.Context) error {
			_, err := d.people.List(ctx, l.filter)
			return err
		}})
	}
	for _, digits := range []string{"9000007919", "7919", "0000000"} {
		lists = append(lists, deskList{fmt.Sprintf("on the phone, %d digits of %s", len(digits), strings.TrimRight(digits, "0")), func(ctx context.Context) error {
			_, err := d.orders.PhoneCustomers(ctx, digits)
			return err
		}})
	}
	return lists
}

// activityLists are the pages of Activity.
func (d *desk) activityLists() []deskList {
	weekAgo := shoptest.Epoch.Add(-7 * 24 * time.Hour)
	var lists []deskList
	for _, l := range []struct {
		name   string
		filter audit.Filter
	}{
		{"activity", audit.Filter{}},
		{"activity, page 500", audit.Filter{Page: deepPage}},
		{"activity, page 5000", audit.Filter{Page: furtherPage}},
		{"activity of one", audit.Filter{Who: "staff3"}},
		{"activity of one kind", audit.Filter{What: "checkout."}},
		{"activity of a kind without any", audit.Filter{What: "settings."}},
		{"activity of one, of one kind", audit.Filter{Who: "staff3", What: "checkout."}},
		{"activity of a week", audit.Filter{From: weekAgo, To: weekAgo.AddDate(0, 0, 7)}},
		{"activity, search an order", audit.Filter{Words: "#1500"}},
		{"activity, search nothing like it", audit.Filter{Words: "zzz"}},
	} {
		l.filter.Page, l.filter.Limit = max(1, l.filter.Page), benchPageSize
		lists = append(lists, deskList{l.name, func(ctx context.Context) error {
			_, err := d.log.List(ctx, l.filter)
			return err
		}})
	}
	return lists
}

// ledgerLists are the pages of the ledger of a product that every order had.
func (d *desk) ledgerLists() []deskList {
	var lists []deskList
	for _, page := range []int{1, deepPage, furtherPage} {
		lists = append(lists, deskList{fmt.Sprintf("ledger, page %d", page), func(ctx context.Context) error {
			_, _, err := stock.LedgerPage(ctx, d.db, ledgerProduct, page, benchPageSize)
			return err
		}})
	}
	return lists
}
