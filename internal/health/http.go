package health

import (
	"fmt"
	"net/http"

	"kirana/internal/db"
	"kirana/internal/httpapi"
)

// report is the response to an external probe.
type report struct {
	Database string `json:"database"`
	Pictures string `json:"pictures"`
	Data     string `json:"data"`
}

const (
	working     = "ok"
	unreachable = "cannot be reached"
)

// ServeLive responds with 200 while the process runs.
func ServeLive(w http.ResponseWriter, _ *http.Request) {
	write(w, http.StatusOK, httpapi.OK("ok", struct{}{}))
}

// ServeReady responds with 200 if the shop is ready, otherwise with 503 and what failed. It uses the last probe and waits
// for nothing.
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

// CloseWhileStopping closes connections after their current request while the node stops: a request on a connection
// closed later would fail.
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
