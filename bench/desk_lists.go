package main

import (
	"context"
	"fmt"
	"strings"

	"kirana/internal/audit"
	"kirana/internal/catalog/stock"
	"kirana/internal/customer"
	"kirana/internal/order"
)

// deskList is a list as requested by a page of the shop.
type deskList struct {
	name string
	read func(ctx context.Context) error
}

const (
	// benchPageSize is the size of the measured pages.
	benchPageSize = 20
	// deepPage is the last page of a list whose rows are counted up to 10,000.
	deepPage = 500
)

var benchViewer = order.Viewer{UserID: "bench", StaffRole: "OWNER"}

// lists are the lists that staff uses frequently.
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
	lists = append(lists, d.orderLists()...)
	lists = append(lists, d.rowLists()...)
	lists = append(lists, d.peopleLists()...)
	lists = append(lists, d.activityLists()...)
	lists = append(lists, d.ledgerLists()...)
	return append(lists, deskList{"moving an order, at most 8", d.moves()})
}

// moves returns an action that moves the newest order alternately to PACKING and NEW.
func (d *desk) moves() func(ctx context.Context) error {
	actor := order.Actor{Kind: order.ByStaff, UserID: benchViewer.UserID, Name: "Sunita"}
	move := order.Move{From: order.StageNew, To: order.StagePacking}
	id := ""
	return func(ctx context.Context) error {
		if id == "" {
			list, err := d.orders.List(ctx, benchViewer, order.Filter{Stage: order.StageNew, Page: 1, Limit: 1})
			if err != nil || len(list.Orders) == 0 {
				return fmt.Errorf("no order is new: %w", err)
			}
			id = list.Orders[0].ID
		}
		_, err := d.orders.SetStage(ctx, actor, id, move)
		move.From, move.To = move.To, move.From
		return err
	}
}

// orderLists are the lists of the desk and of printing.
func (d *desk) orderLists() []deskList {
	var ids []string
	for i := range 50 {
		ids = append(ids, fmt.Sprintf("manycheckout%d", 1000000+d.count/2+i))
	}
	var lists []deskList
	for _, l := range []struct {
		name   string
		filter order.Filter
	}{
		{"desk, open", order.Filter{Stage: order.Open}},
		{"desk, all", order.Filter{}},
		{"desk, all, page 500", order.Filter{Page: deepPage}},
		{"desk, problems", order.Filter{Problems: true}},
		{"desk, an area", order.Filter{Pincode: "411001"}},
		{"search, a number", order.Filter{Search: "#1000042"}},
		{"search, an address", order.Filter{Search: "42 lake road"}},
		{"search, a product", order.Filter{Search: "basmati"}},
		{"search, nothing like it", order.Filter{Search: "zzz"}},
		{"print, 50 orders", order.Filter{IDs: ids}},
	} {
		l.filter.Page, l.filter.Limit = max(1, l.filter.Page), max(benchPageSize, len(l.filter.IDs))
		lists = append(lists, deskList{l.name, func(ctx context.Context) error {
			_, err := d.orders.List(ctx, benchViewer, l.filter)
			return err
		}})
	}
	return append(lists, deskList{"pick list, 26 orders", func(ctx context.Context) error {
		_, err := d.orders.PickList(ctx, ids[:26])
		return err
	}})
}

// rowLists are the pages of Orders, each with whole orders, and the specification's list of rows.
func (d *desk) rowLists() []deskList {
	var lists []deskList
	for _, l := range []struct {
		name   string
		filter order.LineFilter
	}{
		{"orders, all", order.LineFilter{}},
		{"orders, all, page 500", order.LineFilter{Page: deepPage}},
		{"orders, search a product", order.LineFilter{Search: "basmati"}},
		{"orders, search nothing like it", order.LineFilter{Search: "zzz"}},
	} {
		l.filter.Page, l.filter.Limit = max(1, l.filter.Page), benchPageSize
		lists = append(lists, deskList{l.name, func(ctx context.Context) error {
			_, _, err := d.orders.ListLinesByOrder(ctx, l.filter)
			return err
		}})
	}
	return append(lists, deskList{"order rows, all", func(ctx context.Context) error {
		_, _, err := d.orders.ListLines(ctx, order.LineFilter{Page: 1, Limit: benchPageSize})
		return err
	}})
}

// peopleLists are the pages of customers, and the lookup of a caller's number.
func (d *desk) peopleLists() []deskList {
	var lists []deskList
	for _, l := range []struct {
		name   string
		filter customer.Filter
	}{
		{"customers", customer.Filter{}},
		{"customers, page 500", customer.Filter{Page: deepPage}},
		{"customers by sum", customer.Filter{Sort: customer.BySpent}},
		{"customers, search a word", customer.Filter{Search: "number 77"}},
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

// activityLists are the pages of the activity log.
func (d *desk) activityLists() []deskList {
	var lists []deskList
	for _, l := range []struct {
		name   string
		filter audit.Filter
	}{
		{"activity", audit.Filter{}},
		{"activity, page 500", audit.Filter{Page: deepPage}},
		{"activity of one", audit.Filter{Who: "staff3"}},
		{"activity of one, of one kind", audit.Filter{Who: "staff3", What: "checkout."}},
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

// ledgerLists are the pages of the ledger of a product that is in every order.
func (d *desk) ledgerLists() []deskList {
	var lists []deskList
	for _, page := range []int{1, deepPage} {
		lists = append(lists, deskList{fmt.Sprintf("ledger, page %d", page), func(ctx context.Context) error {
			_, _, err := stock.LedgerPage(ctx, d.db, ledgerProduct, page, benchPageSize)
			return err
		}})
	}
	return lists
}
