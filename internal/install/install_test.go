package install

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func describeSteps(steps []step) (described []string) {
	for _, s := range steps {
		if s.file != "" {
			described = append(described, "write "+s.file+" "+s.mode.String())
		} else {
			described = append(described, strings.Join(s.command, " "))
		}
	}
	return described
}

const (
	makeUser   = "useradd --system --user-group --home-dir /var/lib/kirana --no-create-home --shell /usr/sbin/nologin kirana"
	makeFolder = "install -d -o kirana -g kirana -m 750 /var/lib/kirana"
)

func TestPlan_hasOnlyTheMissingSteps(t *testing.T) {
	t.Parallel()
	o := Options{Domain: "shop.example.com", Email: "asha@example.com"}
	complete := installed{settings: withSettings("", o.variables()), unit: unit, user: true, program: true, running: true}
	stopped, otherUnit := complete, complete
	stopped.running = false
	otherUnit.unit = "[Unit]\n"
	for name, c := range map[string]struct {
		have installed
		o    Options
		want []string
	}{
		"a new machine": {installed{}, o, []string{
			"write /usr/local/bin/kirana -rwxr-xr-x", makeUser, makeFolder, "write /etc/kirana.env -rw-------",
			"write /etc/systemd/system/kirana.service -rw-r--r--", "systemctl daemon-reload", "systemctl enable kirana", "systemctl restart kirana",
		}},
		"a complete installation":                 {complete, o, []string{makeFolder, "systemctl enable kirana"}},
		"a complete installation without options": {complete, Options{}, []string{makeFolder, "systemctl enable kirana"}},
		"stopped": {stopped, o, []string{makeFolder, "systemctl enable kirana", "systemctl restart kirana"}},
		"an older unit": {otherUnit, o, []string{
			makeFolder, "write /etc/systemd/system/kirana.service -rw-r--r--", "systemctl daemon-reload", "systemctl enable kirana", "systemctl restart kirana",
		}},
		"another domain": {complete, Options{Domain: "other.example.com", Email: "asha@example.com"}, []string{
			makeFolder, "write /etc/kirana.env -rw-------", "systemctl enable kirana", "systemctl restart kirana",
		}},
	} {
		steps, err := plan(c.o, c.have)
		if err != nil {
			t.Errorf("plan of %s: %v", name, err)
		}
		if diff := cmp.Diff(c.want, describeSteps(steps)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestPlan_refusesImpossibleInstallations(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		o    Options
		says string
	}{
		{Options{}, "--domain must be"},
		{Options{Domain: "localhost", Email: "asha@example.com"}, "--domain must be"},
		{Options{Domain: "192.0.2.7", Email: "asha@example.com"}, "--domain must be"},
		{Options{Domain: "https://shop.example.com", Email: "asha@example.com"}, "--domain must be"},
		{Options{Domain: "shop.example.com\nKIRANA_TESTPAY=on", Email: "asha@example.com"}, "--domain must be"},
		{Options{Domain: "shop.example.com"}, "--email must be"},
		{Options{Domain: "shop.example.com", Email: "asha"}, "--email must be"},
		{Options{Domain: "shop.example.com", Email: "Asha <asha@example.com>"}, "--email must be"},
		{Options{Domain: "shop.example.com", Email: "asha@[127.0.0.1]"}, "--email must be"},
		{Options{Domain: "shop.example.com", Email: "आशा@example.com"}, "--email must be"},
		{Options{Domain: "shop.example.com", Email: "asha", Proxied: true}, "--email must be"},
	} {
		if _, err := plan(c.o, installed{}); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v: %v, want %s", c.o, err, c.says)
		}
	}
}

func TestSettings_changeOnlyTheirVariablesInTheFile(t *testing.T) {
	t.Parallel()
	mine := "# mine\nKIRANA_SMTP_URL='smtps://a:b@mail.example.com'\nKIRANA_TLS_DOMAIN=old.example.com\n; KIRANA_TESTPAY=on\nKIRANA_TLS_DOMAIN=older.example.com"
	got := withSettings(mine, Options{Domain: "shop.example.com", Email: "asha@example.com"}.variables())
	want := "# mine\nKIRANA_SMTP_URL='smtps://a:b@mail.example.com'\nKIRANA_TLS_DOMAIN=shop.example.com\n; KIRANA_TESTPAY=on\n" +
		"KIRANA_ACME_EMAIL=asha@example.com\nKIRANA_PUBLIC_URL=https://shop.example.com\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the file (-want +got):\n%s", diff)
	}
	variables := map[string]string{
		"KIRANA_SMTP_URL": "smtps://a:b@mail.example.com", "KIRANA_TLS_DOMAIN": "shop.example.com",
		"KIRANA_ACME_EMAIL": "asha@example.com", "KIRANA_PUBLIC_URL": "https://shop.example.com",
	}
	if diff := cmp.Diff(variables, parseSettings(got)); diff != "" {
		t.Errorf("the settings read again (-want +got):\n%s", diff)
	}
	proxied := parseSettings(withSettings(got, Options{Domain: "shop.example.com", Proxied: true}.variables()))
	if proxied["KIRANA_TLS_DOMAIN"] != "" || proxied["KIRANA_TRUSTED_PROXIES"] != "127.0.0.1" || proxied["KIRANA_PUBLIC_URL"] != "https://shop.example.com" {
		t.Errorf("the settings behind a proxy are %v, want the public URL, the proxy and no TLS domain", proxied)
	}
}

