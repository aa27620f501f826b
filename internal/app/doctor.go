package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"kirana/internal/clock"
	"kirana/internal/config"
	"kirana/internal/db"
)

type doctorCommand struct{ config.Flags }

// Run checks everything that the shop needs; the shop may be running. It changes nothing, but sends a mail to the
// shop's own address.
func (d doctorCommand) Run(ctx context.Context, c *console) error {
	e := &examination{version: c.version, now: clock.System{}.Now()}
	settings, err := d.Parse()
	if err != nil {
		e.fail("Settings", sentence(err), "Correct it: `kirana serve --help` lists all of them.")
	} else {
		e.settings = settings
		e.all(ctx)
	}
	if err := e.print(c.out); err != nil {
		return err
	}
	if n := e.count(failing); n > 0 {
		return fmt.Errorf("%d of the things that the shop needs are not as they should be", n)
	}
	return nil
}

// level is the severity of a finding.
type level string

const (
	fine    level = "ok"
	warning level = "warning"
	failing level = "error"
)

// finding is one line of the report.
type finding struct {
	level  level
	about  string
	text   string
	advice string // what to do; "" if there is no problem
}

// examination collects the findings about one shop.
type examination struct {
	settings config.Config
	version  string
	now      time.Time // UTC
	db       *db.DB    // nil if it cannot be opened
	findings []finding
}

const checkTimeout = 30 * time.Second

func (e *examination) all(ctx context.Context) {
	defer func() {
		if e.db != nil {
			_ = e.db.Close()
		}
	}()
	for _, check := range []func(ctx context.Context){
		e.checkSettings, e.checkFolder, e.checkDatabase, e.checkPictures, e.checkSpace, e.checkClock,
		e.checkMail, e.checkPayments, e.checkCopies, e.checkProxies,
	} {
		bounded, cancel := context.WithTimeout(ctx, checkTimeout)
		check(bounded)
		cancel()
	}
}

func (e *examination) ok(about, text string) {
	e.findings = append(e.findings, finding{fine, about, text, ""})
}

func (e *examination) warn(about, text, advice string) {
	e.findings = append(e.findings, finding{warning, about, text, advice})
}

func (e *examination) fail(about, text, advice string) {
	e.findings = append(e.findings, finding{failing, about, text, advice})
}

func (e *examination) count(l level) (n int) {
	for _, f := range e.findings {
		if f.level == l {
			n++
		}
	}
	return n
}

// print writes the findings, each followed by its advice.
func (e *examination) print(out io.Writer) error {
	var lines strings.Builder
	for _, f := range e.findings {
		fmt.Fprintf(&lines, "%-8s %-10s %s\n", f.level, f.about, f.text)
		if f.advice != "" {
			fmt.Fprintf(&lines, "%-19s -> %s\n", "", f.advice)
		}
	}
	fmt.Fprintf(&lines, "\n%d fine, %d warnings, %d errors\n", e.count(fine), e.count(warning), e.count(failing))
	_, err := io.WriteString(out, lines.String())
	return err
}

// whyNot returns the text of an error for the report.
func whyNot(err error) string {
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Sprintf("no response within %d seconds", int(checkTimeout.Seconds()))
	}
	return sentence(err)
}
