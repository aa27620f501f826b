package media

import (
	"context"
	"net/http"
	"time"

	"kirana/internal/audit"
	"kirana/internal/httpapi"
	"kirana/internal/language"
	"kirana/internal/limit"
)

// uploadsPerUser bounds the pictures of one user in uploadWindow, stored or refused.
const (
	uploadsPerUser = 200
	uploadWindow   = time.Hour
	// bulkPerUser bounds the bulk uploads of one member of staff in uploadWindow.
	bulkPerUser = 10_000
)

var (
	userRule = limit.Rule{Name: "upload.user", Max: uploadsPerUser, Window: uploadWindow}
	bulkRule = limit.Rule{Name: "upload.bulk", Max: bulkPerUser, Window: uploadWindow}
)

// Budget is for calls that store a picture, and BulkBudget for those of bulk uploads.
var (
	Budget     = httpapi.Budget{Limits: []limit.Rule{userRule}, Rows: 1, Memory: maxMemory}
	BulkBudget = httpapi.Budget{Limits: []limit.Rule{bulkRule}, Rows: 2, Memory: maxMemory}
)

// Handler serves uploads over HTTP.
type Handler struct {
	pictures *Service
	byUser   *limit.Limiter
	inBulk   *limit.Limiter
	slots    *uploadSlots
	record   Record
}

// Record writes an entry of the activity log in its own transaction, because storing a picture has
// none.
type Record func(ctx context.Context, entries ...audit.Entry) error

// NewHandler returns a Handler. record is called for each picture uploaded by POST /file/upload. limits is
// nil only in load tests and unit tests.
func NewHandler(pictures *Service, limits *limit.Store, record Record) *Handler {
	return &Handler{pictures: pictures, byUser: limits.Limiter(userRule), inBulk: limits.Limiter(bulkRule), slots: newUploadSlots(), record: record}
}

// StoredImage holds the URL of an uploaded picture.
type StoredImage struct {
	ImageURL ImageURL `json:"imageUrl"`
}

// ImageURL is the URL of a picture.
type ImageURL struct {
	URL string `json:"url" doc:"Path of the image: /media/… at the shop. With -160, -320, -640 or -1280 before the dot: the image with its longer side of at most that many pixels."`
}

// UploadResult holds the URL of the picture twice, because clients read either.
type UploadResult struct {
	httpapi.Envelope[StoredImage]
	StoredImage
}

// SchemaName returns the name in the API document.
func (UploadResult) SchemaName() string { return "UploadResult" }

// Routes registers every call of the feature.
func (h *Handler) Routes(r *httpapi.Router) {
	httpapi.HandleBody(r, httpapi.Route{
		Method: "POST", Path: "/file/upload", Access: httpapi.Manager, Scope: httpapi.ScopeCatalog, Upload: "image", Budget: Budget,
		Summary: "Upload an image: JPEG, PNG, WebP or GIF (first frame), at most 10 MB and 50 megapixels",
	}, h.upload)
}

func (h *Handler) upload(ctx context.Context, in *struct{ httpapi.RawRequest }) (UploadResult, error) {
	url, err := h.Picture(in.Request(), "image")
	if err != nil {
		return UploadResult{}, err
	}
	if err := h.record(ctx, audit.Entry{What: "picture.upload", Object: url}); err != nil {
		h.Drop(ctx, url)
		return UploadResult{}, err
	}
	image := StoredImage{ImageURL{url}}
	return UploadResult{httpapi.OK(language.Text(language.Of(ctx), "Upload successful"), image), image}, nil
}

// Picture stores the picture in a multipart field and returns its URL. Each call counts towards the
// caller's limits.
func (h *Handler) Picture(r *http.Request, field string) (url string, err error) {
	accepted, err := h.receive(r, field, h.byUser)
	return accepted.URL, err
}

// BulkPicture is Picture for bulk uploads, which have their own limit.
func (h *Handler) BulkPicture(r *http.Request, field string) (AcceptedPicture, error) {
	return h.receive(r, field, h.inBulk)
}

func (h *Handler) receive(r *http.Request, field string, byUser *limit.Limiter) (AcceptedPicture, error) {
	caller := httpapi.IdentityOf(r.Context())
	if err := byUser.Check(r.Context(), caller.UserID); err != nil {
		return AcceptedPicture{}, err
	}
	release, err := h.slots.acquire(r.Context(), caller.UserID, caller.Admin)
	if err != nil {
		return AcceptedPicture{}, err
	}
	defer release()
	if err := byUser.Count(r.Context(), caller.UserID); err != nil {
		return AcceptedPicture{}, err
	}
	return h.pictures.acceptForm(r, field)
}

// Drop removes an uploaded picture that just became unused. Errors are logged only: the change is
// already committed.
func (h *Handler) Drop(ctx context.Context, url string) {
	if err := h.pictures.Remove(context.WithoutCancel(ctx), url); err != nil {
		h.pictures.log.ErrorContext(ctx, "picture cannot be removed", "error", err.Error())
	}
}
