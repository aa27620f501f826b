package counter

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"kirana/internal/account"
	"kirana/internal/audit"
	"kirana/internal/bill"
	"kirana/internal/catalog/admin"
	"kirana/internal/catalog/view"
	"kirana/internal/clock"
	"kirana/internal/customer"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/id"
	"kirana/internal/language"
	"kirana/internal/order"
	"kirana/internal/settings"
	"kirana/internal/tax"
)

// Features are the services that the counter uses.
type Features struct {
	Accounts *account.Service
	Orders   *order.Service
	Bills    *bill.Service
	Settings *settings.Service
	View     *view.View
	Products *admin.Service
}

// Service sells at the counter.
type Service struct {
	Features

	db    *db.DB
	clock clock.Clock
}

// New returns the service on a database.
func New(d *db.DB, c clock.Clock, features Features) *Service {
	return &Service{features, d, c}
}

// maxDevices limits the devices: the prefix of their credit notes has at most four characters.
const maxDevices = 99

var errTooMany = fault.New(fault.Conflict, "too_many_counters", "There are %d devices already. Please use one of them.", maxDevices)

// CatalogPath is the path of the devices' catalog.
const CatalogPath = "/api/counter/catalog"

// NewDevice is a device to add.
type NewDevice struct {
	Name       string
	Key        string // makes the call repeatable; "": none
	ID, Prefix string // of a device that a restore from an older copy lost; "" for a new one
}

// AddDevice adds a device with its own series. For a known key or ID it returns the device that has it.
func (s *Service) AddDevice(ctx context.Context, n NewDevice) (Device, error) {
	name, key := strings.TrimSpace(n.Name), n.Key
	if name == "" || utf8.RuneCountInString(name) > maxName {
		return Device{}, fault.InField("name", "Please name the device, in at most %d characters.", maxName)
	}
	shop, err := s.Settings.Get(ctx)
	if err != nil {
		return Device{}, err
	}
	now := s.clock.Now()
	d := Device{ID: id.New(), Name: name, CreatedAt: now}
	if key != "" {
		d.Key = &key
	}
	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		if known, err := deviceByKey(ctx, tx, key); !errors.Is(err, db.ErrNoRow) {
			d = known
			return err
		}
		if err := account.EnsureWalkIn(ctx, tx, now); err != nil {
			return err
		}
		if err := customer.DropSums(ctx, tx, account.WalkInID); err != nil {
			return err
		}
		devices, err := allDevices(ctx, tx)
		if err != nil {
			return err
		}
		if n.ID != "" {
			d.ID = n.ID
			if i := slices.IndexFunc(devices, func(known Device) bool { return known.ID == n.ID }); i >= 0 {
				d = devices[i]
				return nil
			}
		}
		if d.Prefix = freePrefix(devices, shop.Bill.Prefix, n.Prefix); d.Prefix == "" {
			return errTooMany
		}
		if err := insertDevice(ctx, tx, d); err != nil {
			return err
		}
		return audit.Write(ctx, tx, now, audit.Entry{What: "counter.device", Object: name, ObjectID: d.ID, After: d.Prefix})
	})
	if err != nil {
		return d, fmt.Errorf("set up a device: %w", err)
	}
	return s.withSeries(ctx, d)
}

// creditPrefix returns the prefix of the credit notes that belong to a bill prefix.
func creditPrefix(prefix string) string { return settings.BillSeries{Prefix: prefix}.CreditPrefix() }

// freePrefix returns a prefix that no bills or credit notes of devices or the shop use: the wanted one if free, else the
// first free one, or "".
func freePrefix(devices []Device, shop, wanted string) string {
	for n := 0; n <= maxDevices; n++ {
		prefix := fmt.Sprintf("C%d", n)
		if n == 0 {
			slot, _ := bill.ParseSlot(wanted + "/0001/0001")
			if prefix = slot.Prefix; prefix == "" || slot.IsCreditNote() {
				continue
			}
		}
		isShops := prefix == shop || creditPrefix(prefix) == shop || prefix == creditPrefix(shop)
		if !isShops && !slices.ContainsFunc(devices, func(d Device) bool { return d.Prefix == prefix }) {
			return prefix
		}
	}
	return ""
}

