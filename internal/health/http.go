package health

import (
	"fmt"
	"net/http"

	"kirana/internal/db"
	"kirana/internal/httpapi"
)

// report is the response to a probe from outside.
type report struct {
	Database string `json:"database"`
	Pictures string `json:"pictures"`
	Data     string `json:"data"`
}

const (
	working     = "ok"
	unreachable = "cannot be reached"
)

// ServeLive responds while the process is up.
func ServeLive(w http.ResponseWriter, _ *http.Request) {
	write(w, http.StatusOK, httpapi.OK("ok", struct{}{}))
}

// ServeReady responds with 200 when the shop can do its work, and otherwise with 503 and
// the part that cannot. It writes nothing, and waits for nothing.
func (s *Service) ServeReady(w http.ResponseWriter, _ *http.Request) {
	if s.stopping.Load() {
		write(w, http.StatusServiceUnavailable, httpapi.Refusal{
			Failed: true, Code: "stopping", Message: "This node is stopping.", Data: report{Database: working, Pictures: working, Data: working},
		})
		return
	}
	state := s.State()
	parts := report{Database: working, Pictures: working, Data: working}
	if !state.Pictures {
		parts.Pictures = unreachable
	}
	if state.Ready() {
		message := "ok"
		if !state.Pictures {
			message = "The shop is ready, but its pictures cannot be reached."
		}
		write(w, http.StatusOK, httpapi.OK(message, parts))
		return
	}
	message := "The shop is not ready: its data is damaged, and it takes no orders."
	if state.Database != "" {
		parts.Database = string(state.Database)
		message = fmt.Sprintf("The shop is not ready: the database %s.", parts.Database)
	}
	if state.Damage != "" {
		parts.Data = string(db.Damaged)
	}
	write(w, http.StatusServiceUnavailable, httpapi.Refusal{Failed: true, Code: "not_ready", Message: message, Data: parts})
}

// CloseWhileStopping has clients open a new connection for their next request while the
// node stops: one that is closed beneath a request of theirs would be a failed one.
func (s *Service) CloseWhileStopping(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.stopping.Load() {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}

func write(w http.ResponseWriter, status int, body any) {
	encoded, err := httpapi.Encode(body)
	if err != nil {
		status = http.StatusInternalServerError
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(encoded)
}
