package install

import (
	"maps"
	"slices"
	"strings"
)

const settingsHeader = `# The shop's settings, a line each: docs/operating.md lists them.
# After a change: systemctl restart kirana
`

// parseSettings parses a file in the format of systemd's EnvironmentFile=.
func parseSettings(text string) map[string]string {
	variables := map[string]string{}
	for line := range strings.Lines(text) {
		if name, value, ok := parseSetting(line); ok {
			variables[name] = value
		}
	}
	return variables
}

func parseSetting(line string) (name, value string, ok bool) {
	line = strings.TrimSpace(line)
	if line == "" || line[0] == '#' || line[0] == ';' {
		return "", "", false
	}
	name, value, ok = strings.Cut(line, "=")
	value = strings.TrimSpace(value)
	if len(value) >= 2 && (value[0] == '"' || value[0] == '\'') && value[len(value)-1] == value[0] {
		value = value[1 : len(value)-1]
	}
	return strings.TrimSpace(name), value, ok
}

// withSettings returns the file with the variables set and everything else unchanged.
func withSettings(text string, variables map[string]string) string {
	if text == "" {
		text = settingsHeader
	}
	remaining := maps.Clone(variables)
	var result strings.Builder
	for line := range strings.Lines(text) {
		name, _, ok := parseSetting(line)
		value, replaced := variables[name]
		switch _, first := remaining[name]; {
		case !ok || !replaced:
			result.WriteString(strings.TrimSuffix(line, "\n") + "\n")
		case first:
			result.WriteString(name + "=" + value + "\n")
			delete(remaining, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(remaining)) {
		result.WriteString(name + "=" + remaining[name] + "\n")
	}
	return result.String()
}
