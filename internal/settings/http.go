package settings

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kirana/internal/clock"
	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/tax"
)

// Handler serves the calls of the settings.
type Handler struct {
	settings *Service
	clock    clock.Clock
	confirm  func(ctx context.Context, password string) error
}

// NewHandler returns a handler. confirm returns an error unless the caller's password confirms a change of money
// settings.
func NewHandler(s *Service, c clock.Clock, confirm func(ctx context.Context, password string) error) *Handler {
	return &Handler{settings: s, clock: c, confirm: confirm}
}

// Routes registers every call of the feature.
func (h *Handler) Routes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/settings", Access: httpapi.Public,
		Summary: "Retrieve the public settings of the shop: name, colors, hours, delivery and payment methods",
	}, h.public)
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/settings/all", Access: httpapi.Manager, Summary: "Retrieve all settings, and the legal requirements of an online seller",
	}, h.all)
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/settings/alerts", Access: httpapi.Administrator, Summary: "Retrieve the alert settings for new orders",
	}, h.alerts)
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/settings/riders", Access: httpapi.Administrator, Summary: "List riders and their pincodes",
	}, h.riders)
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/settings", Access: httpapi.Owner, MaxBody: httpapi.ProductBody, Refuses: []int{http.StatusTooManyRequests},
		Summary: "Update settings; fields that are not sent stay unchanged", Message: "Settings saved.",
	}, h.update)
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/settings/pause", Access: httpapi.Manager,
		Summary: "Pause orders until a time or for some minutes; without either, resume at once",
	}, h.pause)
}

// PublicSettings are the settings that everyone may read, and whether the shop is open now.
type PublicSettings struct {
	Name         string            `json:"name"`
	Tagline      string            `json:"tagline"`
	Logo         string            `json:"logo"`
	Accent       string            `json:"accent"`
	Phone        string            `json:"phone"`
	WhatsApp     string            `json:"whatsapp"`
	Email        string            `json:"email"`
	Address      string            `json:"address"`
	Hours        [][]string        `json:"hours" doc:"Opening hours of seven days from Monday, each [open, close] as HH:MM in India Standard Time, or [] if closed all day. An empty list: always open."`
	Holidays     []string          `json:"holidays" doc:"Days on which the shop is closed, as YYYY-MM-DD."`
	HolidayNotes map[string]string `json:"holidayNotes" doc:"Names of holidays by day."`
	Open         bool              `json:"open"`
	OpensAt      *time.Time        `json:"opensAt" doc:"Time of the next opening. Null while the shop is open, or if it does not open within a year."`
	PausedUntil  *time.Time        `json:"pausedUntil"`
	ResumesAt    *time.Time        `json:"resumesAt,omitempty" doc:"Time at which a paused shop accepts orders again. Later than the end of the pause if the shop is closed then and accepts no orders while closed."`
	Preorders    bool              `json:"preorders"`
	DeliveryNote string            `json:"deliveryNote"`
	Pincodes     []string          `json:"pincodes" doc:"Pincodes with delivery. An empty list: all pincodes."`
	MinOrder     money.Paise       `json:"minOrder" doc:"Minimum order in rupees. 0: none."`
	Pay          Pay               `json:"pay" doc:"Payment methods that are available now."`
	OnlineOff    bool              `json:"onlineOff,omitempty" doc:"true: the owner has switched online payment off. Absent with pay.online false: no card payment provider is configured."`
	Legal        Legal             `json:"legal"`
	HSNDigits    int               `json:"hsnDigits" doc:"Number of HSN digits on bills to buyers without a GSTIN."`
	RoundOff     bool              `json:"roundOff,omitempty" doc:"true: the amount to pay on delivery is rounded to whole rupees."`
	Pages        map[string]string `json:"pages"`
	Languages    []language.Choice `json:"languages,omitempty" doc:"Languages that shoppers can choose, the default first. Absent if there is only one."`
	Version      int               `json:"version" doc:"Number of changes. 0: settings were never changed."`
}

