package copies_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"kirana/internal/clock"
	"kirana/internal/copies"
	"kirana/internal/db"
	"kirana/internal/job"
	"kirana/internal/shoptest"
)

// runDueJobs runs the due jobs and returns their number.
func runDueJobs(t *testing.T, w *job.Worker) (n int) {
	t.Helper()
	for {
		did, err := w.Work(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if !did {
			return n
		}
		n++
	}
}

func TestCopies_areCheckedEachNight(t *testing.T) {
	t.Parallel()
	place := folder(t)
	s := open(t, "", place)
	manual := clock.NewManual(time.Date(2026, 11, 22, 6, 0, 0, 0, time.UTC))
	s.config.Clock = manual
	service, _ := s.start(t)
	waitFor(t, service, "a copy", func(s copies.Status) bool { return !s.CopiedAt.IsZero() })
	lane := copies.NewLane(s.DB, manual, s.config.Log)
	service.Handle(lane)
	for range 2 { // the program starts twice
		if err := service.Plan(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if n := runDueJobs(t, lane); n != 0 {
		t.Errorf("%d checks at the start, want 0", n)
	}
	manual.Advance(11 * time.Minute)
	if n := runDueJobs(t, lane); n != 1 {
		t.Errorf("%d checks soon after the start, want 1", n)
	}
	status := waitFor(t, service, "a check", func(s copies.Status) bool { return !s.CheckedAt.IsZero() })
	if !status.CheckedAt.Equal(manual.Now()) || status.CheckFailure != "" {
		t.Errorf("checked: %+v, want it now without a failure", status)
	}
	manual.Advance(12 * time.Hour) // 18:11 UTC
	if n := runDueJobs(t, lane); n != 0 {
		t.Errorf("%d checks before the night, want 0", n)
	}
	manual.Advance(4 * time.Hour) // 22:11 UTC, 3:41 in India
	remove(t, filepath.Join(place.Folder, "files", key))
	if n := runDueJobs(t, lane); n != 1 {
		t.Errorf("%d checks in the night, want 1", n)
	}
	if status, err := service.Status(t.Context()); err != nil || status.CheckFailure == "" || status.Trouble(manual.Now()) != copies.Unrestorable {
		t.Errorf("check of a copy without its key: %+v, %v, want it unrestorable", status, err)
	}
	if err := os.WriteFile(filepath.Join(place.Folder, "files", key), []byte("secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	manual.Advance(time.Hour)
	if n := runDueJobs(t, lane); n != 1 {
		t.Errorf("%d checks an hour after one that failed, want 1", n)
	}
	if status, err := service.Status(t.Context()); err != nil || status.CheckFailure != "" {
		t.Errorf("the check found %+v, %v, want no failure", status, err)
	}
}

func TestPlan_deletesTheJobsWithoutAnAddress(t *testing.T) {
	t.Parallel()
	s := open(t, "", folder(t))
	for want, config := range []copies.Config{{}, s.config} {
		config.DB, config.Clock = s.DB, s.config.Clock
		for range 2 {
			if err := copies.New(config).Plan(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if n, err := db.Get[int](t.Context(), s, `SELECT COUNT(*) FROM jobs WHERE kind LIKE 'copies.%'`); err != nil || n != want {
			t.Errorf("%d jobs wait, want %d: %v", n, want, err)
		}
	}
	config := s.config
	config.Address = nil
	if err := copies.New(config).Plan(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n, err := db.Get[int](t.Context(), s, `SELECT COUNT(*) FROM jobs WHERE kind LIKE 'copies.%'`); err != nil || n != 0 {
		t.Errorf("%d jobs wait without a place: %v, want 0", n, err)
	}
}

func TestArchives_areMadeEverySixHours(t *testing.T) {
	t.Parallel()
	s := open(t, shoptest.PostgresURL(t), folder(t))
	manual := shoptest.Clock()
	s.config.Clock = manual
	service := copies.New(s.config)
	lane := copies.NewLane(s.DB, manual, s.config.Log)
	service.Handle(lane)
	if err := service.Plan(t.Context()); err != nil {
		t.Fatal(err)
	}
	for hour, want := range []int{1, 0, 0, 0, 0, 0, 1} {
		made, err := db.Get[int](t.Context(), s, `SELECT COUNT(*) FROM jobs WHERE kind = 'copies.archive' AND due_at <= $1`, manual.Now())
		if err != nil || made != want {
			t.Errorf("in hour %d %d archives are due: %v, want %d", hour, made, err, want)
		}
		runDueJobs(t, lane)
		manual.Advance(time.Hour)
	}
	if status, err := service.Status(t.Context()); err != nil || !status.CopiedAt.Equal(shoptest.Epoch.Add(6*time.Hour)) || status.Trouble(manual.Now()) != "" {
		t.Errorf("the newest archive: %+v, %v, want it six hours after the first, without trouble", status, err)
	}
}

func TestStatus_reportsProblemsThatNeedTheOperator(t *testing.T) {
	t.Parallel()
	now := shoptest.Epoch
	well := copies.Status{On: true, Since: now.Add(-time.Hour), CopiedAt: now.Add(-time.Second), CheckedAt: now.Add(-20 * time.Hour)}
	for name, c := range map[string]struct {
		change func(s *copies.Status)
		want   copies.Trouble
	}{
		"all is well":              {func(*copies.Status) {}, ""},
		"no place":                 {func(s *copies.Status) { s.On, s.CopiedAt = false, time.Time{} }, ""},
		"just begun":               {func(s *copies.Status) { s.CopiedAt, s.Since = time.Time{}, now.Add(-time.Minute) }, ""},
		"never copied for an hour": {func(s *copies.Status) { s.CopiedAt = time.Time{} }, copies.Late},
		"over five minutes old":    {func(s *copies.Status) { s.CopiedAt = now.Add(-301 * time.Second) }, copies.Late},
		"an archive of six hours":  {func(s *copies.Status) { s.Archives, s.CopiedAt = true, now.Add(-6*time.Hour) }, ""},
		"an archive of eight":      {func(s *copies.Status) { s.Archives, s.CopiedAt = true, now.Add(-8*time.Hour) }, copies.Late},
		"the check failed":         {func(s *copies.Status) { s.CheckFailure = "a page is damaged" }, copies.Unrestorable},
		"unchecked for three days": {func(s *copies.Status) { s.CheckedAt = now.Add(-72 * time.Hour) }, copies.Unrestorable},
		"not checked yet":          {func(s *copies.Status) { s.CheckedAt = time.Time{} }, ""},
	} {
		s := well
		c.change(&s)
		if got := s.Trouble(now); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
