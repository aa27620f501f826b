package account

import (
	"strings"
	"sync"
	"time"

	"kirana/internal/language"
)

// Client is the origin of a login.
type Client struct {
	Address string          // network address
	Device  language.Phrase // short: "Chrome on Android"
	Passkey bool            // a passkey replaced password and code
}

// description describes the client in the activity log.
func (c Client) description() string {
	if c.Passkey {
		return string(language.NewPhrase("%s, by passkey", c.Device).Store())
	}
	return string(c.Device.Store())
}

// Login is an open login.
type Login struct {
	ID         string    `db:"id" json:"_id"`
	Device     string    `db:"device" json:"device" doc:"Description of the device: 'Chrome on Android'."`
	Address    string    `db:"address" json:"address" doc:"IP address from which the login was made."`
	CreatedAt  time.Time `db:"created_at" json:"createdAt"`
	LastSeenAt time.Time `db:"last_seen_at" json:"lastSeenAt" doc:"Time of last use, to the minute."`
	Current    bool      `db:"-" json:"current" doc:"true: the login of this request."`
}

// SchemaName returns the name in the API document.
func (Login) SchemaName() string { return "Session" }

// seenInterval is the time between two saves of the uses of logins.
const seenInterval = time.Minute

// loginUses buffers the last uses of logins, so that no request waits for a write.
type loginUses struct {
	mu sync.Mutex
	at map[string]time.Time
}

func (u *loginUses) add(loginID string, at time.Time) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.at == nil {
		u.at = map[string]time.Time{}
	}
	u.at[loginID] = at
}

// take returns the buffered uses and empties the buffer.
func (u *loginUses) take() map[string]time.Time {
	u.mu.Lock()
	defer u.mu.Unlock()
	uses := u.at
	u.at = nil
	return uses
}

// browsers and systems are matched in this order: the User-Agent of Edge also has Chrome, and that of Chrome has
// Safari.
var (
	browsers = [][2]string{
		{"SamsungBrowser/", "Samsung Internet"},
		{"Edg", "Edge"},
		{"OPR/", "Opera"},
		{"Firefox/", "Firefox"},
		{"FxiOS/", "Firefox"},
		{"CriOS/", "Chrome"},
		{"Chrome/", "Chrome"},
		{"Safari/", "Safari"},
	}
	systems = [][2]string{
		{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"Windows", "Windows"}, {"Macintosh", "Mac"}, {"CrOS", "Chromebook"}, {"Linux", "Linux"},
	}
)

// deviceOf returns a short name of the browser and system in a User-Agent: "Chrome on Android".
func deviceOf(userAgent string) language.Phrase {
	nameIn := func(names [][2]string) string {
		for _, n := range names {
			if strings.Contains(userAgent, n[0]) {
				return n[1]
			}
		}
		return ""
	}
	browser, system := nameIn(browsers), nameIn(systems)
	switch {
	case browser != "" && system != "":
		return language.NewPhrase("%s on %s", browser, system)
	case browser+system != "":
		return language.Word(browser + system)
	}
	return language.Word("Another device")
}
