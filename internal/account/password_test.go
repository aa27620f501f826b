package account

import (
	"context"
	"errors"
	"strings"
	"testing"

	"kirana/internal/fault"
)

// testCost makes a hash in microseconds.
var testCost = PasswordCost{MemoryKiB: 8, Passes: 1, Lanes: 1}

func TestNew_hashesPasswordsAtTheCostForProduction(t *testing.T) {
	t.Parallel()
	s := New(nil, nil, Key{}, Rules{})
	hash, err := hashPassword(t.Context(), "seven mangoes", s.rules.PasswordCost)
	if err != nil || !strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Errorf("a password is hashed as %s, %v, want argon2id with 19 MiB, 2 passes and 1 lane", hash, err)
	}
}

func TestPassword_isVerifiedByItsHashOnly(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	hash, err := hashPassword(ctx, "seven mangoes", testCost)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(hash, "mangoes") {
		t.Errorf("the hash %s contains the password", hash)
	}
	for word, want := range map[string]bool{"seven mangoes": true, "Seven mangoes": false, "seven mangoes ": false, "": false} {
		if right, err := verifyPassword(ctx, hash, word); err != nil || right != want {
			t.Errorf("%q is right: %v, %v, want %v", word, right, err, want)
		}
	}
	if again, _ := hashPassword(ctx, "seven mangoes", testCost); again == hash {
		t.Error("two hashes of one password are equal: there is no salt")
	}
}

func TestPassword_matchesInComposedAndDecomposedForm(t *testing.T) {
	t.Parallel()
	const composed, decomposed = "sieben caf\u00e9s", "sieben cafe\u0301s"
	ctx := t.Context()
	hash, err := hashPassword(ctx, decomposed, testCost)
	if err != nil {
		t.Fatal(err)
	}
	salt := make([]byte, argonSaltLen)
	key, err := derive(ctx, decomposed, salt, testCost) // as an older program hashed it
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ hash, typed string }{{hash, composed}, {hash, decomposed}, {encodeHash(testCost, salt, key), decomposed}} {
		if right, err := verifyPassword(ctx, c.hash, c.typed); err != nil || !right {
			t.Errorf("verify %+q: %t, %v, want true", c.typed, right, err)
		}
	}
	if right, _ := verifyPassword(ctx, hash, "sieben cafes"); right {
		t.Error("an accent makes no difference")
	}
}

func TestPassword_neverMatchesTheDummyHash(t *testing.T) {
	t.Parallel()
	for _, word := range []string{"", "nobody", "password"} {
		if right, err := verifyPassword(t.Context(), dummyHash(testCost), word); err != nil || right {
			t.Errorf("verify %q against the dummy hash: %t, %v, want false", word, right, err)
		}
	}
}

func TestPassword_neverMatchesAMalformedHash(t *testing.T) {
	t.Parallel()
	for _, hash := range []string{"", "x", "$argon2id$v=19$m=1,t=1,p=1$$", "$argon2id$v=19$m=19456,t=2,p=1$!!$AAAA", "$argon2id$v=19$m=19456,t=2,p=1$AAAA$!!", "$2a$10$abcdefghijklmnopqrstuv"} {
		if right, err := verifyPassword(t.Context(), hash, ""); right || (err == nil && !strings.HasSuffix(hash, "$$")) {
			t.Errorf("verify against the malformed hash %q: %t, %v, want false and an error", hash, right, err)
		}
	}
}

func TestPassword_hashingStopsWaitingWhenTheContextEnds(t *testing.T) {
	// The test is not parallel, because it fills the semaphore.
	for range cap(hashing) {
		hashing <- struct{}{}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := hashPassword(ctx, "seven mangoes", testCost); !errors.Is(err, context.Canceled) {
		t.Errorf("hash with every place taken: %v, want context.Canceled", err)
	}
	for range cap(hashing) {
		<-hashing
	}
	if _, err := hashPassword(t.Context(), "seven mangoes", testCost); err != nil {
		t.Errorf("hash with every place free again: %v", err)
	}
	if cap(hashing) > 8 {
		t.Errorf("%d passwords hashed at once take %d MiB, want at most 8 at once",
			cap(hashing), cap(hashing)*int(productionCost.MemoryKiB)/1024)
	}
}

func TestPassword_isRefusedIfItIsEasyToGuess(t *testing.T) {
	t.Parallel()
	s := New(nil, nil, Key{}, Rules{ShopName: func(context.Context) (string, error) { return "Ganesh Stores", nil }})
	user := User{Name: "Ravi Kulkarni", Email: "ravi.kulkarni@example.in"}
	for _, password := range []string{
		"password123", "Password123", "PASSWORD123", "P@ssW0rd", "Sunshine!!", "iloveyou2024!", "12345678", "A1234567", "qwertyuiop", "Superman007#",
		"aaaaaaaa", "ZZZZZZZZZZ", "aaaaaaaa1!", "........", "ॐॐॐॐॐॐॐॐ",
		"kirana2026!", "Kirana...", "Ganesh Stores", "ganeshstores", "GaneshStores123",
		"ravi kulkarni", "RaviKulkarni", "Ravi.Kulkarni", "ravi.kulkarni@example.in",
	} {
		if err := s.validatePassword(t.Context(), "password", password, user); !fault.Is(err, fault.Invalid) {
			t.Errorf("validate the password %q: %v, want it refused", password, err)
		}
	}
	for _, password := range []string{
		"seven Mangoes", "my password is long", "ravi kulkarni of Pune", "kirana shop of Pune", "a-8347-2219-06", "password of Ganesh",
		"at Ganesh Stores", "7 mangoes",
	} {
		if err := s.validatePassword(t.Context(), "password", password, user); err != nil {
			t.Errorf("validate the password %q, which only contains what is easy to guess: %v", password, err)
		}
	}
}

func TestPassword_commonListHasTenThousandWords(t *testing.T) {
	t.Parallel()
	if n := len(common()); n < 10_000 {
		t.Errorf("the list of common passwords has %d words, want at least 10000", n)
	}
}
