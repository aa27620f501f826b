package report

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"kirana/internal/account"
	"kirana/internal/audit"
	"kirana/internal/complaint"
	"kirana/internal/copies"
	"kirana/internal/db"
	"kirana/internal/health"
	"kirana/internal/job"
	"kirana/internal/language"
	"kirana/internal/mail"
	"kirana/internal/notify"
	"kirana/internal/order/list"
	"kirana/internal/webhook"
)

// sellsWithin is how recently a sold-out product must have been sold to be reported.
const sellsWithin = 30 * 24 * time.Hour

// maxNamed bounds the products named in a need.
const maxNamed = 2

const desk = "/dashboard/desk"

// needs returns the list on the page Today, most urgent first. Its order counts equal those of the desk. withSums is
// false for packers.
func (s *Service) needs(ctx context.Context, now time.Time, counts list.StageCounts, withSums bool) ([]Need, error) {
	needs := []Need{}
	for _, read := range []func() (*Need, error){
		func() (*Need, error) { return s.damage(ctx) },
		func() (*Need, error) { return s.newOrders(ctx, counts) },
		func() (*Need, error) { return s.problem(ctx, counts, RefundsDue, firstRefund) },
		func() (*Need, error) { return s.problem(ctx, counts, Problems, firstProblem) },
		func() (*Need, error) { return s.khataPayments(ctx, withSums) },
		func() (*Need, error) { return s.counterNeed(ctx, AtCounter, firstRefusal) },
		func() (*Need, error) { return s.counterNeed(ctx, ToCount, firstShortfall) },
		func() (*Need, error) { return s.complaints(ctx, withSums) },
		func() (*Need, error) { return outage(NoPayments, s.PaymentsOutage), nil },
		func() (*Need, error) { return outage(NoPictures, s.PicturesOutage), nil },
		func() (*Need, error) { return s.pushOutage(ctx, now) },
		func() (*Need, error) { return s.stuckMails(ctx, now, withSums) },
		func() (*Need, error) { return s.stoppedWebhooks(ctx, withSums) },
		func() (*Need, error) { return s.copiesNeed(ctx, now, withSums) },
		func() (*Need, error) { return s.soldOut(ctx, now) },
	} {
		need, err := read()
		if err != nil {
			return nil, fmt.Errorf("report what needs somebody: %w", err)
		}
		if need == nil {
			continue
		}
		if !withSums {
			need.Amount = nil
		}
		needs = append(needs, *need)
	}
	return needs, nil
}

// damage reports damaged data. Until it is repaired no order is accepted.
func (s *Service) damage(ctx context.Context) (*Need, error) {
	damage, found, err := health.DamageOf(ctx, s.db)
	if err != nil || !found {
		return nil, err
	}
	return &Need{Kind: DataDamage, Count: 1, Since: &damage.Since, Text: damage.Text.In(language.Of(ctx))}, nil
}

func (s *Service) newOrders(ctx context.Context, counts list.StageCounts) (*Need, error) {
	if counts.New == 0 {
		return nil, nil //nolint:nilnil // there is no such need
	}
	oldest, err := firstNew(ctx, s.db)
	if err != nil {
		return noNeed(err)
	}
	return &Need{Kind: NewOrders, Count: counts.New, Since: &oldest.Since, Amount: &oldest.Amount, Text: account.CustomerName(language.Of(ctx), oldest.UserID, oldest.Name), To: desk + "?show=NEW"}, nil
}

// problem returns the need of one kind of problem, linked to the order if there is only one.
func (s *Service) problem(ctx context.Context, counts list.StageCounts, kind NeedKind, read func(context.Context, db.Querier) (oldestNeed, error)) (*Need, error) {
	if counts.Problems == 0 {
		return nil, nil //nolint:nilnil // there is no such need
	}
	oldest, err := read(ctx, s.db)
	if err != nil {
		return noNeed(err)
	}
	need := &Need{Kind: kind, Count: oldest.N, Since: &oldest.Since, Text: account.CustomerName(language.Of(ctx), oldest.UserID, oldest.Name), To: desk + "?show=PROBLEMS"}
	if oldest.N == 1 {
		need.To = desk + "/" + strconv.FormatInt(oldest.Number, 10)
	}
	if kind == RefundsDue {
		need.Amount = &oldest.Amount
	}
	return need, nil
}

// noNeed returns no need, and no error for db.ErrNoRow: the orders were settled after they were counted.
func noNeed(err error) (*Need, error) {
	if errors.Is(err, db.ErrNoRow) {
		err = nil
	}
	return nil, err
}

// khataPayments reports to managers the payments of khata accounts that they have to confirm, with the first account.
func (s *Service) khataPayments(ctx context.Context, isManager bool) (*Need, error) {
	if !isManager {
		return nil, nil //nolint:nilnil // there is no such need
	}
	oldest, err := firstUnconfirmed(ctx, s.db)
	if err != nil {
		return noNeed(err)
	}
	return &Need{Kind: KhataPayments, Count: oldest.N, Since: &oldest.Since, Text: account.CustomerName(language.Of(ctx), oldest.UserID, oldest.Name), To: "/dashboard/khata/" + oldest.UserID}, nil
}

