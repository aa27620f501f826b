package account_test

import (
	"encoding/json"
	"errors"
	"testing"

	"kirana/internal/account"
	"kirana/internal/db"
	"kirana/internal/shoptest"
)

func TestOTP_isDecryptedByEveryNodeWithTheKey(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		dir := t.TempDir()
		load := func() account.Key {
			key, err := account.LoadKey(t.Context(), d, dir, shoptest.Epoch)
			if err != nil {
				t.Fatal(err)
			}
			return key
		}
		c := shoptest.Clock()
		sender := account.New(d, c, load(), account.Rules{PasswordCost: shoptest.PasswordCost})
		if _, err := sender.CreateShopper(t.Context(), "Ravi", "ravi@example.in", password); err != nil {
			t.Fatal(err)
		}
		if err := sender.RequestOTP(t.Context(), "ravi@example.in", "network"); err != nil {
			t.Fatal(err)
		}
		mail := newestOTPMail(t, d)
		node := account.New(d, c, load(), account.Rules{})
		if otp, name, err := node.OTP(t.Context(), mail); err != nil || len(otp) != 6 || name != "Ravi" {
			t.Errorf("another node decrypts the OTP %q for %q, %v, want 6 digits for Ravi", otp, name, err)
		}
		stranger := account.New(d, c, shoptest.AccountKey(t), account.Rules{})
		if otp, _, err := stranger.OTP(t.Context(), mail); !errors.Is(err, account.ErrWrongKey) || otp != "" {
			t.Errorf("another key decrypts the OTP %q, %v, want none and ErrWrongKey", otp, err)
		}
	})
}

func newestOTPMail(t *testing.T, d *db.DB) account.MailPayload {
	t.Helper()
	payload, err := db.Get[string](t.Context(), d, `SELECT payload FROM jobs WHERE kind = 'account.otp'`)
	if err != nil {
		t.Fatal(err)
	}
	var mail account.MailPayload
	if err := json.Unmarshal([]byte(payload), &mail); err != nil {
		t.Fatal(err)
	}
	return mail
}
