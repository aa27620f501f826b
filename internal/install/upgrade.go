package install

import (
	"bytes"
	"context"
	"debug/elf"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

const (
	stagedFile   = programFile + ".new"
	previousFile = programFile + ".previous"
	timeLayout   = "20060102T150405Z"
)

// Description is the output of `kirana version --json`: the program and the shop.
type Description struct {
	Version string `json:"version"`
	Schema  int64  `json:"schema"` // schema version of the program
	Shop    *Shop  `json:"shop,omitempty"`
}

// Shop is the state of a shop's data.
type Shop struct {
	Database string `json:"database"` // kind of database, such as "sqlite"
	Schema   int64  `json:"schema"`
	Orders   int64  `json:"orders"`
}

// upgrade is one run of Upgrade.
type upgrade struct {
	from, to Description
	began    string // time, formatted as in the names of copies
	copied   string // file name of the copy made before the upgrade; "" without a shop
	atRest   *Shop  // state of the stopped shop; nil without one
}

// Upgrade replaces the program by file and restarts the shop. If the new program is not ready in time, it restores the
// old one, and the earlier data if the new one migrated it. It returns a sentence for the operator; after an error the
// old program serves unless the error says otherwise.
func (m Machine) Upgrade(ctx context.Context, file string) (string, error) {
	u, err := m.prepare(ctx, file)
	defer func() { _ = os.Remove(m.path(stagedFile)) }()
	if err != nil || u == nil {
		return "This version is installed already.", err
	}
	if u.from.Shop != nil {
		if u.copied, err = m.copyShop(ctx, u); err != nil {
			return "", fmt.Errorf("nothing was changed, since the shop could not be copied: %w", err)
		}
	}
	// From here on neither Ctrl-C nor a lost connection may interrupt the upgrade.
	ctx = context.WithoutCancel(ctx)
	if err := m.replace(ctx, u); err != nil {
		return "", errors.Join(err, m.start(ctx))
	}
	unready := m.start(ctx)
	if unready == nil {
		unready = m.waitReady(ctx)
	}
	if unready != nil {
		return "", m.goBack(ctx, u, unready)
	}
	return fmt.Sprintf("Kirana %s serves the shop. A copy of before is %s, the program of before %s.", u.to.Version, u.copied, previousFile), nil
}

func (m Machine) start(ctx context.Context) error {
	_, err := m.run(ctx, "systemctl", "start", "kirana")
	return err
}

func (m Machine) stop(ctx context.Context) error {
	_, err := m.run(ctx, "systemctl", "stop", "kirana")
	return err
}

// prepare stages the new program and checks it without changing the shop. It returns nil if the program is already
// installed.
func (m Machine) prepare(ctx context.Context, file string) (*upgrade, error) {
	old, err := os.ReadFile(m.path(programFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errors.New("no shop is installed here: `kirana install` does it")
	}
	if err != nil {
		return nil, err
	}
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	if bytes.Equal(old, content) {
		return nil, nil //nolint:nilnil // nothing to do is not an error
	}
	if err := checkProgram(content, m.Architecture); err != nil {
		return nil, fmt.Errorf("%s %w", file, err)
	}
	if err := m.write(stagedFile, content, 0o755); err != nil {
		return nil, err
	}
	u := &upgrade{began: m.Clock.Now().UTC().Format(timeLayout)}
	if u.from, err = m.describe(ctx, programFile); err != nil {
		return nil, fmt.Errorf("the installed program says nothing of itself: %w", err)
	}
	if u.to, err = m.describe(ctx, stagedFile); err != nil {
		return nil, fmt.Errorf("%s does not run here, or is a Kirana from before `kirana upgrade`: %w", file, err)
	}
	if shop := u.from.Shop; shop != nil && u.to.Schema < shop.Schema {
		return nil, fmt.Errorf("%s is too old for the shop's data (schema %d, the shop has %d): restore a copy from its time instead", u.to.Version, u.to.Schema, shop.Schema)
	}
	return u, nil
}

var machines = map[string]elf.Machine{"amd64": elf.EM_X86_64, "arm64": elf.EM_AARCH64}

// checkProgram refuses files that are not programs for Linux on this architecture.
func checkProgram(content []byte, architecture string) error {
	program, err := elf.NewFile(bytes.NewReader(content))
	if err != nil {
		return errors.New("is not a program for Linux, or only a part of one")
	}
	if want, known := machines[architecture]; known && program.Machine != want {
		return fmt.Errorf("is for another kind of machine (%s): this one needs linux-%s", program.Machine, architecture)
	}
	return nil
}

// describe returns a program's description of itself and the shop.
func (m Machine) describe(ctx context.Context, program string) (d Description, err error) {
	out, err := m.runAsShop(ctx, m.path(program), "version", "--json")
	if err != nil {
		return d, err
	}
	if err := json.Unmarshal([]byte(out), &d); err != nil {
		return d, fmt.Errorf("it says %.40q", out)
	}
	return d, nil
}

// copyShop copies the shop while it serves.
func (m Machine) copyShop(ctx context.Context, u *upgrade) (string, error) {
	folder := filepath.Join(dataDir, "copies")
	if _, err := m.runAsShop(ctx, "mkdir", "-p", "-m", "700", m.path(folder)); err != nil {
		return "", err
	}
	file := filepath.Join(folder, "upgrade-"+u.began+".copy")
	_, err := m.runAsShop(ctx, m.path(programFile), "backup", m.path(file))
	return file, err
}

// replace stops the shop and installs the new program. It keeps the old program as previousFile.
func (m Machine) replace(ctx context.Context, u *upgrade) error {
	if err := m.stop(ctx); err != nil {
		return err
	}
	resting, err := m.describe(ctx, programFile)
	if err != nil {
		return err
	}
	u.atRest = resting.Shop
	if err := os.Remove(m.path(previousFile)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Link(m.path(programFile), m.path(previousFile)); err != nil {
		return err
	}
	return os.Rename(m.path(stagedFile), m.path(programFile))
}

// goBack restores the old program after the new one failed. It always returns an error with the state of the shop.
//
// A new program accepts no orders before it is ready, so the copy made before its migration is complete. If it accepted
// orders nevertheless, the data is not restored.
func (m Machine) goBack(ctx context.Context, u *upgrade, unready error) error {
	failed := fmt.Errorf("Kirana %s failed: %w", u.to.Version, unready) //nolint:staticcheck // ST1005: a name
	if err := m.stop(ctx); err != nil {
		return errors.Join(failed, err)
	}
	now, err := m.describe(ctx, programFile)
	if err != nil {
		now, err = m.describe(ctx, previousFile)
	}
	data := ""
	switch {
	case err != nil:
		data = " The data could not be looked at: " + err.Error() + "."
	case u.atRest == nil || now.Shop == nil || now.Shop.Schema == u.atRest.Schema:
	default:
		if data, err = m.restoreData(ctx, u, *now.Shop); err != nil {
			return fmt.Errorf("%w. Its data stays with it, and it is started again: %w", failed, errors.Join(err, m.start(ctx)))
		}
	}
	if err := os.Rename(m.path(previousFile), m.path(programFile)); err != nil {
		return errors.Join(failed, err)
	}
	if err := m.start(ctx); err != nil {
		return errors.Join(failed, err)
	}
	if err := m.waitReady(ctx); err != nil {
		return fmt.Errorf("%w. Kirana %s was put back, but %w.%s A copy of the shop is %s", failed, u.from.Version, err, data, u.copied)
	}
	return fmt.Errorf("%w. Kirana %s serves the shop again, and no order was lost.%s Why it failed: journalctl -u kirana", failed, u.from.Version, data)
}

// restoreData replaces the migrated database, which is kept, by the copy made before the migration. Pictures and keys are
// only ever added, so they stay.
func (m Machine) restoreData(ctx context.Context, u *upgrade, now Shop) (string, error) {
	if now.Orders != u.atRest.Orders {
		return "", fmt.Errorf("the shop took %d orders meanwhile, which the copy of before (%s) does not have", now.Orders-u.atRest.Orders, u.copied)
	}
	if now.Database != "sqlite" {
		return "", fmt.Errorf("a migrated PostgreSQL database is not taken back by itself; restore %s into an empty one for Kirana %s", u.copied, u.from.Version)
	}
	copies, err := filepath.Glob(m.path(filepath.Join(dataDir, "copies", fmt.Sprintf("schema-%d-*.copy", u.atRest.Schema))))
	if err != nil {
		return "", err
	}
	slices.Sort(copies)
	made := filepath.Join("copies", fmt.Sprintf("schema-%d-%s.copy", u.atRest.Schema, u.began))
	if len(copies) == 0 || copies[len(copies)-1] < m.path(filepath.Join(dataDir, made)) {
		return "", errors.New("the new program made no copy before it changed the data")
	}
	restored, kept := filepath.Join(dataDir, "restored-"+u.began), filepath.Join(dataDir, "failed-"+u.began)
	for _, command := range [][]string{
		{m.path(previousFile), "restore", copies[len(copies)-1], "--data-dir", m.path(restored)},
		{"mkdir", "-m", "700", m.path(kept)},
		{"find", m.path(dataDir), "-maxdepth", "1", "(", "-name", "kirana.db*", "-o", "-name", ".kirana.db*", ")", "-exec", "mv", "-t", m.path(kept), "{}", "+"},
		{"mv", m.path(filepath.Join(restored, "kirana.db")), m.path(dataDir)},
		{"rm", "-r", m.path(restored)},
	} {
		if _, err := m.runAsShop(ctx, command...); err != nil {
			return "", err
		}
	}
	return " The data is that of before; what the new program made of it is kept in " + kept + ".", nil
}
