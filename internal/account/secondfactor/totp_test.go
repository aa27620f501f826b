package secondfactor

import (
	"net/url"
	"testing"
	"time"
)

// The codes are the examples of RFC 6238, appendix B, cut to their last six digits.
func TestStepOf_acceptsOnlyTheCodesOfRFC6238(t *testing.T) {
	t.Parallel()
	secret := totpEncoding.EncodeToString([]byte("12345678901234567890"))
	for at, code := range map[int64]string{
		59: "287082", 1111111109: "081804", 1111111111: "050471", 1234567890: "005924", 2000000000: "279037", 20000000000: "353130",
	} {
		for _, drift := range []int64{-totpPeriod, 0, totpPeriod} {
			if step := stepOf(code, secret, time.Unix(at+drift, 0)); step != at/totpPeriod {
				t.Errorf("%s at %d%+d s is of period %d, want %d", code, at, drift, step, at/totpPeriod)
			}
		}
		for _, wrong := range []string{code[:5], code + "0", "0" + code, ""} {
			if step := stepOf(wrong, secret, time.Unix(at, 0)); step != 0 {
				t.Errorf("the wrong code %q was accepted at %d", wrong, at)
			}
		}
		for _, drift := range []int64{-2 * totpPeriod, 2 * totpPeriod} {
			if at+drift < 0 {
				continue // before the first period
			}
			if step := stepOf(code, secret, time.Unix(at+drift, 0)); step != 0 {
				t.Errorf("the code %s was accepted at %d%+d s, want it out of its period", code, at, drift)
			}
		}
	}
	if step := stepOf("287082", "no base32!", time.Unix(59, 0)); step != 0 {
		t.Error("a code was accepted for an unreadable secret")
	}
}

func TestEnroll_returnsTheSecretAndTheURLForApps(t *testing.T) {
	t.Parallel()
	enrollment := enroll("Asha & Sons", "asha@example.in")
	if key, err := totpEncoding.DecodeString(enrollment.Secret); err != nil || len(key) != totpKeySize {
		t.Errorf("the secret %q decodes to %d bytes, %v, want %d", enrollment.Secret, len(key), err, totpKeySize)
	}
	u, err := url.Parse(enrollment.URL)
	if err != nil || u.Scheme != "otpauth" || u.Host != "totp" || u.Path != "/Asha & Sons:asha@example.in" {
		t.Errorf("the URL is %s, %v, want otpauth://totp/ with the shop and the email", enrollment.URL, err)
	}
	want := "algorithm=SHA1&digits=6&issuer=Asha%20%26%20Sons&period=30&secret=" + enrollment.Secret
	if u.RawQuery != want {
		t.Errorf("query %s, want %s", u.RawQuery, want)
	}
	if again := enroll("Asha & Sons", "asha@example.in"); again.Secret == enrollment.Secret {
		t.Error("the same secret twice")
	}
}
