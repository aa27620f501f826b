package httpapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"kirana/internal/fault"
)

// Form is the JSON body of a call. Its fields' tags are the documentation and the
// check in one: label, minLength, maxLength, minimum, maximum, minItems, maxItems,
// unit and each (the words for what a list holds and for one of it), lines:"several"
// for a text that may have line breaks, omitempty for "may be left out". Value is filled,
// trimmed and within them when the call's function runs. A missing body counts as
// an empty one.
type Form[T any] struct {
	Value T
	err   error
}

// UnmarshalJSON keeps what is wrong for Resolve, which can answer with the field.
func (f *Form[T]) UnmarshalJSON(b []byte) error {
	if trimmed := bytes.TrimSpace(b); len(trimmed) > 0 && trimmed[0] != '{' && !bytes.Equal(trimmed, []byte("null")) {
		f.err = fault.New(fault.Invalid, "not_an_object", "The request must be a JSON object.")
		return nil
	}
	err := json.Unmarshal(b, &f.Value)
	var wrongType *json.UnmarshalTypeError
	switch refusal := fault.Of(err); {
	case refusal != nil:
		f.err = refusal
	case errors.As(err, &wrongType) && wrongType.Field != "":
		f.err = refuseKind(f.fields(), wrongType)
	case err != nil:
		f.err = fault.New(fault.Invalid, "invalid_input", "The request has a value of the wrong type.")
	}
	return nil
}

func (f *Form[T]) fields() reflect.Type { return reflect.TypeFor[T]() }

func (f *Form[T]) refuse(refusal error) { f.err = refusal }

// refuseKind tells which field is not the list or the object that it should be.
func refuseKind(form reflect.Type, wrong *json.UnmarshalTypeError) error {
	field, ok := placeAt(form, wrong.Field)
	switch {
	case !ok:
		return fault.InField(wrong.Field, "This field cannot be used as it was sent.")
	case wrong.Type.Kind() == reflect.Slice:
		return fault.InField(field.path, "%s must be a list.", field.label())
	case field.kind() == reflect.Slice:
		return fault.InField(field.path, "%s has an entry that cannot be used.", field.label())
	}
	return fault.InField(field.path, "%s must be an object with fields.", field.label())
}

// Resolve checks the form once it is read.
func (f *Form[T]) Resolve(huma.Context) []error {
	if f.err != nil {
		return []error{f.err}
	}
	c := checker{}
	c.structure(reflect.ValueOf(&f.Value).Elem(), "")
	if err := fault.Form(c.wrong); err != nil {
		return []error{err}
	}
	return nil
}

// Schema documents the form as the object it holds.
func (Form[T]) Schema(r huma.Registry) *huma.Schema {
	return r.Schema(reflect.TypeFor[T](), true, "Form")
}
