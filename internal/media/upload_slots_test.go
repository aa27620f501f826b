package media

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"
	"testing/synctest"

	"kirana/internal/httpapi"
	"kirana/internal/shoptest/contracttest"
)

// newUploadServer accepts pictures of asha, the administrator, and avatars of everyone else.
func newUploadServer(s *Service) http.Handler {
	router := httpapi.New(httpapi.Options{
		Version: "test", Log: slog.New(slog.DiscardHandler),
		Identify: func(_ context.Context, token string) (httpapi.Identity, error) {
			return httpapi.Identity{UserID: token, LoginID: token, Admin: token == "asha", StaffRole: httpapi.RoleOwner}, nil
		},
	})
	h := NewHandler(s, nil, discardEntries)
	h.Routes(router)
	avatar := httpapi.Route{Method: http.MethodPut, Path: "/user/upload-avatar", Access: httpapi.Authenticated, Upload: "avatar", Refuses: []int{http.StatusTooManyRequests}}
	httpapi.Handle(router, avatar, func(_ context.Context, in *struct{ httpapi.RawRequest }) (string, error) {
		return h.Picture(in.Request(), "avatar")
	})
	return contracttest.Handler(router)
}

// slowUpload is an upload whose body the test sends step by step.
type slowUpload struct {
	body     *io.PipeWriter
	form     []byte
	response chan reply
}

func send(t *testing.T, server http.Handler, user string) *slowUpload {
	t.Helper()
	method, path, field := http.MethodPut, "/api/user/upload-avatar", "avatar"
	if user == "asha" {
		method, path, field = http.MethodPost, "/api/file/upload", "image"
	}
	content, contentType := form(t, part{field, "me.png", asPNG(t, plain(6, 4))})
	received, body := io.Pipe()
	request := httptest.NewRequestWithContext(t.Context(), method, path, received)
	request.Header.Set("Content-Type", contentType)
	request.Header.Set("Authorization", "Bearer "+user)
	s := &slowUpload{body, content, make(chan reply, 1)}
	go func() {
		recorder := httptest.NewRecorder()
		server.ServeHTTP(recorder, request)
		_ = received.Close()
		r := reply{Status: recorder.Code, header: recorder.Header()}
		// The data of the two calls differ.
		var envelope struct{ Message string }
		_ = json.Unmarshal(recorder.Body.Bytes(), &envelope)
		r.Message = envelope.Message
		s.response <- r
	}()
	synctest.Wait()
	return s
}

// finish sends the rest of the upload and returns its response.
func (s *slowUpload) finish() reply {
	_, _ = io.Copy(s.body, bytes.NewReader(s.form))
	_ = s.body.Close()
	return <-s.response
}

func TestUpload_allowsAShopperTwoAtATime(t *testing.T) {
	t.Parallel()
	kept, _ := newService(t)
	synctest.Test(t, func(t *testing.T) {
		server := newUploadServer(New(kept.store, kept.log))
		slow := []*slowUpload{send(t, server, "ravi"), send(t, server, "ravi")}
		refused := send(t, server, "ravi").finish()
		if refused.Status != http.StatusTooManyRequests || refused.header.Get("Retry-After") == "" ||
			refused.Message != "Your other pictures are still on their way. Please send this one when they have arrived." {
			t.Errorf("a third upload at a time returned %+v, want 429 with a time", refused)
		}
		if meera := send(t, server, "meera").finish(); meera.Status != http.StatusOK {
			t.Errorf("another shopper's upload returned %+v, want 200", meera)
		}
		for _, upload := range slow {
			if r := upload.finish(); r.Status != http.StatusOK {
				t.Errorf("a slow upload returned %+v, want 200", r)
			}
		}
		if again := send(t, server, "ravi").finish(); again.Status != http.StatusOK {
			t.Errorf("an upload once the others have arrived returned %+v, want 200", again)
		}
	})
}

func TestUpload_keepsSlotsForAdministrators(t *testing.T) {
	t.Parallel()
	kept, _ := newService(t)
	synctest.Test(t, func(t *testing.T) {
		server := newUploadServer(New(kept.store, kept.log))
		// given so many slow avatars that more have to wait
		var slow []*slowUpload
		for i := range shopperSlots + 4 {
			slow = append(slow, send(t, server, "shopper"+strconv.Itoa(i)))
		}
		// when the five pictures of a product are sent at once
		var product []*slowUpload
		for range 5 {
			product = append(product, send(t, server, "asha"))
		}
		// then they are accepted at once
		for _, picture := range product {
			if r := picture.finish(); r.Status != http.StatusOK {
				t.Errorf("a picture of the administrator returned %+v, want 200", r)
			}
		}
		for _, upload := range slow {
			if r := upload.finish(); r.Status != http.StatusOK {
				t.Errorf("a slow upload returned %+v, want 200", r)
			}
		}
	})
}
