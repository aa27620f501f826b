package counter

import (
	"context"
	"net/http"
	"time"

	"kirana/internal/account"
	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/order"
)

// Handler serves the calls under /counter.
type Handler struct {
	Counter *Service
}

// Routes registers every call of the feature.
func (h *Handler) Routes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/counter/devices", Access: httpapi.Administrator, Summary: "List the devices at the counter, with their series of bills and credit notes",
	}, h.devices)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/counter/devices", Access: httpapi.Administrator, Status: http.StatusCreated,
		Summary: "Register a device at the counter, with a series of its own",
	}, h.addDevice)
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/counter/devices/{id}", Access: httpapi.Administrator, Summary: "Retrieve a device at the counter, with the next numbers of its documents",
	}, h.device)
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/counter/devices/{id}", Access: httpapi.Manager, Summary: "Rename a device at the counter",
	}, h.renameDevice)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/counter/devices/{id}/lost", Access: httpapi.Owner,
		Summary: "Declare numbers of a device as lost; they count as canceled",
	}, h.declareLost)
	httpapi.HandlePrepared[catalogInput, httpapi.Envelope[Catalog]](r, httpapi.Route{
		Method: "GET", Path: "/counter/catalog", Access: httpapi.Administrator,
		Summary: "Retrieve the catalog for offline sales: products, prices, codes and tax rates; with since, changes only",
	}, h.catalog)
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/counter/customers", Access: httpapi.Administrator, Summary: "List the customers with a known number and their khata, for offline sales",
	}, h.customers)
	h.saleRoutes(r)
	h.returnRoutes(r)
}

func callerOf(ctx context.Context) Caller {
	caller := httpapi.IdentityOf(ctx)
	return Caller{order.Viewer{UserID: caller.UserID, StaffRole: account.StaffRole(caller.StaffRole)}, caller.Name}
}

func (h *Handler) devices(ctx context.Context, _ *struct{}) ([]Device, error) {
	devices, err := h.Counter.Devices(ctx)
	return append([]Device{}, devices...), err
}

type counterDeviceForm struct {
	Name httpapi.Text `json:"name" maxLength:"60"`
	Key  httpapi.Text `json:"key,omitempty" maxLength:"255" trim:"no" doc:"Idempotency key. A repeated request returns the same device."`

	Device httpapi.Ref  `json:"device,omitempty" doc:"ID of the device before the shop was restored from an older copy."`
	Series httpapi.Text `json:"series,omitempty" maxLength:"4" doc:"Prefix of the device's series before the restore."`
}

func (h *Handler) addDevice(ctx context.Context, in *struct {
	Body httpapi.Form[counterDeviceForm]
},
) (Device, error) {
	f := in.Body.Value
	return h.Counter.AddDevice(ctx, NewDevice{Name: f.Name.Value, Key: f.Key.Value, ID: f.Device.Value, Prefix: f.Series.Value})
}

// DevicePath names a device.
type DevicePath struct {
	ID string `path:"id" maxLength:"60"`
}

func (h *Handler) device(ctx context.Context, in *DevicePath) (Device, error) {
	return h.Counter.Device(ctx, in.ID)
}

type counterRenameForm struct {
	Name httpapi.Text `json:"name" maxLength:"60"`
}

func (h *Handler) renameDevice(ctx context.Context, in *struct {
	DevicePath
	Body httpapi.Form[counterRenameForm]
},
) (Device, error) {
	return h.Counter.RenameDevice(ctx, in.ID, in.Body.Value.Name.Value)
}

type counterLostForm struct {
	UpTo httpapi.Int `json:"upTo" minimum:"1" doc:"Last lost serial number of the current financial year."`
}

func (h *Handler) declareLost(ctx context.Context, in *struct {
	DevicePath
	Body httpapi.Form[counterLostForm]
},
) (Device, error) {
	return h.Counter.DeclareLost(ctx, in.ID, int64(in.Body.Value.UpTo.Value))
}

type catalogInput struct {
	Since string `query:"since" maxLength:"60" doc:"Version of the catalog on the device."`
}

func (h *Handler) catalog(ctx context.Context, in *catalogInput) (*httpapi.Prepared, error) {
	c, err := h.Counter.Catalog(ctx, callerOf(ctx).Viewer, in.Since)
	if err != nil {
		return nil, err
	}
	encoded, err := httpapi.Encode(httpapi.OK("", c))
	return httpapi.PrepareRare(encoded), err
}

func (h *Handler) customers(ctx context.Context, _ *struct{}) ([]Customer, error) {
	return h.Counter.Customers(ctx, callerOf(ctx).Viewer)
}

// TimeForm is the time of an event at a device.
type TimeForm struct {
	At      httpapi.Text `json:"at,omitempty" maxLength:"40" doc:"Time of the event by the device's clock, RFC 3339. Current time if absent."`
	SentAt  httpapi.Text `json:"sentAt,omitempty" maxLength:"40" doc:"Time of sending by the device's clock, RFC 3339. If it deviates by more than two minutes, at is corrected by the difference."`
	Offline httpapi.Flag `json:"offline,omitempty" doc:"true: made offline, and booked despite the shop's rules. What they refuse becomes a problem of the order (COUNTER)."`
}

func (f TimeForm) time(now time.Time) (Time, error) {
	t := Time{At: now, Offline: f.Offline.Value, Assumed: f.At.Value == ""}
	for _, field := range []struct {
		name string
		sent httpapi.Text
		take func(at time.Time)
	}{{"at", f.At, func(at time.Time) { t.At = at }}, {"sentAt", f.SentAt, func(at time.Time) { t.Skew = now.Sub(at) }}} {
		if field.sent.Value == "" {
			continue
		}
		at, err := httpapi.ParseTime(field.sent.Value)
		if err != nil {
			return t, fault.InField(field.name, "This must be a time as 2026-11-22T18:30:00Z.")
		}
		field.take(at)
	}
	return t, nil
}
