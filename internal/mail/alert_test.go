package mail_test

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kirana/internal/db"
	"kirana/internal/job"
	"kirana/internal/mail"
	"kirana/internal/order"
	"kirana/internal/order/list"
	"kirana/internal/shoptest"
)

// outbox is a sender that stores mails, or first calls a test's function.
type outbox struct {
	mu     sync.Mutex
	sent   []mail.Message
	before func(m mail.Message) error
}

func (o *outbox) Send(_ context.Context, m mail.Message) error {
	o.mu.Lock()
	before := o.before
	o.mu.Unlock()
	if before != nil {
		if err := before(m); err != nil {
			return err
		}
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.sent = append(o.sent, m)
	return nil
}

// subjects returns the subjects of all mails that begin with the prefix.
func (o *outbox) subjects(prefix string) []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	var found []string
	for _, m := range o.sent {
		if strings.HasPrefix(m.Subject, prefix) {
			found = append(found, m.Subject)
		}
	}
	return found
}

func (s *shop) staff(t testing.TB) order.Actor {
	t.Helper()
	return order.Actor{Kind: order.ByStaff, UserID: shoptest.AddAdministrator(t, s.DB), Name: "Sunita"}
}

func (s *shop) acceptOrder(t testing.TB, actor order.Actor, orderID string) {
	t.Helper()
	if _, err := s.Orders.SetStage(t.Context(), actor, orderID, order.Move{From: order.StageNew, To: order.StagePacking}); err != nil {
		t.Fatal(err)
	}
}

func TestUnaccepted_mailsTheOwnerAfterFiveMinutesAndNotBefore(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		sent := &outbox{}
		s := newShop(t, d, sent)
		sunita := s.staff(t)
		s.ordersDal(t, "Toor Dal")
		accepted := s.ordersDal(t, "Moong Dal")[0].OrderID
		s.work(t)
		s.Clock.Advance(5*time.Minute - time.Second)
		s.work(t)
		if mails := sent.subjects("Order #"); len(mails) != 0 {
			t.Errorf("before five minutes the owner is mailed %v, want nothing", mails)
		}
		s.acceptOrder(t, sunita, accepted)
		s.Clock.Advance(time.Second)
		s.work(t)
		if diff := cmp.Diff([]string{"Order #1001 waits to be accepted"}, sent.subjects("Order #")); diff != "" {
			t.Errorf("mails to the owner after five minutes (-want +got):\n%s", diff)
		}
		for _, m := range sent.sent {
			if !strings.HasPrefix(m.Subject, "Order #") {
				continue
			}
			if m.To != sunita.UserID+"@kirana.test" || !strings.Contains(m.Text, "https://shop.example.in/dashboard/desk/1001") {
				t.Errorf("the alert is sent to %s: %s, want the owner's address and the order's link", m.To, m.Text)
			}
			for _, secret := range []string{"Lake Road", "411001", "9876543210", "Ravi"} {
				if strings.Contains(m.Text+m.HTML, secret) {
					t.Errorf("the alert holds %s, want nothing of the customer", secret)
				}
			}
		}
		s.Clock.Advance(time.Hour)
		s.work(t)
		if mails := sent.subjects("Order #"); len(mails) != 1 {
			t.Errorf("an hour later the owner was mailed %v, want one alert", mails)
		}
	})
}

func TestUndeliverable_isAProblemUntilAMailGoesThrough(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		sent := &outbox{}
		s := newShop(t, d, sent)
		sunita := s.staff(t)
		id := s.ordersDal(t, "Toor Dal")[0].OrderID
		s.work(t)
		refuse := func(err error) {
			sent.mu.Lock()
			defer sent.mu.Unlock()
			sent.before = func(mail.Message) error { return err }
		}
		requireProblem := func(when string, want bool) {
			t.Helper()
			v, err := s.Orders.ByName(t.Context(), order.Viewer{UserID: sunita.UserID, StaffRole: "OWNER"}, id)
			if err != nil {
				t.Fatal(err)
			}
			list, err := s.Lists.List(t.Context(), order.Viewer{UserID: sunita.UserID, StaffRole: "OWNER"}, list.Filter{Problems: true, Page: 1, Limit: 10})
			if err != nil {
				t.Fatal(err)
			}
			if v.Problem != want || slices.Contains(v.Problems, "MAIL_UNDELIVERABLE") != want || (list.Total == 1) != want || (list.Counts.Problems == 1) != want {
				t.Errorf("%s: %v, problems %v, %d listed, %d counted; want %t", when, v.Problem, v.Problems, list.Total, list.Counts.Problems, want)
			}
		}
		requireProblem("placed", false)
		refuse(job.Permanent(errors.New("no such mailbox")))
		s.acceptOrder(t, sunita, id)
		s.Clock.Advance(time.Minute)
		s.work(t)
		requireProblem("given up", true)
		// a change of the stage does not clear the problem
		move := func(from, to order.Stage) {
			t.Helper()
			if _, err := s.Orders.SetStage(t.Context(), sunita, id, order.Move{From: from, To: to}); err != nil {
				t.Fatal(err)
			}
		}
		move(order.StagePacking, order.StagePacked)
		requireProblem("packed", true)
		refuse(nil)
		move(order.StagePacked, order.StageOut)
		s.Clock.Advance(time.Minute)
		s.work(t)
		requireProblem("mailed", false)
		// staff clears the problem
		refuse(job.Permanent(errors.New("no such mailbox")))
		move(order.StageOut, order.StageDone)
		s.Clock.Advance(time.Minute)
		s.work(t)
		requireProblem("given up again", true)
		if err := s.Orders.UnflagAll(t.Context(), sunita, id); err != nil {
			t.Fatal(err)
		}
		requireProblem("seen to", false)
	})
}

