package app

import (
	"context"

	"kirana/internal/account"
	"kirana/internal/bill"
	"kirana/internal/customer"
	"kirana/internal/khata"
	"kirana/internal/order"
	"kirana/internal/order/list"
	"kirana/internal/webhook"
)

// newWebhooks returns the service that sends events to other programs. Events contain records as a manager's lists show
// them.
func (f *features) newWebhooks(key webhook.Key) *webhook.Service {
	return webhook.New(webhook.Options{
		DB: f.db, Clock: f.clock, Log: f.log, Key: key, Hosts: f.config.WebhookHosts,
		Readers: webhook.Readers{
			"product": func(ctx context.Context, ids []string) (map[string]any, error) {
				products, err := f.view.ForStaff(ctx, ids)
				return records(products), err
			},
			"order": func(ctx context.Context, ids []string) (map[string]any, error) {
				page, err := f.lists.List(ctx, order.Viewer{StaffRole: account.Manager}, list.Filter{IDs: ids, Page: 1, Limit: len(ids)})
				found := map[string]any{}
				for _, checkout := range page.Orders {
					found[checkout.ID] = checkout
				}
				return found, err
			},
			"customer": func(ctx context.Context, ids []string) (map[string]any, error) {
				list, err := f.customers().List(ctx, customer.Filter{IDs: ids, Sums: true, Page: 1, Limit: len(ids)})
				found := map[string]any{}
				for _, c := range list.Customers {
					found[c.ID] = c
				}
				return found, err
			},
			"khata": func(ctx context.Context, ids []string) (map[string]any, error) {
				list, err := f.khata().List(ctx, khata.Filter{IDs: ids, Page: 1, Limit: len(ids)})
				found := map[string]any{}
				for _, a := range list.Accounts {
					found[a.Customer.ID] = a
				}
				return found, err
			},
			"bill": func(ctx context.Context, ids []string) (map[string]any, error) {
				views, err := f.bills.Views(ctx, bill.Filter{IDs: ids, Page: 1, Limit: len(ids)})
				return records(views), err
			},
		},
	})
}

func records[T any](byID map[string]T) map[string]any {
	found := make(map[string]any, len(byID))
	for recordID, record := range byID {
		found[recordID] = record
	}
	return found
}
