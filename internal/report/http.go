package report

import (
	"context"
	"time"

	"kirana/internal/httpapi"
	"kirana/internal/purchase"
)

// Handler serves the report calls.
type Handler struct {
	Reports *Service
	// Margin returns the margin of the sales on the day that starts at begin; may be nil.
	Margin func(ctx context.Context, begin time.Time) (*purchase.Margin, error)
}

// SchemaName returns the name in the API document.
func (Today) SchemaName() string { return "Dashboard" }

// Routes registers every call of the feature.
func (h *Handler) Routes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/report/today", Access: httpapi.Administrator, Scope: httpapi.ScopeRead,
		Summary: "Retrieve what needs attention now, today's orders and sums, products running out, and 30 days for a chart; days in India Standard Time",
	}, h.today)
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/report/day", Access: httpapi.Manager, Scope: httpapi.ScopeRead,
		Summary: "Retrieve the cash of a day: expected amounts by person, and counted amounts",
	}, h.day)
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/report/day", Access: httpapi.Manager,
		Summary: "Create or correct the cash count of a day", Message: "The day's cash is kept.",
	}, h.close)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/report/mails/retry", Access: httpapi.Manager,
		Summary: "Retry mails that could not be sent", Message: "The mails are tried again.",
	}, h.tryMailsAgain)
}

func (h *Handler) today(ctx context.Context, _ *struct{}) (Today, error) {
	caller := httpapi.IdentityOf(ctx)
	today, err := h.Reports.Today(ctx, caller.StaffRole != httpapi.RolePacker)
	if err == nil && caller.StaffRole == httpapi.RoleOwner {
		today.RemindSecondFactor, err = h.Reports.lacksSecondFactor(ctx, caller.UserID)
	}
	if err == nil && caller.Scope == "" && caller.StaffRole == httpapi.RoleOwner && h.Margin != nil {
		today.Margin, err = h.Margin(ctx, dayOf(h.Reports.clock.Now()).UTC())
	}
	return today, err
}

func (h *Handler) day(ctx context.Context, in *struct {
	Day string `query:"day" maxLength:"20" doc:"Day as YYYY-MM-DD in India Standard Time. Today if absent."`
},
) (DayClose, error) {
	return h.Reports.Day(ctx, in.Day)
}

// DayForm is the input of a day close: the counted cash.
type DayForm struct {
	Day     httpapi.Text   `json:"day,omitempty" maxLength:"20" doc:"Day as YYYY-MM-DD in India Standard Time. Today if absent."`
	Counted httpapi.Rupees `json:"counted,omitempty" doc:"Total counted cash without opening amounts, in rupees. The sum of byRider and counter if absent."`
	ByRider []RiderForm    `json:"byRider,omitempty" maxItems:"100" unit:"riders" each:"rider" doc:"Cash handed in by each person."`
	Counter []DrawerForm   `json:"counter,omitempty" maxItems:"100" unit:"drawers" each:"drawer" doc:"Cash counted in each drawer of the counter."`
	Note    httpapi.Text   `json:"note,omitempty" maxLength:"500"`
}

// DrawerForm is the cash in one drawer of the counter.
type DrawerForm struct {
	Device  httpapi.Text   `json:"device" maxLength:"60"`
	WhoID   httpapi.Ref    `json:"whoId,omitempty" label:"The member of staff"`
	Who     httpapi.Text   `json:"who,omitempty" maxLength:"100" doc:"Name of the member of staff. Ignored if whoId is present."`
	Opening httpapi.Rupees `json:"opening,omitempty" doc:"Cash at the start of the day, in rupees. 0 if absent."`
	Counted httpapi.Rupees `json:"counted" doc:"Cash at the end of the day including the opening amount, in rupees."`
}

// RiderForm is the cash handed in by one person.
type RiderForm struct {
	Rider   httpapi.Text   `json:"rider,omitempty" maxLength:"60" doc:"Name of the rider. Empty: no name."`
	Counted httpapi.Rupees `json:"counted,omitempty" doc:"Cash handed in, in rupees."`
}

func (h *Handler) close(ctx context.Context, in *struct{ Body httpapi.Form[DayForm] }) (DayClose, error) {
	form := in.Body.Value
	if !form.Counted.Set && len(form.ByRider)+len(form.Counter) == 0 {
		return DayClose{}, errNotCounted
	}
	count := Count{Day: form.Day.Value, Counted: form.Counted.Value, Note: form.Note.Value}
	for _, r := range form.ByRider {
		if !r.Counted.Set {
			return DayClose{}, errNotCounted
		}
		if !form.Counted.Set {
			count.Counted += r.Counted.Value
		}
		count.ByRider = append(count.ByRider, RiderCount{Rider: r.Rider.Value, Counted: r.Counted.Value})
	}
	for _, d := range form.Counter {
		if !form.Counted.Set {
			count.Counted += d.Counted.Value - d.Opening.Value
		}
		count.Counter = append(count.Counter, DrawerCount{Device: d.Device.Value, WhoID: d.WhoID.Value, Who: d.Who.Value, Opening: d.Opening.Value, Counted: d.Counted.Value})
	}
	return h.Reports.Close(ctx, httpapi.IdentityOf(ctx).UserID, count)
}

// Retried is the number of mails to be sent again.
type Retried struct {
	Count int64 `json:"count"`
}

func (h *Handler) tryMailsAgain(ctx context.Context, _ *struct{}) (Retried, error) {
	n, err := h.Reports.TryMailsAgain(ctx)
	return Retried{Count: n}, err
}