func TestUndeliverable_leavesVersionsAndUndosValid(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		sent := &outbox{}
		s := newShop(t, d, sent)
		sunita := s.staff(t)
		id := s.ordersDal(t, "Toor Dal")[0].OrderID
		view := func() order.View {
			t.Helper()
			v, err := s.Orders.ByName(t.Context(), order.Viewer{UserID: sunita.UserID, StaffRole: "OWNER"}, id)
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		move := func(from, to order.Stage) *order.Undo {
			t.Helper()
			undo, err := s.Orders.SetStage(t.Context(), sunita, id, order.Move{From: from, To: to})
			if err != nil {
				t.Fatal(err)
			}
			return undo
		}
		sent.before = func(mail.Message) error { return job.Permanent(errors.New("no such mailbox")) }
		undo := move(order.StageNew, order.StagePacking)
		s.work(t)
		if v := view(); !slices.Contains(v.Problems, "MAIL_UNDELIVERABLE") {
			t.Fatalf("the problems are %v, want MAIL_UNDELIVERABLE for the mail about the new order", v.Problems)
		}
		if err := s.Orders.Undo(t.Context(), sunita, id, undo.ID); err != nil {
			t.Errorf("undo after a mail was given up: %v", err)
		}
		sunita.Version = view().Version
		move(view().Stage, order.StageOut)
		sent.before = nil
		sunita.Version = view().Version
		s.Clock.Advance(time.Minute)
		s.work(t)
		if v := view(); v.Problem || len(v.Problems) > 0 {
			t.Fatalf("the problems are %v, want none once the mail about the stage is sent", v.Problems)
		}
		move(order.StageOut, order.StageDone)
	})
}

func TestKilled_betweenCommitAndMailSendsTheMailOnce(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		sent := &outbox{}
		s := newShop(t, d, sent)
		id := s.ordersDal(t, "Toor Dal")[0].OrderID
		s.work(t)
		// The action is committed, and the program is killed right after it: another one starts on
		// the same database.
		s.acceptOrder(t, s.staff(t), id)
		s = restarted(t, s, sent)
		s.Clock.Advance(time.Minute)
		// The program is killed again while sending: Goexit ends the worker's goroutine.
		sent.before = func(mail.Message) error { runtime.Goexit(); return nil }
		var dying sync.WaitGroup
		ctx := t.Context()
		dying.Go(func() { _, _ = s.Jobs.Work(ctx) })
		dying.Wait()
		sent.before = nil
		if n := len(sent.subjects("Your order #1001 was")); n != 0 || s.waiting(t) == 0 {
			t.Fatalf("killed before it mailed: %d mails, %d jobs, want none and some", n, s.waiting(t))
		}
		s = restarted(t, s, sent)
		for range 10 {
			s.Clock.Advance(time.Minute)
			s.work(t)
		}
		if diff := cmp.Diff([]string{"Your order #1001 was accepted"}, sent.subjects("Your order #1001 was")); diff != "" {
			t.Errorf("mails to the shopper (-want +got):\n%s", diff)
		}
	})
}

// restarted returns the shop after its program was killed and restarted.
func restarted(t testing.TB, s *shop, sender mail.Sender) *shop {
	t.Helper()
	again := newShop(t, s.DB, sender)
	again.Clock.Advance(s.Clock.Now().Sub(again.Clock.Now()))
	return again
}