// counterNeed reports refused sales and returns of the counter, and products to count.
func (s *Service) counterNeed(ctx context.Context, kind NeedKind, read func(context.Context, db.Querier) (oldestNeed, error)) (*Need, error) {
	oldest, err := read(ctx, s.db)
	if err != nil {
		return noNeed(err)
	}
	return &Need{Kind: kind, Count: oldest.N, Since: &oldest.Since, Text: oldest.Name, To: "/dashboard/counter/problems"}, nil
}

// outage reports an unreachable service; current may be nil.
func outage(kind NeedKind, current func() (since time.Time, ongoing bool)) *Need {
	if current == nil {
		return nil
	}
	since, ongoing := current()
	if !ongoing {
		return nil
	}
	return &Need{Kind: kind, Count: 1, Since: &since}
}

// pushOutage reports devices that push messages do not reach.
func (s *Service) pushOutage(ctx context.Context, now time.Time) (*Need, error) {
	failing, err := notify.FindFailingBrowsers(ctx, s.db, now)
	if err != nil || failing.Count == 0 {
		return nil, err
	}
	return &Need{Kind: NoPushes, Count: failing.Count, Since: &failing.Since, Text: failing.Name, To: desk}, nil
}

// stuckMails reports stuck mails and, for managers, why the oldest is stuck.
func (s *Service) stuckMails(ctx context.Context, now time.Time, withReason bool) (*Need, error) {
	stuck, err := job.StuckOf(ctx, s.db, now, mail.Kinds)
	if err != nil || stuck.Count == 0 {
		return nil, err
	}
	need := &Need{Kind: StuckMails, Count: stuck.Count, Since: &stuck.Since, To: desk + "?show=PROBLEMS"}
	if withReason {
		need.Text = stuck.Reason
	}
	return need, nil
}

// stoppedWebhooks reports to managers the webhooks that were switched off because they failed.
func (s *Service) stoppedWebhooks(ctx context.Context, isManager bool) (*Need, error) {
	if !isManager {
		return nil, nil //nolint:nilnil // there is no such need
	}
	stopped, err := webhook.CountStopped(ctx, s.db)
	if err != nil || stopped == 0 {
		return nil, err
	}
	return &Need{Kind: NoWebhooks, Count: stopped, To: "/dashboard/programs"}, nil
}

// complaints reports unsettled complaints to managers, who may answer them.
func (s *Service) complaints(ctx context.Context, isManager bool) (*Need, error) {
	if !isManager {
		return nil, nil //nolint:nilnil // there is no such need
	}
	open, err := complaint.CountOpen(ctx, s.db)
	if err != nil || open.Count == 0 {
		return noNeed(err)
	}
	need := &Need{Kind: Complaints, Count: open.Count, Since: open.Since, To: "/dashboard/complaints"}
	if open.Unacknowledged > 0 {
		need.Text = language.NewPhrase("%d not acknowledged yet", open.Unacknowledged).In(language.Of(ctx))
	}
	return need, nil
}

// copiesNeed reports late or unrestorable copies to managers.
func (s *Service) copiesNeed(ctx context.Context, now time.Time, isManager bool) (*Need, error) {
	if s.copies == nil || !isManager {
		return nil, nil //nolint:nilnil // there is no such need
	}
	status, err := s.copies(ctx)
	if err != nil {
		return nil, err
	}
	since := func(t time.Time) *time.Time {
		if t.IsZero() {
			return nil
		}
		return &t
	}
	switch status.Trouble(now) {
	case copies.Late:
		return &Need{Kind: LateCopies, Count: 1, Since: since(status.CopiedAt), Text: status.Failure}, nil
	case copies.Unrestorable:
		return &Need{Kind: BadCopies, Count: 1, Since: since(status.CheckedAt), Text: status.CheckFailure}, nil
	}
	return nil, nil //nolint:nilnil // all is well
}

func (s *Service) soldOut(ctx context.Context, now time.Time) (*Need, error) {
	names, err := soldOutSellers(ctx, s.db, now.Add(-sellsWithin))
	if err != nil || len(names) == 0 {
		return nil, err
	}
	return &Need{
		Kind: SoldOut, Count: len(names), Text: strings.Join(names[:min(maxNamed, len(names))], ", "), To: "/dashboard/products?stock=out",
	}, nil
}

// TryMailsAgain retries all stuck mails and returns their number.
func (s *Service) TryMailsAgain(ctx context.Context) (int64, error) {
	var n int64
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		now := s.clock.Now()
		var err error
		if n, err = job.TryAgain(ctx, tx, now, mail.Kinds); err != nil {
			return err
		}
		return audit.Write(ctx, tx, now, audit.Entry{What: "mail.retry", Object: string(language.Word("mails").Store()), After: strconv.FormatInt(n, 10)})
	})
	if err != nil {
		return 0, fmt.Errorf("try mails again: %w", err)
	}
	return n, nil
}
