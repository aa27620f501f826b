package install

import (
	"context"
	"slices"
	"strings"
)

// ServiceName is the name of the Windows service.
const ServiceName = "Kirana"

// Serve serves the shop until its context ends.
type Serve func(ctx context.Context) error

// mergeEnvironment returns the settings of a Windows service: those it has, overridden by the KIRANA_,
// AWS_ and OTEL_ variables of the current environment. An empty variable removes a setting.
func mergeEnvironment(have, current []string) []string {
	result := slices.Clone(have)
	for _, variable := range current {
		name, value, _ := strings.Cut(variable, "=")
		if !slices.ContainsFunc([]string{"KIRANA_", "AWS_", "OTEL_"}, func(prefix string) bool { return strings.HasPrefix(name, prefix) }) {
			continue
		}
		result = slices.DeleteFunc(result, func(old string) bool { return strings.HasPrefix(old, name+"=") })
		if value != "" {
			result = append(result, variable)
		}
	}
	slices.Sort(result)
	return result
}
