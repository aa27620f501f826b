package pictures

import (
	"context"
	"fmt"
	"net/http"

	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/media"
)

// Receive stores the picture in a field of a multipart request, within the sender's limits.
type Receive func(r *http.Request, field string) (media.AcceptedPicture, error)

// Handler serves the calls for pictures in bulk.
type Handler struct {
	pictures *Service
	receive  Receive
}

// NewHandler returns a Handler.
func NewHandler(s *Service, receive Receive) *Handler { return &Handler{s, receive} }

// Routes registers all calls of the feature.
func (h *Handler) Routes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/product/pictures", Access: httpapi.Manager, Scope: httpapi.ScopeCatalog, Upload: "image", Budget: media.BulkBudget,
		Summary: "Add an image to the product that matches its file name, or store it as a proposal", Message: "The picture is received.",
	}, h.take)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/product/{id}/picture", Access: httpapi.Manager, Scope: httpapi.ScopeCatalog, Upload: "image", Budget: media.BulkBudget,
		Summary: "Append an image to a product", Message: "The picture is saved.",
	}, h.addTo)
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/product/pictures/proposals", Access: httpapi.Manager, Scope: httpapi.ScopeCatalog,
		Summary: "List the oldest 60 proposals: images that await a decision", Message: "The pictures that wait.",
	}, func(ctx context.Context, _ *struct{}) (Proposals, error) { return h.pictures.List(ctx) })
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/product/pictures/proposals", Access: httpapi.Manager, Scope: httpapi.ScopeCatalog,
		Summary: "Add proposed images to products, and skip others", Message: "Done.",
	}, h.decide)
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/product/pictures/links", Access: httpapi.Manager, Scope: httpapi.ScopeCatalog,
		Summary: "Retrieve the progress of fetching the images linked in price lists", Message: "The pictures of the lists.",
	}, func(ctx context.Context, _ *struct{}) (PictureLinks, error) { return h.pictures.Links(ctx) })
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/product/pictures/links", Access: httpapi.Manager, Scope: httpapi.ScopeCatalog,
		Summary: "Fetch the images linked in price lists, and retry those that failed", Message: "The pictures are being fetched.",
	}, func(ctx context.Context, _ *struct{}) (PictureLinks, error) { return h.pictures.ScheduleFetch(ctx) })
}

func (h *Handler) take(ctx context.Context, in *struct {
	httpapi.RawRequest
	File string `query:"file" maxLength:"300" doc:"File name with the folders of the zip file or upload. It is used for matching only."`
},
) (PictureOutcome, error) {
	if in.File == "" {
		return PictureOutcome{}, fault.InField("file", "The file's name is required.")
	}
	picture, err := h.receive(in.Request(), "image")
	if err != nil {
		return PictureOutcome{}, err
	}
	return h.pictures.Take(ctx, in.File, picture)
}

func (h *Handler) addTo(ctx context.Context, in *struct {
	httpapi.RawRequest
	ID string `path:"id"`
},
) (AddedPicture, error) {
	picture, err := h.receive(in.Request(), "image")
	if err != nil {
		return AddedPicture{}, err
	}
	return h.pictures.AddTo(ctx, in.ID, "photograph", picture)
}

// maxDecided limits the pictures of one decision.
const maxDecided = 100

type decisionForm struct {
	Take []choiceForm   `json:"take,omitempty" label:"Pictures" maxItems:"100" doc:"Images to add, at most 100."`
	Skip *[]httpapi.Ref `json:"skip,omitempty" label:"Skipped pictures" each:"The picture" doc:"IDs of proposals to skip, at most 100."`
}

type choiceForm struct {
	ID      httpapi.Ref `json:"_id" label:"Picture"`
	Product httpapi.Ref `json:"product" label:"Product"`
}

func (h *Handler) decide(ctx context.Context, in *struct{ Body httpapi.Form[decisionForm] }) (ProposalDecision, error) {
	form := in.Body.Value
	var choices []Choice
	for i, c := range form.Take {
		if c.ID.Value == "" || c.Product.Value == "" {
			return ProposalDecision{}, fault.InField(fmt.Sprintf("take[%d]", i), "Please choose a product.")
		}
		choices = append(choices, Choice{c.ID.Value, c.Product.Value})
	}
	var skipped []string
	if form.Skip != nil {
		for _, proposal := range *form.Skip {
			skipped = append(skipped, proposal.Value)
		}
	}
	if len(choices)+len(skipped) > maxDecided {
		return ProposalDecision{}, fault.InField("take", "At most %d pictures can be decided on at once.", maxDecided)
	}
	return h.pictures.Decide(ctx, choices, skipped)
}
