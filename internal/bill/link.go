package bill

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"kirana/internal/audit"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/id"
	"kirana/internal/language"
)

// LinkPath is the path of a linked bill's page; the token follows.
const LinkPath = "/b/"

// linkLife is how long a link is valid.
const linkLife = 90 * 24 * time.Hour

var errNoLink = fault.New(fault.NotFound, "no_link", "This link opens no bill, or has ended: please ask the shop for the bill.")

// Links signs and verifies links that show one bill without a login. A token has a MAC, made with the shop's key, of
// the bill's id and the generation of its link, so tokens are not stored and cannot be forged. Without a key, no link
// is valid.
type Links struct {
	key    []byte
	public string
}

// NewLinks returns the links of a shop with this key and public URL.
func NewLinks(key []byte, publicURL string) Links { return Links{key, publicURL} }

// macText is the length in characters of an encoded MAC of 128 bits.
const macText = 22

// token returns the token of a generation of a bill's link.
func (l Links) token(billID string, generation int) string {
	mac := hmac.New(sha256.New, l.key)
	fmt.Fprintf(mac, "bill\x00%s\x00%d", billID, generation)
	token := base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:16]) + billID
	if generation > 0 {
		token += "-" + strconv.Itoa(generation)
	}
	return token
}

// read parses a token and ignores trailing characters that a message may have appended, such as a full stop.
func (l Links) read(token string) (billID string, generation int, ok bool) {
	token = strings.TrimRightFunc(token, func(r rune) bool { return (r < '0' || r > '9') && (r < 'a' || r > 'z') })
	if len(l.key) == 0 || len(token) <= macText {
		return "", 0, false
	}
	billID, count, found := strings.Cut(token[macText:], "-")
	if found {
		generation, _ = strconv.Atoi(count)
	}
	ok = id.Valid(billID) && hmac.Equal([]byte(l.token(billID, generation)), []byte(token))
	return billID, generation, ok
}

// linkEndsAt returns when a bill's link expires.
func (b Bill) linkEndsAt() time.Time {
	if b.LinkedAt != nil {
		return b.LinkedAt.Add(linkLife)
	}
	return b.IssuedAt.Add(linkLife)
}

// linkOf returns the URL of a bill's link, or "" if it has expired.
func (s *Service) linkOf(b Bill) string {
	if len(s.links.key) == 0 || !s.clock.Now().Before(b.linkEndsAt()) {
		return ""
	}
	return s.links.public + LinkPath + s.links.token(b.ID, b.Generation)
}

// Ref returns a document as the bills of an order list it.
func (s *Service) Ref(b Bill) Ref {
	return Ref{b.Number, b.Kind, s.linkOf(b), b.Document.CreditFor, b.IssuedAt, b.Payable, b.CanceledAt}
}

// LinkedDocument is a document as its link shows it.
type LinkedDocument struct {
	Bill    View
	OrderID string
	EndsAt  time.Time
}

// ByLink returns the document of a token, without the buyer's address and with a person's name shortened. It returns
// fault.NotFound for an unknown, replaced or expired token.
func (s *Service) ByLink(ctx context.Context, token string) (LinkedDocument, error) {
	billID, generation, ok := s.links.read(token)
	if !ok {
		return LinkedDocument{}, errNoLink
	}
	b, err := byID(ctx, s.db, billID)
	if errors.Is(err, db.ErrNoRow) || err == nil && (b.Generation != generation || s.linkOf(b) == "") {
		return LinkedDocument{}, errNoLink
	}
	if err != nil {
		return LinkedDocument{}, fmt.Errorf("read the bill of a link: %w", err)
	}
	view := b.view(language.Of(ctx))
	view.Buyer.Address = ""
	if view.Buyer.GSTIN == "" {
		view.Buyer.Name = shortName(view.Buyer.Name)
	}
	return LinkedDocument{view, b.OrderID, b.linkEndsAt()}, nil
}

// shortName returns the first name and the initial of the last: "Asha D.".
func shortName(name string) string {
	names := strings.Fields(name)
	if len(names) < 2 {
		return name
	}
	return names[0] + " " + string([]rune(names[len(names)-1])[:1]) + "."
}

// ReplaceLink replaces a document's link and returns the document with the new link. A document of another user than
// userID fails with fault.NotFound; "" allows all users.
func (s *Service) ReplaceLink(ctx context.Context, userID, number string) (Ref, error) {
	var b Bill
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		var err error
		if b, err = s.byNumber(ctx, tx, userID, number); err != nil {
			return err
		}
		now := s.clock.Now()
		if b.Generation, err = nextGeneration(ctx, tx, b.ID, now); err != nil {
			return err
		}
		b.LinkedAt = &now
		return audit.Write(ctx, tx, now, audit.Entry{What: "bill.link", Object: b.Number})
	})
	if fault.Is(err, fault.NotFound) {
		return Ref{}, err
	}
	if err != nil {
		return Ref{}, fmt.Errorf("replace the link of a bill: %w", err)
	}
	return s.Ref(b), nil
}

// EndLinks replaces the links of a user's documents, so that the links known until now are invalid.
func EndLinks(ctx context.Context, tx *db.Tx, userID string, at time.Time) error {
	return db.Exec(ctx, tx, `
		INSERT INTO bill_links (bill_id, generation, linked_at)
		SELECT id, 1, $2 FROM bills WHERE user_id = $1
		ON CONFLICT (bill_id) DO UPDATE SET generation = bill_links.generation + 1, linked_at = excluded.linked_at`, userID, at)
}
