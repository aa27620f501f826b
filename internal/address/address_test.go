package address_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kirana/internal/address"
	"kirana/internal/db"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/testshop"
)

func TestMain(m *testing.M) { shoptest.Main(m) }

const lakeRoad = `{"address_line":" 12 Lake Road ","city":"Pune","state":"Maharashtra","pincode":411001,"country":"India","mobile":9876543210}`

type addressJSON struct {
	ID          string `json:"_id"`
	AddressLine string `json:"address_line"`
	City        string
	State       string
	Pincode     string
	Country     string
	Mobile      string
	Status      *bool
	CreatedAt   time.Time
	UpdatedAt   time.Time
}

func list(t *testing.T, shop http.Handler, userID string) []addressJSON {
	t.Helper()
	var addresses []addressJSON
	reply := shoptest.As(shop, userID).Request(t, "GET", "/address/get", "").Expect(t, 200, "")
	reply.Decode(t, &addresses)
	if addresses == nil {
		t.Errorf("no addresses are %s, want []", reply.Data)
	}
	return addresses
}

func TestAddresses_areSavedChangedAndRemoved(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		shop, ravi := testshop.New(t, d), shoptest.AddShopper(t, d)
		if n := len(list(t, shop, ravi)); n != 0 {
			t.Fatalf("a new shopper has %d addresses, want 0", n)
		}
		// given two addresses, a minute apart
		var first, second addressJSON
		shoptest.As(shop, ravi).Request(t, "POST", "/address/create", lakeRoad).Expect(t, 201, "Address added successfully!").Decode(t, &first)
		shop.Clock.Advance(time.Minute)
		shoptest.As(shop, ravi).Request(t, "POST", "/address/create", strings.Replace(lakeRoad, "Pune", "नाशिक", 1)).Expect(t, 201, "").Decode(t, &second)
		// then the newest comes first, with every text as typed, trimmed
		all := list(t, shop, ravi)
		if len(all) != 2 || all[0].ID != second.ID || all[1].ID != first.ID {
			t.Fatalf("listed %+v, want the second address, then the first", all)
		}
		got := all[1]
		if got.AddressLine != "12 Lake Road" || got.City != "Pune" || got.State != "Maharashtra" || got.Pincode != "411001" ||
			got.Country != "India" || got.Mobile != "9876543210" || got.Status == nil || !*got.Status || !got.CreatedAt.Equal(shoptest.Epoch) {
			t.Errorf("stored %+v, want 12 Lake Road, Pune as typed, trimmed and active", got)
		}
		// when one is changed and the other removed
		var changed addressJSON
		edit := strings.Replace(lakeRoad, `{`, `{"_id":"`+first.ID+`","status":false,"user_id":"x","createdAt":"2001-01-01T00:00:00Z",`, 1)
		shoptest.As(shop, ravi).Request(t, "PUT", "/address/update", strings.Replace(edit, "Pune", "Satara", 1)).
			Expect(t, 200, "Address updated successfully!").Decode(t, &changed)
		if changed.City != "Satara" || !*changed.Status || !changed.CreatedAt.Equal(first.CreatedAt) || !changed.UpdatedAt.Equal(shop.Clock.Now()) {
			t.Errorf("changed to %+v, want Satara, the time of creation kept, updated now", changed)
		}
		removal := `{"_id":"` + second.ID + `"}`
		shoptest.As(shop, ravi).Request(t, "DELETE", "/address/disable", removal).Expect(t, 200, "Address disabled successfully!")
		// then the removed address is hidden from the shopper, and its row stays
		if all := list(t, shop, ravi); len(all) != 1 || all[0].City != "Satara" {
			t.Errorf("listed %+v, want the address in Satara alone", all)
		}
		shoptest.As(shop, ravi).Request(t, "DELETE", "/address/disable", removal).Expect(t, 404, "Address not found.")
		shoptest.As(shop, ravi).Request(t, "PUT", "/address/update", strings.Replace(lakeRoad, `{`, `{"_id":"`+second.ID+`",`, 1)).Expect(t, 404, "")
		if status, err := db.Get[bool](t.Context(), d, `SELECT status FROM addresses WHERE id = $1`, second.ID); err != nil || status {
			t.Errorf("the removed address has the status %t, %v, want false", status, err)
		}
	})
}