// public returns the public settings as of now, with texts in the language lang.
func (s Settings) public(now time.Time, online bool, lang string) PublicSettings {
	p := PublicSettings{
		Name: s.Name, Tagline: s.Tagline, Logo: s.Logo, Accent: s.Accent, Phone: s.Phone, WhatsApp: s.WhatsApp, Email: s.Email,
		Address: s.Address, Hours: s.Hours, Holidays: s.Holidays, HolidayNotes: s.HolidayNotes, Open: s.Open(now), Preorders: s.Preorders, DeliveryNote: s.deliveryNote(now, lang),
		Pincodes: s.Pincodes, MinOrder: s.MinOrder, Legal: s.Legal, HSNDigits: s.HSNDigits, RoundOff: s.RoundOff, Pages: s.Pages,
		Pay: Pay{COD: s.Pay.COD, Online: s.Pay.Online && online, UPI: s.OffersUPI()}, OnlineOff: !s.Pay.Online,
	}
	if len(s.Languages) > 1 {
		p.Languages = language.Choices(s.Languages)
	}
	if !p.Open {
		p.OpensAt = s.OpensAt(now)
	}
	if s.Paused(now) {
		p.PausedUntil, p.ResumesAt = s.PausedUntil, s.ResumesAt(now)
	}
	return p
}

// week is the distance from which a weekday's name is ambiguous.
const week = 7 * 24 * time.Hour

// deliveryNote returns the owner's text, else the promise for an order accepted now: "Delivery by 7 pm today".
func (s Settings) deliveryNote(now time.Time, lang string) string {
	at := s.Promise(now)
	if s.DeliveryNote != "" || at == nil {
		return s.DeliveryNote
	}
	local := at.In(clock.India)
	if startOfDay(*at).Equal(startOfDay(now)) {
		return language.Text(lang, "Delivery by %s today", language.Hour(local))
	}
	day := language.Word(local.Weekday().String())
	if startOfDay(*at).Sub(startOfDay(now)) >= week {
		day = language.DayOfYear(local)
	}
	return language.Text(lang, "Delivery by %s, %s", language.Hour(local), day)
}

func (h *Handler) public(ctx context.Context, _ *struct{}) (PublicSettings, error) {
	s, version, err := h.settings.GetVersioned(ctx)
	if err != nil {
		return PublicSettings{}, err
	}
	p := s.public(h.clock.Now(), h.settings.online, language.Of(ctx))
	p.Version = version
	return p, nil
}

// OwnerSettings are all settings, and the readiness list.
type OwnerSettings struct {
	Settings

	Version   int               `json:"version" doc:"Number of changes. 0: settings were never changed."`
	Online    bool              `json:"online" doc:"true: a card payment provider is configured."`
	NextBill  int64             `json:"nextBill" doc:"Next bill number of the series in this financial year. 0: the series has had no number in any year, and bill.start applies."`
	Spoken    []language.Choice `json:"spoken" doc:"Languages that the shop can offer."`
	Readiness []Readiness       `json:"readiness" doc:"Legal requirements for Indian online sellers, and whether the shop meets them."`
}

func (h *Handler) owner(ctx context.Context, s Settings, version int) (OwnerSettings, error) {
	var counts Counts
	var err error
	if counts.Unlabeled, err = countUnlabeled(ctx, h.settings.db); err != nil {
		return OwnerSettings{}, err
	}
	now := h.clock.Now()
	if s.Legal.GST == GSTRegistered {
		if counts.Untaxed, err = countUntaxed(ctx, h.settings.db, now); err != nil {
			return OwnerSettings{}, err
		}
	}
	next, err := nextBill(ctx, h.settings.db, s.Bill.Prefix, tax.FinancialYear(now))
	return OwnerSettings{Settings: s, Version: version, Online: h.settings.online, NextBill: next, Spoken: language.Choices(language.All()), Readiness: s.Readiness(language.Of(ctx), counts)}, err
}

func (h *Handler) all(ctx context.Context, _ *struct{}) (OwnerSettings, error) {
	s, version, err := h.settings.GetVersioned(ctx)
	if err != nil {
		return OwnerSettings{}, err
	}
	return h.owner(ctx, s, version)
}

func (h *Handler) alerts(ctx context.Context, _ *struct{}) (Alerts, error) {
	s, err := h.settings.Get(ctx)
	return s.Alerts, err
}

func (h *Handler) riders(ctx context.Context, _ *struct{}) ([]Rider, error) {
	s, err := h.settings.Get(ctx)
	return s.Riders, err
}

