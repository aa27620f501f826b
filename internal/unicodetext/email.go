package unicodetext

import (
	"net/mail"
	"strings"

	"golang.org/x/net/idna"
)

const (
	maxEmail = 254 // RFC 5321, section 4.5.3.1.3, less the angle brackets
	maxLocal = 64  // section 4.5.3.1.1
)

// domains is IDNA's lookup profile with DNS length limits.
var domains = idna.New(idna.MapForLookup(), idna.BidiRule(), idna.CheckHyphens(true), idna.StrictDomainName(true), idna.VerifyDNSLength(true), idna.Transitional(false))

// Email returns the stored and compared form of an address: composed, in lower case, with an international domain in
// Unicode. ok is false for text that is not a valid address, such as one with a display name, an IP address or a
// domain that cannot be registered; then the text is returned in lower case.
func Email(s string) (email string, ok bool) {
	text := strings.ToLower(Visible(s))
	at := strings.LastIndexByte(text, '@')
	parsed, err := mail.ParseAddress(text)
	if err != nil || parsed.Address != text || at > maxLocal {
		return text, false
	}
	ascii, err := domains.ToASCII(text[at+1:])
	if err != nil || !isDomain(ascii) || at+1+len(ascii) > maxEmail {
		return text, false
	}
	domain, err := domains.ToUnicode(ascii)
	if err != nil {
		return text, false
	}
	return text[:at+1] + domain, true
}

// EmailASCII returns an address for mail servers, with an international domain in ASCII (RFC 5891).
// Anything but an address is returned unchanged.
func EmailASCII(email string) string {
	at := strings.LastIndexByte(email, '@')
	domain, err := domains.ToASCII(email[at+1:])
	if err != nil {
		return email
	}
	return email[:at+1] + domain
}

// Deliverable reports whether a text is an email address to which every mail server delivers.
func Deliverable(text string) bool {
	email, ok := Email(text)
	return ok && HasASCIILocalPart(email)
}

// HasASCIILocalPart reports whether mail servers without SMTPUTF8 (RFC 6531) deliver to an address.
func HasASCIILocalPart(email string) bool {
	return ascii(email[:max(0, strings.LastIndexByte(email, '@'))])
}

// isDomain reports whether an ASCII name can be registered: several labels, the last not a number.
func isDomain(name string) bool {
	dot := strings.LastIndexByte(name, '.')
	return dot > 0 && len(name)-dot > 2 && strings.ContainsAny(name[dot+1:], "abcdefghijklmnopqrstuvwxyz")
}
