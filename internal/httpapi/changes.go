package httpapi

import (
	"encoding/json"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// SinceQuery is the query parameter by which a list returns only changes.
type SinceQuery struct {
	UpdatedSince string `query:"updatedSince" maxLength:"100" doc:"Returns only records that have changed since: a time in RFC 3339, or next of an earlier response. Oldest change first; a removed record is {_id, deletedAt}."`
}

// Changes is the response of a list with updatedSince.
type Changes[T any] struct {
	Envelope[[]Changed[T]]

	Next string `json:"next" doc:"Value of updatedSince for the next call, also when nothing has changed."`
}

// SchemaName returns the name of the schema in the API document.
func (Changes[T]) SchemaName() string { return schemaName(reflect.TypeFor[T](), "") + "Changes" }

// Changed is a changed record, or its removal.
type Changed[T any] struct {
	Record  *T
	Deleted Deleted
}

// Deleted is the removal of a record from a list.
type Deleted struct {
	ID        string    `json:"_id"`
	DeletedAt time.Time `json:"deletedAt"`
}

// MarshalJSON encodes the record or its removal.
func (c Changed[T]) MarshalJSON() ([]byte, error) {
	if c.Record != nil {
		return json.Marshal(*c.Record)
	}
	return json.Marshal(c.Deleted)
}

// Schema describes both forms in the API document.
func (Changed[T]) Schema(r huma.Registry) *huma.Schema {
	return &huma.Schema{AnyOf: []*huma.Schema{r.Schema(reflect.TypeFor[T](), true, ""), r.Schema(reflect.TypeFor[Deleted](), true, "")}}
}

// DocumentChanges documents that a registered list returns B or, with updatedSince, the Changes of
// T.
func DocumentChanges[B, T any](r *Router, call Route) {
	schemas := r.huma.OpenAPI().Components.Schemas
	response := operationOf(r.huma.OpenAPI().Paths["/api"+call.Path], call.Method).Responses["200"]
	response.Content["application/json"].Schema = &huma.Schema{AnyOf: []*huma.Schema{
		schemas.Schema(reflect.TypeFor[B](), true, "Envelope"), schemas.Schema(reflect.TypeFor[Changes[T]](), true, "Envelope"),
	}}
}