// RenameDevice changes the name of a device.
func (s *Service) RenameDevice(ctx context.Context, deviceID, name string) (Device, error) {
	if name = strings.TrimSpace(name); name == "" || utf8.RuneCountInString(name) > maxName {
		return Device{}, fault.InField("name", "Please name the device, in at most %d characters.", maxName)
	}
	var d Device
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		before, err := lockDevice(ctx, tx, deviceID)
		if err != nil {
			return err
		}
		if d = before; d.Name == name {
			return nil
		}
		d.Name = name
		if err := db.Exec(ctx, tx, `UPDATE counter_devices SET name = $2 WHERE id = $1`, d.ID, name); err != nil {
			return err
		}
		return audit.Write(ctx, tx, s.clock.Now(), audit.Entry{What: "counter.device", Object: name, ObjectID: d.ID, Before: before.Name, After: name})
	})
	if err != nil {
		return d, fmt.Errorf("rename a device: %w", err)
	}
	return s.withSeries(ctx, d)
}

// Devices returns all devices, oldest first.
func (s *Service) Devices(ctx context.Context) ([]Device, error) {
	devices, err := allDevices(ctx, s.db)
	if err != nil {
		return nil, fmt.Errorf("list the devices: %w", err)
	}
	return devices, s.addSeries(ctx, devices)
}

// Device returns a device with the next numbers of its documents.
func (s *Service) Device(ctx context.Context, deviceID string) (Device, error) {
	d, err := deviceByID(ctx, s.db, deviceID, "")
	if err != nil {
		return d, err
	}
	return s.withSeries(ctx, d)
}

func (s *Service) withSeries(ctx context.Context, d Device) (Device, error) {
	devices := []Device{d}
	err := s.addSeries(ctx, devices)
	return devices[0], err
}

// addSeries fills in this year's series of devices.
func (s *Service) addSeries(ctx context.Context, devices []Device) error {
	year := tax.FinancialYear(s.clock.Now())
	next, err := bill.NextByPrefix(ctx, s.db, year)
	if err != nil {
		return fmt.Errorf("read the series of devices: %w", err)
	}
	series := func(prefix string) Series {
		return Series{Prefix: prefix, Year: strings.ReplaceAll(year, "-", ""), Next: max(1, next[prefix])}
	}
	for i := range devices {
		d := &devices[i]
		d.Catalog, d.Series, d.CreditSeries = CatalogPath, series(d.Prefix), series(creditPrefix(d.Prefix))
	}
	return nil
}

// maxLost limits the numbers that one call declares lost.
const maxLost = 1000

// DeclareLost declares a device's numbers of this year lost, from the next one up to a serial: their bills never arrived. They
// count as canceled. A bill that arrives later is accepted until the month is closed.
func (s *Service) DeclareLost(ctx context.Context, deviceID string, upTo int64) (Device, error) {
	var d Device
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		var err error
		if d, err = lockDevice(ctx, tx, deviceID); err != nil {
			return err
		}
		now := s.clock.Now()
		year := tax.FinancialYear(now)
		next, err := bill.NextOf(ctx, tx, d.Prefix, year)
		if err != nil {
			return err
		}
		if upTo < next || upTo >= next+maxLost {
			return fault.InField("upTo", "Numbers from %d to %d can be declared lost.", next, next+maxLost-1)
		}
		for serial := next; serial <= upTo; serial++ {
			if err := bill.DeclareLost(ctx, tx, bill.Slot{Prefix: d.Prefix, Year: year, Serial: serial}, now); err != nil {
				return err
			}
		}
		first, last := bill.Slot{Prefix: d.Prefix, Year: year, Serial: next}, bill.Slot{Prefix: d.Prefix, Year: year, Serial: upTo}
		return audit.Write(ctx, tx, now, audit.Entry{What: "counter.lost", Object: d.Name, ObjectID: d.ID, After: string(language.NewPhrase("%s to %s", first, last).Store())})
	})
	if err != nil {
		return d, fmt.Errorf("declare numbers lost: %w", err)
	}
	return s.withSeries(ctx, d)
}
