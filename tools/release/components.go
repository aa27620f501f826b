package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// component is a library in the binary, or in the embedded web app.
type component struct {
	Name, Version string
	PURL          string // https://github.com/package-url/purl-spec
	License       string // by SPDX: https://spdx.org/licenses/
	Text          string // of the license, with its notices
}

// listComponents lists the compiled Go modules, the npm packages of the web app, and third-party
// data and pictures.
func listComponents() ([]component, error) {
	modules, err := listModules()
	if err != nil {
		return nil, err
	}
	packages, err := listPackages()
	if err != nil {
		return nil, err
	}
	materials, err := listMaterials()
	if err != nil {
		return nil, err
	}
	all := slices.Concat(modules, packages, materials)
	slices.SortFunc(all, func(a, b component) int { return strings.Compare(a.PURL, b.PURL) })
	return all, nil
}

func listModules() ([]component, error) {
	found := map[string]component{}
	for _, system := range systems {
		if err := addModules(found, system); err != nil {
			return nil, err
		}
	}
	return slices.Collect(maps.Values(found)), nil
}

// addModules adds the modules of the program for one system.
func addModules(found map[string]component, system string) error {
	cmd := exec.Command("go", "list", "-deps", "-json=Module", ".")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH=amd64")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("list the Go modules: %w", err)
	}
	decoder := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var listed struct {
			Module *struct {
				Path, Version, Dir string
				Main               bool
			}
		}
		if err := decoder.Decode(&listed); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		m := listed.Module
		if m == nil || m.Main || found[m.Path].Name != "" {
			continue
		}
		text, err := licenseText(m.Dir)
		if err != nil {
			return fmt.Errorf("%s: %w", m.Path, err)
		}
		found[m.Path] = component{m.Path, m.Version, "pkg:golang/" + m.Path + "@" + m.Version, kindOf(text), text}
	}
}

func listPackages() ([]component, error) {
	content, err := os.ReadFile(filepath.Join(root, "web", "package-lock.json"))
	if err != nil {
		return nil, err
	}
	var lock struct {
		Packages map[string]struct {
			Version, License string
			Dev, Optional    bool
		}
	}
	if err := json.Unmarshal(content, &lock); err != nil {
		return nil, err
	}
	var packages []component
	for path, p := range lock.Packages {
		_, name, found := cutLast(path, "node_modules/")
		if !found || p.Dev || p.Optional {
			continue
		}
		text, err := licenseText(filepath.Join(root, "web", filepath.FromSlash(path)))
		if err != nil && p.License == "" {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		packages = append(packages, component{name, p.Version, "pkg:npm/" + strings.Replace(name, "@", "%40", 1) + "@" + p.Version, p.License, text})
	}
	return packages, nil
}

func cutLast(text, separator string) (before, after string, found bool) {
	at := strings.LastIndex(text, separator)
	if at < 0 {
		return text, "", false
	}
	return text[:at], text[at+len(separator):], true
}

var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice)([.-].*)?$`)

// licenseText returns the license files of a folder, concatenated.
func licenseText(folder string) (string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return "", err
	}
	var texts []string
	for _, entry := range entries {
		if entry.IsDir() || !licenceFile.MatchString(entry.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(folder, entry.Name()))
		if err != nil {
			return "", err
		}
		texts = append(texts, strings.TrimSpace(string(text)))
	}
	if len(texts) == 0 {
		return "", errors.New("there is no licence file")
	}
	return strings.Join(texts, "\n\n"), nil
}

// kindOf recognizes a license by a characteristic sentence; "" if unknown.
func kindOf(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	for _, known := range [][2]string{
		{"Apache License Version 2.0", "Apache-2.0"},
		{"Apache License, Version 2.0", "Apache-2.0"},
		{"Mozilla Public License Version 2.0", "MPL-2.0"},
		{"Mozilla Public License, version 2.0", "MPL-2.0"},
		{"Permission is hereby granted, free of charge", "MIT"},
		{"Permission to use, copy, modify, and/or distribute this software", "ISC"},
		{"Permission to use, copy, modify, and distribute this software", "ISC"},
		{"Neither the name of", "BSD-3-Clause"},
		{"names of its contributors may not be used", "BSD-3-Clause"},
		{"Redistribution and use in source and binary forms", "BSD-2-Clause"},
		{"CC0 1.0 Universal", "CC0-1.0"},
		{"Creative Commons Attribution 4.0", "CC-BY-4.0"},
		{"This is free and unencumbered software released into the public domain", "Unlicense"},
	} {
		if strings.Contains(text, known[0]) {
			return known[1]
		}
	}
	return ""
}

// allowed are the licenses that permit distribution to anybody. Components whose license requires
// publishing changes (MPL) are not changed.
var allowed = []string{
	"MIT", "ISC", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "MPL-2.0", "0BSD", "CC0-1.0", "Unlicense", "OFL-1.1", "BlueOak-1.0.0", "Zlib", "CC-BY-4.0", "Unicode-DFS-2016",
}

// writeLicences writes the license of each component, optionally with its text, and fails for an
// unknown or disallowed one.
func writeLicences(w io.Writer, components []component, withText bool) error {
	var refused []string
	for _, c := range components {
		if !slices.Contains(allowed, c.License) {
			refused = append(refused, fmt.Sprintf("%s %s (%q)", c.Name, c.Version, c.License))
		}
		if _, err := fmt.Fprintf(w, "%-14s %s %s\n", c.License, c.Name, c.Version); err != nil {
			return err
		}
		if !withText {
			continue
		}
		if _, err := fmt.Fprintf(w, "\n%s\n\n%s\n\n", c.Text, strings.Repeat("-", 80)); err != nil {
			return err
		}
	}
	if len(refused) > 0 {
		return fmt.Errorf("the licence is unknown or not allowed: %s", strings.Join(refused, ", "))
	}
	return nil
}

// writeSBOM writes the bill of materials as CycloneDX 1.5 (https://cyclonedx.org/docs/1.5/json/),
// without a time, so that it is reproducible.
func writeSBOM(file, version string, components []component) error {
	type licence struct {
		ID string `json:"id"`
	}
	type entry struct {
		Type     string               `json:"type"`
		Name     string               `json:"name"`
		Version  string               `json:"version"`
		PURL     string               `json:"purl,omitempty"`
		Licences []map[string]licence `json:"licenses,omitempty"`
	}
	bill := struct {
		Format     string           `json:"bomFormat"`
		Spec       string           `json:"specVersion"`
		Version    int              `json:"version"`
		Metadata   map[string]entry `json:"metadata"`
		Components []entry          `json:"components"`
	}{"CycloneDX", "1.5", 1, map[string]entry{"component": {Type: "application", Name: "kirana", Version: version}}, nil}
	for _, c := range components {
		bill.Components = append(bill.Components, entry{"library", c.Name, c.Version, c.PURL, []map[string]licence{{"license": {c.License}}}})
	}
	text, err := json.MarshalIndent(bill, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o644)
}