// analyze runs systemd-analyze on the unit, installed in a folder with the program beside it.
func analyze(t *testing.T, args ...string) string {
	t.Helper()
	program, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("needs systemd-analyze")
	}
	root := t.TempDir()
	for file, mode := range map[string]os.FileMode{unitFile: 0o644, programFile: 0o755, "/usr/lib/systemd/system/sysinit.target": 0o644} {
		target := filepath.Join(root, file)
		if err := os.MkdirAll(filepath.Dir(target), 0o750); err != nil {
			t.Fatal(err)
		}
		content := "[Unit]\nDescription=of a test\n"
		if file == unitFile {
			content = unit
		}
		if err := os.WriteFile(target, []byte(content), mode); err != nil {
			t.Fatal(err)
		}
	}
	for i, arg := range args {
		args[i] = strings.ReplaceAll(arg, "ROOT", root)
	}
	out, err := exec.CommandContext(t.Context(), program, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("systemd-analyze %v: %v\n%s", args, err, out)
	}
	return string(out)
}

func TestUnit_isHardened(t *testing.T) {
	t.Parallel()
	out := analyze(t, "security", "--offline=true", "ROOT"+unitFile)
	found := regexp.MustCompile(`Overall exposure level for kirana.service: ([0-9.]+)`).FindStringSubmatch(out)
	if found == nil {
		t.Fatalf("systemd-analyze printed no exposure level:\n%s", out)
	}
	if level, err := strconv.ParseFloat(found[1], 64); err != nil || level >= 2 {
		t.Errorf("the exposure is %s, want less than 2:\n%s", found[1], out)
	}
}

func TestUnit_isUnderstoodBySystemd(t *testing.T) {
	t.Parallel()
	if out := analyze(t, "verify", "--man=no", "--root=ROOT", "kirana.service"); out != "" {
		t.Errorf("systemd-analyze verify prints %s, want nothing", out)
	}
}

func TestMergeEnvironment_changesGivenSettingsOnly(t *testing.T) {
	t.Parallel()
	got := mergeEnvironment(
		[]string{"KIRANA_PUBLIC_URL=https://old.example.com", "KIRANA_SMTP_URL=smtp://mail.example.com"},
		[]string{"PATH=C:", "KIRANA_PUBLIC_URL=https://shop.example.com?a=b", "KIRANA_SMTP_URL=", "AWS_ACCESS_KEY_ID=id", "MY_KIRANA_ADDR=no"},
	)
	want := []string{"AWS_ACCESS_KEY_ID=id", "KIRANA_PUBLIC_URL=https://shop.example.com?a=b"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
