package install

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

// Install installs the program as a running service, or repairs an incomplete installation. It returns sentences for the
// operator: the shop's address, and what prevents reaching it.
func (m Machine) Install(ctx context.Context, program string, o Options) ([]string, error) {
	content, err := os.ReadFile(program)
	if err != nil {
		return nil, err
	}
	have, err := m.inspect(ctx, content)
	if err != nil {
		return nil, err
	}
	steps, err := plan(o, have)
	if err != nil {
		return nil, err
	}
	if err := m.checkPorts(o, have); err != nil {
		return nil, err
	}
	for _, s := range steps {
		if s.program {
			s.content = string(content)
		}
		if err := m.apply(ctx, s); err != nil {
			return nil, err
		}
	}
	return m.awaitShop(ctx)
}

// checkPorts refuses a machine on which another program uses the HTTPS ports.
func (m Machine) checkPorts(o Options, have installed) error {
	settings := parseSettings(withSettings(have.settings, o.variables()))
	if have.running || settings["KIRANA_TLS_DOMAIN"] == "" {
		return nil
	}
	for _, address := range []string{cmp.Or(settings["KIRANA_TLS_ADDR"], ":443"), cmp.Or(settings["KIRANA_REDIRECT_ADDR"], ":80")} {
		if err := m.Listen(address); err != nil {
			return fmt.Errorf("another program, perhaps a web server, has %s: stop it, or let it speak HTTPS for the shop and install with --behind-proxy", address)
		}
	}
	return nil
}

// inspect reads the installed state. It refuses a machine without systemd, and a program other than
// the installed one.
func (m Machine) inspect(ctx context.Context, program []byte) (have installed, err error) {
	if _, err := os.Stat(m.path(systemdDir)); err != nil {
		return have, errors.New("kirana install needs Debian or Ubuntu with systemd, and systemd does not run here")
	}
	switch content, err := os.ReadFile(m.path(programFile)); {
	case err == nil && !bytes.Equal(content, program):
		return have, errors.New("another version is installed already: `kirana upgrade FILE` replaces it, and goes back if it fails")
	case err == nil:
		have.program = true
	case !errors.Is(err, fs.ErrNotExist):
		return have, err
	}
	if have.settings, err = m.read(settingsFile); err != nil {
		return have, err
	}
	if have.unit, err = m.read(unitFile); err != nil {
		return have, err
	}
	_, err = m.run(ctx, "id", account)
	have.user = err == nil
	have.running = m.isRunning(ctx)
	return have, nil
}

func (m Machine) isRunning(ctx context.Context) bool {
	_, err := m.run(ctx, "systemctl", "is-active", "--quiet", "kirana")
	return err == nil
}

func (m Machine) apply(ctx context.Context, s step) error {
	if s.file != "" {
		if err := m.write(s.file, []byte(s.content), s.mode); err != nil {
			return fmt.Errorf("write %s: %w", s.file, err)
		}
		return nil
	}
	_, err := m.run(ctx, s.command...)
	return err
}

// awaitShop waits for the started shop and returns sentences: its address, and why it has no certificate.
func (m Machine) awaitShop(ctx context.Context) ([]string, error) {
	if err := m.waitReady(ctx); err != nil {
		return nil, fmt.Errorf("the shop is installed, but %w. What it says: journalctl -u kirana -n 20", err)
	}
	where, err := m.runAsShop(ctx, m.path(programFile), "setup-link")
	if err != nil {
		return nil, err
	}
	sentences := []string{strings.TrimSpace(where)}
	settings, err := m.settings()
	if err != nil {
		return nil, err
	}
	if settings["KIRANA_TLS_DOMAIN"] != "" {
		if trouble := m.checkCertificate(ctx, settings); trouble != "" {
			sentences = append(sentences, trouble)
		}
	}
	return sentences, nil
}

// Uninstall stops the service and removes it and the program. The shop's data, its settings and
// their user remain.
func (m Machine) Uninstall(ctx context.Context, out io.Writer) error {
	installedUnit, err := m.read(unitFile)
	if err != nil {
		return err
	}
	if installedUnit == "" {
		_, err = fmt.Fprintln(out, "No shop is installed here.")
		return err
	}
	if _, err := m.run(ctx, "systemctl", "disable", "--now", "kirana"); err != nil {
		return err
	}
	for _, file := range []string{unitFile, programFile, previousFile} {
		if err := os.Remove(m.path(file)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if _, err := m.run(ctx, "systemctl", "daemon-reload"); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "The service is removed. The shop's data is still in %s, its settings in %s: `kirana install` serves it again.\n", dataDir, settingsFile)
	return err
}