// ChangedSettings documents the body of a change of the settings.
type ChangedSettings struct {
	Settings

	Version  int    `json:"version,omitempty" doc:"Version on which the change is based. If it is outdated, nothing changes and the call is refused with 409 and the current settings. Not checked if absent."`
	Password string `json:"password,omitempty" doc:"Password of the caller. Required to change payment methods, the UPI account, the limits of cash orders, refunds, discounts and the khata, and legal details, unless it was entered in this login within 15 minutes."`
}

// patch is a JSON object with the settings to change.
type patch struct{ json []byte }

// UnmarshalJSON keeps the object for Settings.Apply.
func (p *patch) UnmarshalJSON(b []byte) error {
	p.json = bytes.Clone(b)
	return nil
}

// Schema documents the settings that can be sent.
func (patch) Schema(r huma.Registry) *huma.Schema {
	return r.Schema(reflect.TypeFor[ChangedSettings](), true, "ChangedSettings")
}

func (h *Handler) update(ctx context.Context, in *struct{ Body httpapi.Form[patch] }) (OwnerSettings, error) {
	body := bytes.TrimSpace(in.Body.Value.json)
	if len(body) == 0 {
		body = []byte("{}")
	}
	if body[0] != '{' {
		return OwnerSettings{}, fault.New(fault.Invalid, "not_an_object", "The request must be a JSON object.")
	}
	var from struct {
		Version  *int
		Password string
	}
	if json.Unmarshal(body, &from) != nil {
		return OwnerSettings{}, fault.InField("version", "The version must be a number, and the password a text.")
	}
	if err := h.confirmMoney(ctx, body, from.Password); err != nil {
		return OwnerSettings{}, err
	}
	if from.Version == nil {
		if _, err := h.settings.Update(ctx, body); err != nil {
			return OwnerSettings{}, err
		}
		return h.all(ctx, nil)
	}
	s, version, err := h.settings.UpdateFrom(ctx, *from.Version, body)
	if errors.Is(err, errChangedMeanwhile) {
		return OwnerSettings{}, h.withCurrent(ctx, *errChangedMeanwhile)
	}
	if err != nil {
		return OwnerSettings{}, err
	}
	return h.owner(ctx, s, version)
}

// confirmMoney requires confirmation of changes to the settings of movesMoney, so that a stolen token cannot make them.
// An invalid patch is refused later.
func (h *Handler) confirmMoney(ctx context.Context, patch []byte, password string) error {
	before, err := h.settings.Get(ctx)
	if err != nil {
		return err
	}
	after, err := before.Apply(patch)
	if err != nil || !after.movesMoney(before) {
		return nil //nolint:nilerr // the update refuses it with the same error
	}
	return h.confirm(ctx, password)
}

// withCurrent adds the current settings to a conflict, for a page to compare.
func (h *Handler) withCurrent(ctx context.Context, conflict fault.Error) error {
	h.settings.Forget()
	current, err := h.all(ctx, nil)
	if err != nil {
		return err
	}
	conflict.Data = current
	return &conflict
}

type pauseForm struct {
	Until   httpapi.Text `json:"until,omitempty" doc:"End of the pause, RFC 3339, at most seven days ahead."`
	Minutes httpapi.Int  `json:"minutes,omitempty" minimum:"1" maximum:"1440" doc:"Length of the pause in minutes. Replaces until."`
}

func (h *Handler) pause(ctx context.Context, in *struct{ Body httpapi.Form[pauseForm] }) (OwnerSettings, error) {
	var until *time.Time
	now := h.clock.Now()
	switch form := in.Body.Value; {
	case form.Minutes.Set:
		at := now.Add(time.Duration(form.Minutes.Value) * time.Minute)
		until = &at
	case form.Until.Value != "":
		at, err := time.Parse(time.RFC3339, form.Until.Value)
		if err != nil || !at.After(now) || at.After(now.AddDate(0, 0, 7)) {
			return OwnerSettings{}, fault.InField("until", "A pause must end within seven days, in the future.")
		}
		at = at.UTC().Truncate(time.Microsecond)
		until = &at
	}
	s, version, err := h.settings.Pause(ctx, until)
	if err != nil {
		return OwnerSettings{}, err
	}
	return h.owner(ctx, s, version)
}
