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
		Method: "GET", Path: "/counter/devices", Access: httpapi.Administrator, Summary: "The devices at the counter, each with its series of bills and credit notes",
	}, h.devices)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/counter/devices", Access: httpapi.Administrator, Status: http.StatusCreated,
		Summary: "Set up a device at the counter, with a series of its own",
	}, h.addDevice)
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/counter/devices/{id}", Access: httpapi.Administrator, Summary: "A device at the counter, with the numbers that its next documents have",
	}, h.device)
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/counter/devices/{id}", Access: httpapi.Manager, Summary: "Rename a device at the counter",
	}, h.renameDevice)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/counter/devices/{id}/lost", Access: httpapi.Owner,
		Summary: "Declare lost the numbers of a device whose bills will not arrive: they stand as canceled",
	}, h.declareLost)
	httpapi.HandlePrepared[catalogInput, httpapi.Envelope[Catalog]](r, httpapi.Route{
		Method: "GET", Path: "/counter/catalog", Access: httpapi.Administrator,
		Summary: "What a device sells from without the network: products, prices, codes and rates; with since only what has changed",
	}, h.catalog)
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/counter/customers", Access: httpapi.Administrator, Summary: "Customers whom staff knows by a number, with their khata, for work without the network",
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
	Key  httpapi.Text `json:"key,omitempty" maxLength:"255" trim:"no" doc:"any value: the same again returns the same device"`

	Device httpapi.Ref  `json:"device,omitempty" doc:"the id that it had in a shop that was restored from an older copy"`
	Series httpapi.Text `json:"series,omitempty" maxLength:"4" doc:"the prefix that it had there"`
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
	UpTo httpapi.Int `json:"upTo" minimum:"1" doc:"the last serial of this year that is lost"`
}

func (h *Handler) declareLost(ctx context.Context, in *struct {
	DevicePath
	Body httpapi.Form[counterLostForm]
},
) (Device, error) {
	return h.Counter.DeclareLost(ctx, in.ID, int64(in.Body.Value.UpTo.Value))
}

type catalogInput struct {
	Since string `query:"since" maxLength:"60" doc:"the version of the catalog that the device has"`
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
	At      httpapi.Text `json:"at,omitempty" maxLength:"40" doc:"when it happened by the device's clock, RFC 3339; left out: now"`
	SentAt  httpapi.Text `json:"sentAt,omitempty" maxLength:"40" doc:"the device's clock when this is sent, RFC 3339: a difference of more than two minutes is taken off at"`
	Offline httpapi.Flag `json:"offline,omitempty" doc:"true: it happened without the network, and is booked whatever the shop's rules say; what they refuse stands under Problems"`
}

func (f TimeForm) time(now time.Time) (Time, error) {
	t := Time{At: now, Offline: f.Offline.Value}
	for _, field := range []struct {
		name string
		sent httpapi.Text
		take func(at time.Time)
	}{{"at", f.At, func(at time.Time) { t.At = at }}, {"sentAt", f.SentAt, func(at time.Time) { t.SentAt = &at }}} {
		if field.sent.Value == "" {
			continue
		}
		at, err := time.Parse(time.RFC3339, field.sent.Value)
		if err != nil {
			return t, fault.InField(field.name, "This must be a time as 2026-11-22T18:30:00Z.")
		}
		field.take(at)
	}
	return t, nil
}
