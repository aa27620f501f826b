package db

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
)

// JSON is a column that holds V as JSON text.
type JSON[T any] struct{ V T }

// Value encodes V.
func (j JSON[T]) Value() (driver.Value, error) { return JSONText(j.V) }

// Scan decodes V.
func (j *JSON[T]) Scan(src any) error { return ScanJSON(src, &j.V) }

// JSONText encodes a value as JSON text, for a type that is itself a driver.Valuer.
func JSONText(value any) (driver.Value, error) {
	b, err := json.Marshal(value)
	return string(b), err
}

// ScanJSON decodes JSON text into target, for a type that is itself an sql.Scanner.
func ScanJSON(src, target any) error {
	switch text := src.(type) {
	case string:
		return json.Unmarshal([]byte(text), target)
	case []byte:
		return json.Unmarshal(text, target)
	}
	return fmt.Errorf("expected JSON text, got %T", src)
}
