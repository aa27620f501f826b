package ucp

import (
	"kirana/internal/fault"
)

// Metadata is the protocol's part of a response.
type Metadata struct {
	Version      string                  `json:"version"`
	Status       string                  `json:"status" enum:"success,error"`
	Capabilities map[string][]capability `json:"capabilities" doc:"Capability that responded."`
}

func success(name string) Metadata {
	return Metadata{Version, "success", map[string][]capability{name: {{Version: Version}}}}
}

func failure(name string) Metadata {
	m := success(name)
	m.Status = "error"
	return m
}

// Message is a sentence about a response or about a part of the response.
type Message struct {
	Type     string `json:"type" enum:"error,warning,info"`
	Code     string `json:"code"`
	Path     string `json:"path,omitempty" doc:"JSONPath of the part to which the message refers."`
	Content  string `json:"content"`
	Severity string `json:"severity,omitempty" enum:"recoverable,unrecoverable" doc:"Severity of an error."`
}

func information(code, content string) Message {
	return Message{"info", code, "", content, ""}
}

func warning(code, path, content string) Message {
	return Message{"warning", code, path, content, ""}
}

// unrecoverable returns a message about a refusal that the agent cannot resolve.
func unrecoverable(lang, code string, refusal *fault.Error) Message {
	return Message{"error", code, "", refusal.Phrase().In(lang), "unrecoverable"}
}
