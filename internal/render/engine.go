// Package render renders the storefront's public pages on the server, by running the web app in a
// JavaScript engine, and caches them.
package render

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"modernc.org/quickjs"
)

const (
	// rendersPerEngine is the number of pages after which an engine is replaced: JavaScript
	// libraries leak about half a megabyte per page.
	rendersPerEngine = 50
	// renderTimeout limits rendering one page, which usually takes a twentieth of this time.
	renderTimeout = 5 * time.Second
	// renderRetry is the time after which a page that failed is rendered again: the timeout may have
	// passed because the machine was busy.
	renderRetry = time.Minute
)

// Request is an anonymous request to the shop's own API.
type Request struct {
	Method string
	Path   string // includes the query
	Body   string
}

// Response is the response to a Request.
type Response struct {
	Status int    `json:"status"`
	Body   string `json:"body"` // JSON
}

// engine is a JavaScript engine that has loaded the app. It renders one page at a time.
type engine struct {
	vm      *quickjs.VM
	timeout time.Duration
	renders int
	fetch   func(Request) Response // set during a render
}

// newEngine loads the app from its bytecode; timeout limits each page.
func newEngine(bytecode []byte, timeout time.Duration) (*engine, error) {
	vm, err := quickjs.NewVM()
	if err != nil {
		return nil, fmt.Errorf("make a JavaScript engine: %w", err)
	}
	e := &engine{vm: vm, timeout: timeout}
	err = errors.Join(vm.SetEvalTimeout(timeout), vm.RegisterHostFunc("callShop", e.callShop))
	if err == nil {
		_, err = vm.EvalBytecode(bytecode)
	}
	if err != nil {
		_ = vm.Close()
		return nil, fmt.Errorf("load the app into the JavaScript engine: %w", err)
	}
	return e, nil
}

// compile returns the bytecode of the app for newEngine.
func compile(script []byte) ([]byte, error) {
	vm, err := quickjs.NewVM()
	if err != nil {
		return nil, fmt.Errorf("make a JavaScript engine: %w", err)
	}
	defer func() { _ = vm.Close() }()
	bytecode, err := vm.Compile(string(script), quickjs.EvalGlobal)
	if err != nil {
		return nil, fmt.Errorf("compile the app: %w", err)
	}
	return bytecode, nil
}

func (e *engine) callShop(arguments []any) (any, error) {
	var request Request
	for i, part := range []*string{&request.Method, &request.Path, &request.Body} {
		if i < len(arguments) {
			*part, _ = arguments[i].(string)
		}
	}
	response, err := json.Marshal(e.fetch(request))
	return string(response), err
}

// render returns the HTML of the root element of the page at an address. It calls fetch only while
// it runs. After an error, the engine must not be used again.
func (e *engine) render(address, branding string, fetch func(Request) Response) (string, error) {
	e.renders++
	e.fetch = fetch
	timer := time.AfterFunc(e.timeout, e.vm.Interrupt)
	defer timer.Stop()
	if _, err := e.vm.Call("startRendering", address, branding); err != nil {
		return "", fmt.Errorf("begin to render %s: %w", address, err)
	}
	if _, err := e.vm.ExecutePendingJobs(); err != nil {
		return "", fmt.Errorf("render %s: %w", address, err)
	}
	const result = "rendered.error ? (() => { throw new Error(rendered.error) })() : rendered.html"
	page, err := e.vm.Eval(result, quickjs.EvalGlobal)
	if err != nil {
		return "", fmt.Errorf("render %s: %w", address, err)
	}
	html, finished := page.(string)
	if !finished {
		return "", fmt.Errorf("render %s: it never ends", address)
	}
	return html, nil
}

func (e *engine) close() { _ = e.vm.Close() }
