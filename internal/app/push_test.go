package app

import (
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/payment"
	"kirana/internal/shoptest"
)

func TestPush_reachesAPushServiceWhenAnOrderIsPlaced(t *testing.T) {
	t.Parallel()
	f := openTestFeatures(t)
	f.config.CORSOrigins = []string{otherOrigin}
	var c smallShop
	if err := c.stock(t.Context(), f); err != nil {
		t.Fatal(err)
	}
	pushed := make(chan time.Time, 10)
	service := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		pushed <- time.Now()
		w.WriteHeader(http.StatusCreated)
	}))
	t.Cleanup(service.Close)
	if err := f.configurePushes(t.Context(), "https://shop.test"); err != nil {
		t.Fatal(err)
	}
	f.takeOrders(payment.Config{})
	f.orders.Handle(f.jobs)
	if err := f.view.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	shop := httptest.NewServer(f.handler(f.router("test"), http.NotFoundHandler(), "http://shop.test"))
	t.Cleanup(shop.Close)
	f.pusher.UseClient(service.Client())
	subscribePacker(t, f, service.URL)

	var workers sync.WaitGroup
	workers.Go(func() { f.jobs.Run(t.Context()) })
	workers.Go(func() { f.pushJobs.Run(t.Context()) })
	t.Cleanup(workers.Wait)

	shopper := &client{t: t, base: shop.URL}
	shopper.must("POST", "/user/register", record{"name": "Asha", "email": "asha@example.com", "password": "a fine password"})
	shopper.login("asha@example.com", "a fine password")
	shopper.must("POST", "/address/create", record{
		"address_line": "14, Prabhat Road", "city": "Pune", "state": "Maharashtra", "pincode": 411004, "country": "India", "mobile": 9822041873,
	})
	began := time.Now()
	shopper.must("POST", "/order/cod", record{
		"list_items": []record{{"productId": c.dal.ID, "quantity": 1}}, "totalQty": 1,
		"addressId": shopper.list("GET", "/address/get", nil)[0]["_id"],
	})
	select {
	case at := <-pushed:
		t.Logf("from the order's request to the push service: %v", at.Sub(began))
	case <-time.After(time.Minute):
		t.Fatal("no push message arrived within a minute")
	}
}

// subscribePacker subscribes the browser of a packer, whose push service has the address endpoint.
func subscribePacker(t *testing.T, f *features, endpoint string) {
	t.Helper()
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	encode := base64.RawURLEncoding.EncodeToString
	packer := shoptest.AddAdministrator(t, f.db)
	err = f.db.Tx(t.Context(), func(tx *db.Tx) error {
		if err := db.Exec(t.Context(), tx, `UPDATE users SET staff_role = 'PACKER' WHERE id = $1`, packer); err != nil {
			return err
		}
		return db.Exec(t.Context(), tx,
			`INSERT INTO push_subscriptions (endpoint, user_id, p256dh, auth, created_at) VALUES ($1, $2, $3, $4, $5)`,
			endpoint, packer, encode(key.PublicKey().Bytes()), encode(make([]byte, 16)), f.clock.Now())
	})
	if err != nil {
		t.Fatal(err)
	}
}