func TestAddresses_normalizeIndianPincodesAndMobiles(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		shop, ravi := testshop.New(t, d), shoptest.AddShopper(t, d)
		for typed, want := range map[[2]string][2]string{
			{"PIN 411 001", "+91 98765 43210"}: {"411001", "9876543210"},
			{"४११००१", "०९८७६५४३२१०"}:          {"411001", "9876543210"},
			{"SW1A 1AA", "+44 20 7946 0958"}:   {"SW1A 1AA", "+44 20 7946 0958"},
		} {
			body := strings.NewReplacer("411001", `"`+typed[0]+`"`, "9876543210", `"`+typed[1]+`"`).Replace(lakeRoad)
			var kept addressJSON
			shoptest.As(shop, ravi).Request(t, "POST", "/address/create", body).Expect(t, 201, "").Decode(t, &kept)
			if diff := cmp.Diff(want, [2]string{kept.Pincode, kept.Mobile}); diff != "" {
				t.Errorf("pincode and mobile of %q (-want +got):\n%s", typed, diff)
			}
		}
	})
}

func TestAddresses_areChangedAtMostAHundredTimesAnHour(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		shop, ravi := testshop.New(t, d), shoptest.AddShopper(t, d)
		var kept addressJSON
		for range 50 {
			shoptest.As(shop, ravi).Request(t, "POST", "/address/create", lakeRoad).Expect(t, 201, "").Decode(t, &kept)
			shoptest.As(shop, ravi).Request(t, "DELETE", "/address/disable", `{"_id":"`+kept.ID+`"}`).Expect(t, 200, "")
		}
		shoptest.As(shop, ravi).Request(t, "POST", "/address/create", lakeRoad).Expect(t, 429, "")
		shop.Clock.Advance(time.Hour)
		shoptest.As(shop, ravi).Request(t, "POST", "/address/create", lakeRoad).Expect(t, 201, "")
	})
}

func TestAddresses_keepReceiverAndLandmarkThatAnUpdateOmits(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		shop, ravi := testshop.New(t, d), shoptest.AddShopper(t, d)
		type extended struct {
			ID                 string `json:"_id"`
			City               string
			Receiver, Landmark string
		}
		var created, updated, cleared extended
		withBoth := strings.Replace(lakeRoad, "{", `{"receiver":" Lakshmi Rao ","landmark":"Near the well",`, 1)
		shoptest.As(shop, ravi).Request(t, "POST", "/address/create", withBoth).Expect(t, 201, "").Decode(t, &created)
		if created.Receiver != "Lakshmi Rao" || created.Landmark != "Near the well" {
			t.Errorf("created %+v, want the receiver and the landmark", created)
		}
		edit := strings.Replace(lakeRoad, "{", `{"_id":"`+created.ID+`",`, 1)
		shoptest.As(shop, ravi).Request(t, "PUT", "/address/update", strings.Replace(edit, "Pune", "Satara", 1)).Expect(t, 200, "").Decode(t, &updated)
		if updated.City != "Satara" || updated.Receiver != "Lakshmi Rao" || updated.Landmark != "Near the well" {
			t.Errorf("updated to %+v, want Satara, receiver and landmark kept", updated)
		}
		shoptest.As(shop, ravi).Request(t, "PUT", "/address/update", strings.Replace(edit, "{", `{"receiver":"","landmark":"",`, 1)).Expect(t, 200, "").Decode(t, &cleared)
		if cleared.Receiver != "" || cleared.Landmark != "" {
			t.Errorf("cleared to %+v, want no receiver and no landmark", cleared)
		}
		var place address.Place
		shoptest.As(shop, "").Request(t, "GET", "/address/pincode/411001", "").Expect(t, 200, "").Decode(t, &place)
		if place != (address.Place{City: "Pune", State: "Maharashtra"}) {
			t.Errorf("411001 is in %+v, want Pune, Maharashtra", place)
		}
	})
}

