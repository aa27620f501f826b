package settings

import (
	"encoding/json"
	"slices"
	"strings"

	"kirana/internal/unicodetext"
)

// Rider is a person who delivers orders.
type Rider struct {
	Name     string   `json:"name" maxLength:"60" doc:"Name of the rider, unique regardless of case."`
	Pincodes []string `json:"pincodes,omitempty" doc:"Pincodes of the rider. An order to one of them is assigned to this rider unless another is named. A pincode belongs to one rider only."`
}

// UnmarshalJSON replaces the whole rider: encoding/json would merge it into the slice's existing element.
func (r *Rider) UnmarshalJSON(b []byte) error {
	type plain Rider
	var sent plain
	err := json.Unmarshal(b, &sent)
	*r = Rider(sent)
	return err
}

const (
	maxRiders    = 100
	maxRiderName = 60 // characters
)

// RiderFor returns the name of an order's rider: the named one, in the list's spelling if listed; without a name, the
// rider of the pincode, or "".
func (s Settings) RiderFor(name, pincode string) string {
	for _, r := range s.Riders {
		if name != "" && unicodetext.Key(r.Name) == unicodetext.Key(name) || name == "" && slices.Contains(r.Pincodes, pincode) {
			return r.Name
		}
	}
	return name
}

// normalizeRiders trims names and normalizes pincodes.
func normalizeRiders(riders []Rider) []Rider {
	normal := make([]Rider, len(riders))
	for i, r := range riders {
		normal[i].Name = strings.TrimSpace(unicodetext.Compose(strings.Map(printable, r.Name)))
		for _, text := range r.Pincodes {
			pincode, _ := unicodetext.Pincode(text)
			normal[i].Pincodes = append(normal[i].Pincodes, pincode)
		}
		normal[i].Pincodes = sortedSet(normal[i].Pincodes)
	}
	return normal
}

func (c *check) riders(riders []Rider) {
	c.require(len(riders) <= maxRiders, "riders", "There can be at most %d riders.", maxRiders)
	names, owners := map[string]bool{}, map[string]string{}
	for _, r := range riders {
		c.require(r.Name != "", "riders", "Please enter the name of each rider.")
		c.require(len([]rune(r.Name)) <= maxRiderName && !unicodetext.Lines(r.Name), "riders", "A rider's name is one line of at most %d characters.", maxRiderName)
		key := unicodetext.Key(r.Name)
		c.require(!names[key], "riders", "%s is in the list twice.", r.Name)
		names[key] = true
		for _, pincode := range r.Pincodes {
			c.require(pincodeForm.MatchString(pincode), "riders", "A pincode must have six digits.")
			c.require(owners[pincode] == "", "riders", "%s has two riders: %s and %s.", pincode, owners[pincode], r.Name)
			owners[pincode] = r.Name
		}
	}
}
