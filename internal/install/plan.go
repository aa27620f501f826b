package install

import (
	_ "embed"
	"fmt"
	"io/fs"
	"net"
	"strings"

	"kirana/internal/unicodetext"
)

// unit is the systemd unit.
//
//go:embed kirana.service
var unit string

// Options define how the shop is reached.
type Options struct {
	Domain  string // domain name, such as shop.example.com
	Email   string // for the certificate authority
	Proxied bool   // behind a proxy on this machine that handles TLS
}

// installed is the state of an existing installation.
type installed struct {
	settings, unit string // contents; "" if missing
	user           bool
	program        bool // the same program is installed
	running        bool
}

// step is one change of the machine: a file, or a command.
type step struct {
	file    string
	content string
	mode    fs.FileMode
	program bool // content is the program to install
	command []string
}

// plan returns the steps that complete the installation. The steps for a complete and running one change nothing.
func plan(o Options, have installed) (steps []step, err error) {
	if err := o.check(parseSettings(have.settings)); err != nil {
		return nil, err
	}
	changed := false
	change := func(s step) {
		steps = append(steps, s)
		changed = true
	}
	if !have.program {
		change(step{file: programFile, mode: 0o755, program: true})
	}
	if !have.user {
		change(step{command: []string{
			"useradd", "--system", "--user-group", "--home-dir", dataDir, "--no-create-home", "--shell", "/usr/sbin/nologin", account,
		}})
	}
	// systemd creates the folder as well, but commands before the first start need it.
	steps = append(steps, step{command: []string{"install", "-d", "-o", account, "-g", account, "-m", "750", dataDir}})
	if settings := withSettings(have.settings, o.variables()); settings != have.settings {
		change(step{file: settingsFile, content: settings, mode: 0o600})
	}
	if have.unit != unit {
		change(step{file: unitFile, content: unit, mode: 0o644})
		steps = append(steps, step{command: []string{"systemctl", "daemon-reload"}})
	}
	steps = append(steps, step{command: []string{"systemctl", "enable", "kirana"}})
	if changed || !have.running {
		steps = append(steps, step{command: []string{"systemctl", "restart", "kirana"}})
	}
	return steps, nil
}

// check refuses invalid options. Options of an earlier installation need not be repeated.
func (o Options) check(settings map[string]string) error {
	if o.Domain == "" && o.Email == "" && !o.Proxied && (settings["KIRANA_TLS_DOMAIN"] != "" || settings["KIRANA_PUBLIC_URL"] != "") {
		return nil
	}
	switch {
	case !strings.Contains(o.Domain, ".") || strings.ContainsAny(o.Domain, "/:*@ \t\n\"'\\#=") || net.ParseIP(o.Domain) != nil:
		return fmt.Errorf("--domain must be the shop's name, such as shop.example.com")
	case o.Proxied && o.Email == "":
	case !unicodetext.Deliverable(o.Email) || strings.ContainsAny(o.Email, " \t\n\"'\\#="):
		return fmt.Errorf("--email must be an email address: the certificate authority writes there")
	}
	return nil
}

// variables returns the settings for the options.
func (o Options) variables() map[string]string {
	if o.Domain == "" {
		return nil
	}
	variables := map[string]string{"KIRANA_PUBLIC_URL": "https://" + o.Domain}
	if o.Proxied {
		variables["KIRANA_TLS_DOMAIN"], variables["KIRANA_TRUSTED_PROXIES"] = "", "127.0.0.1"
	} else {
		variables["KIRANA_TLS_DOMAIN"], variables["KIRANA_ACME_EMAIL"] = o.Domain, o.Email
	}
	return variables
}
