package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	// listeners is how many desks listen at once, in the largest shop that is meant.
	listeners = 50
	// listenersBound is how much memory they may cost, in MB.
	listenersBound = 20
	// idleTime is how long an idle shop is measured.
	idleTime = 10 * time.Second
)

// benchListening measures what 50 open desks cost the program: memory and, on PostgreSQL,
// transactions of the database while nothing happens.
func benchListening(ctx context.Context, name, databaseURL string) error {
	s, err := openShop(ctx, databaseURL)
	if err != nil {
		return err
	}
	defer s.close()
	token, err := logIn(ctx, s.url, demoAdmin, demoAdminPassword)
	if err != nil {
		return err
	}
	streamsCtx, stop := context.WithCancel(ctx)
	defer stop()
	// The first desk starts the program's poll for changes; all others share it.
	if err := listen(streamsCtx, s.url, token); err != nil {
		return err
	}
	oneDesk, err := s.measureIdle(ctx, databaseURL)
	if err != nil {
		return err
	}
	for range listeners - 1 {
		if err := listen(streamsCtx, s.url, token); err != nil {
			return err
		}
	}
	allDesks, err := s.measureIdle(ctx, databaseURL)
	if err != nil {
		return err
	}
	cost, warning := allDesks.memory-oneDesk.memory, ""
	if cost > listenersBound {
		warning = " TOO MUCH"
	}
	fmt.Printf("%-34s %.1f MB of at most %d%s (%.1f with one, %.1f with all)", fmt.Sprintf("%d desks listening, %s", listeners, name), cost, listenersBound, warning, oneDesk.memory, allDesks.memory)
	if databaseURL != "" {
		fmt.Printf("; transactions in %s: %d with one, %d with all", idleTime, oneDesk.transactions, allDesks.transactions)
	}
	fmt.Println()
	return nil
}

// listen opens one desk's stream and leaves it open until the context ends.
func listen(ctx context.Context, url, token string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url+"/api/order/events", http.NoBody)
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+token)
	opened := make(chan error, 1)
	go func() {
		response, err := browser.Do(request)
		if err != nil {
			opened <- err
			return
		}
		defer func() { _ = response.Body.Close() }()
		if response.StatusCode != http.StatusOK {
			opened <- fmt.Errorf("listen: %s", response.Status)
			return
		}
		opened <- nil
		_, _ = io.Copy(io.Discard, response.Body) // ends with the context
	}()
	return <-opened
}

// idleCost is the cost of an idle shop.
type idleCost struct {
	memory       float64 // MB, resident, at the end
	transactions int64   // of the database; 0 on SQLite, which counts none
}

var residentLine = regexp.MustCompile(`(?m)^VmRSS:\s+(\d+) kB`)

// measureIdle measures the shop over idleTime.
func (s *shop) measureIdle(ctx context.Context, databaseURL string) (idleCost, error) {
	before, err := transactions(ctx, databaseURL)
	if err != nil {
		return idleCost{}, err
	}
	select {
	case <-time.After(idleTime):
	case <-ctx.Done():
		return idleCost{}, ctx.Err()
	}
	after, err := transactions(ctx, databaseURL)
	if err != nil {
		return idleCost{}, err
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.process.Process.Pid))
	if err != nil {
		return idleCost{}, err
	}
	found := residentLine.FindSubmatch(status)
	if found == nil {
		return idleCost{}, fmt.Errorf("/proc says nothing of the shop's memory")
	}
	kilobytes, err := strconv.Atoi(string(found[1]))
	return idleCost{float64(kilobytes) / 1024, after - before}, err
}

// transactions returns how many the database has ended so far.
func transactions(ctx context.Context, databaseURL string) (int64, error) {
	if databaseURL == "" {
		return 0, nil
	}
	conn, err := pgx.Connect(ctx, databaseURL)
	if err != nil {
		return 0, err
	}
	defer func() { _ = conn.Close(ctx) }()
	var n int64
	err = conn.QueryRow(ctx, `SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = current_database()`).Scan(&n)
	return n, err
}
