package account

import (
	"bytes"
	"compress/gzip"
	"context"
	_ "embed"
	"fmt"
	"io"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"kirana/internal/fault"
	"kirana/internal/unicodetext"
)

// commonList is the list of the commonest passwords, one a line; see
// docs/adr/0023-passwords-that-are-refused.md.
//
//go:embed common_passwords.txt.gz
var commonList []byte

// minCommonWord is the minimum length, in characters, at which a common password is also refused without its trailing
// digits and signs. "a123456" leaves only "a", which is too short.
const minCommonWord = 4

// common has common passwords in lower case, with and without trailing digits and signs.
var common = sync.OnceValue(func() map[string]bool {
	unpacked, err := gzip.NewReader(bytes.NewReader(commonList))
	if err != nil {
		panic(err) // the list is part of the program
	}
	text, err := io.ReadAll(unpacked)
	if err != nil {
		panic(err)
	}
	known := map[string]bool{}
	for _, word := range strings.Fields(string(text)) {
		known[word] = true
		if bare := bareWord(word); utf8.RuneCountInString(bare) >= minCommonWord {
			known[bare] = true
		}
	}
	return known
})

// bareWord returns a password in lower case without trailing digits and signs.
func bareWord(password string) string {
	return strings.TrimRightFunc(strings.ToLower(password), func(r rune) bool { return !unicode.IsLetter(r) })
}

// productName is refused as a password in all shops.
const productName = "kirana"

// validatePassword returns an error for a password that is too short, too long or easily guessed. A long password that
// contains an easily guessed word is valid. The error is fault.Invalid for the field.
func (s *Service) validatePassword(ctx context.Context, field, password string, user User) error {
	password = unicodetext.Compose(password)
	if n := utf8.RuneCountInString(password); n < minPassword || n > maxPassword {
		return fault.InField(field, "Password must have %d to %d characters.", minPassword, maxPassword)
	}
	lower, bare := strings.ToLower(password), bareWord(password)
	isWord := utf8.RuneCountInString(bare) >= minCommonWord
	if common()[lower] || isRepeated(lower) || (isWord && (common()[bare] || isRepeated(bare))) {
		return fault.InField(field, "This password is too common. Please choose another one.")
	}
	shopName, err := s.shopName(ctx)
	if err != nil {
		return err
	}
	for _, name := range []string{productName, shopName} {
		if equalsName(lower, name) || equalsName(bare, name) {
			return fault.InField(field, "The shop's name is easy to guess. Please choose another password.")
		}
	}
	local, _, _ := strings.Cut(user.Email, "@")
	for _, own := range []string{user.Name, user.Email, local} {
		if equalsName(lower, own) {
			return fault.InField(field, "Your own name or email is easy to guess. Please choose another password.")
		}
	}
	return nil
}

func (s *Service) shopName(ctx context.Context) (string, error) {
	if s.rules.ShopName == nil {
		return "", nil
	}
	name, err := s.rules.ShopName(ctx)
	if err != nil {
		return "", fmt.Errorf("read the shop's name: %w", err)
	}
	return name, nil
}

// isRepeated reports whether a text repeats a single character.
func isRepeated(text string) bool {
	_, size := utf8.DecodeRuneInString(text)
	return strings.Count(text, text[:size])*size == len(text)
}

// equalsName reports whether a password is a name, ignoring case and spaces.
func equalsName(password, name string) bool {
	withoutSpaces := func(text string) string { return strings.ReplaceAll(unicodetext.Key(text), " ", "") }
	name = withoutSpaces(name)
	return name != "" && withoutSpaces(password) == name
}