func TestAddresses_ofOtherUsersAreNotFound(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		shop, ravi, meera := testshop.New(t, d), shoptest.AddShopper(t, d), shoptest.AddShopper(t, d)
		hers := shoptest.AddAddress(t, d, meera)
		edit := strings.Replace(lakeRoad, `{`, `{"_id":"`+hers+`",`, 1)
		shoptest.As(shop, ravi).Request(t, "PUT", "/address/update", edit).Expect(t, 404, "Address not found.")
		shoptest.As(shop, ravi).Request(t, "DELETE", "/address/disable", `{"_id":"`+hers+`"}`).Expect(t, 404, "Address not found.")
		if n := len(list(t, shop, ravi)); n != 0 {
			t.Errorf("sees %d addresses of another, want 0", n)
		}
		if n := len(list(t, shop, meera)); n != 1 {
			t.Errorf("she sees %d addresses of her own, want 1", n)
		}
		for method, path := range map[string]string{"GET": "/address/get", "POST": "/address/create", "PUT": "/address/update", "DELETE": "/address/disable"} {
			shoptest.As(shop, "").Request(t, method, path, "{").Expect(t, 401, "Authentication required")
		}
	})
}

func TestAddresses_refuseInvalidFields(t *testing.T) {
	t.Parallel()
	d := shoptest.SQLite(t)
	shop, ravi := testshop.New(t, d), shoptest.AddShopper(t, d)
	for _, field := range []string{"address_line", "city", "state", "pincode", "country", "mobile"} {
		for what, value := range map[string]any{
			"nothing": nil, "an empty text": "", "blanks": "  ", "201 characters": strings.Repeat("क", 201), "a list": []int{1},
		} {
			form := map[string]any{}
			if err := json.Unmarshal([]byte(lakeRoad), &form); err != nil {
				t.Fatal(err)
			}
			form[field] = value
			for method, path := range map[string]string{"POST": "/address/create", "PUT": "/address/update"} {
				form["_id"] = shoptest.AddAddress(t, d, ravi)
				body, err := json.Marshal(form)
				if err != nil {
					t.Fatal(err)
				}
				reply := shoptest.As(shop, ravi).Request(t, method, path, string(body)).Expect(t, 400, "")
				if len(reply.Errors) != 1 || reply.Errors[0].Field != field {
					t.Errorf("%s as %s: %s, want only that field refused", what, field, reply.Bytes)
				}
				shoptest.As(shop, ravi).Request(t, "DELETE", "/address/disable", fmt.Sprintf(`{"_id":%q}`, form["_id"])).Expect(t, 200, "")
			}
		}
	}
	shoptest.As(shop, ravi).Request(t, "PUT", "/address/update", lakeRoad).Expect(t, 400, "The id is required.")
	shoptest.As(shop, ravi).Request(t, "DELETE", "/address/disable", "").Expect(t, 400, "The id is required.")
	shoptest.As(shop, ravi).Request(t, "DELETE", "/address/disable", `{"_id":"NOT AN ID"}`).Expect(t, 400, "")
}

func TestAddresses_areLimitedToFifty(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		shop, ravi := testshop.New(t, d), shoptest.AddShopper(t, d)
		for range address.MaxAddresses - 3 {
			shoptest.AddAddress(t, d, ravi)
		}
		// when ten concurrent requests try to add the last three addresses
		replies := make([]shoptest.Response, 10)
		var all sync.WaitGroup
		for i := range replies {
			all.Go(func() { replies[i] = shoptest.As(shop, ravi).Request(t, "POST", "/address/create", lakeRoad) })
		}
		all.Wait()
		// then three succeed
		saved := 0
		for _, reply := range replies {
			if reply.Status == http.StatusCreated {
				saved++
				continue
			}
			reply.Expect(t, 409, "You can save at most 50 addresses. Please remove one you no longer need.")
		}
		if n := len(list(t, shop, ravi)); saved != 3 || n != address.MaxAddresses {
			t.Errorf("%d saved, %d kept, want 3 and %d", saved, n, address.MaxAddresses)
		}
	})
}
