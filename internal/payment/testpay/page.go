package testpay

import (
	"bytes"
	_ "embed"
	"errors"
	"html/template"
	"net/http"
	"strings"

	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/payment"
)

//go:embed page.html
var pageHTML string

//go:embed page.css
var pageCSS []byte

var page = template.Must(template.New("page").Parse(pageHTML))

// pageView is the data of the page template.
type pageView struct {
	Amount money.Paise
	Lines  []pageLine
	State  payment.SessionState
	Action string // the path of the form actions, without the button's name
	Back   string // the path back to the shop
}

type pageLine struct {
	Name     string
	Quantity int
	Total    money.Paise
}

// transitions maps each button to the session state that it requires and the one it leads to.
var transitions = map[string]struct{ from, to payment.SessionState }{
	"pay":     {payment.SessionOpen, payment.SessionPaid},
	"later":   {payment.SessionOpen, payment.SessionProcessing},
	"decline": {payment.SessionOpen, payment.SessionFailed},
	"arrive":  {payment.SessionProcessing, payment.SessionPaid},
	"bounce":  {payment.SessionProcessing, payment.SessionFailed},
}

// Handler serves the payment pages, under Prefix.
func (p *Provider) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+Prefix+"page.css", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/css; charset=utf-8")
		w.Header().Set("Cache-Control", "max-age=300")
		_, _ = w.Write(pageCSS)
	})
	mux.HandleFunc("GET "+Prefix+"{ref}", p.show)
	mux.HandleFunc("POST "+Prefix+"{ref}/{action}", p.do)
	return mux
}

func (p *Provider) show(w http.ResponseWriter, r *http.Request) {
	s, ok := p.findSession(w, r)
	if !ok {
		return
	}
	v := pageView{Amount: s.amount(), State: s.State, Action: Prefix + s.Ref + "/", Back: p.shopAddress(s.Terms.V.CancelURL)}
	if s.State == payment.SessionPaid || s.State == payment.SessionProcessing {
		v.Back = p.shopAddress(s.Terms.V.SuccessURL)
	}
	for _, l := range s.Terms.V.Lines {
		v.Lines = append(v.Lines, pageLine{l.Name, l.Quantity, money.Paise(l.Paise).Times(l.Quantity)})
	}
	var b bytes.Buffer
	if err := page.Execute(&b, v); err != nil {
		p.fail(w, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Robots-Tag", "noindex")
	if p.addresses.Page != p.addresses.Shop {
		// Browsers apply form-action to the redirect after a form, too.
		h.Set("Content-Security-Policy", strings.Replace(h.Get("Content-Security-Policy"), "form-action 'self'", "form-action 'self' "+p.addresses.Shop, 1))
	}
	_, _ = w.Write(b.Bytes())
}

// do handles a button. Leaving the page changes nothing: the shopper may return until the session
// ends.
func (p *Provider) do(w http.ResponseWriter, r *http.Request) {
	s, ok := p.findSession(w, r)
	if !ok {
		return
	}
	name := r.PathValue("action")
	if name == "cancel" {
		http.Redirect(w, r, p.shopAddress(s.Terms.V.CancelURL), http.StatusSeeOther)
		return
	}
	action, known := transitions[name]
	if !known {
		http.NotFound(w, r)
		return
	}
	if s.State != action.from {
		http.Redirect(w, r, Prefix+s.Ref, http.StatusSeeOther)
		return
	}
	s, err := p.change(r.Context(), s.Ref, action.from, action.to)
	if err != nil {
		p.fail(w, err)
		return
	}
	next := Prefix + s.Ref // another request was faster
	switch {
	case s.State != action.to:
	case action.to == payment.SessionFailed:
		next = p.shopAddress(s.Terms.V.CancelURL)
	default:
		next = p.shopAddress(s.Terms.V.SuccessURL)
	}
	http.Redirect(w, r, next, http.StatusSeeOther)
}

// findSession returns the session of the page. If it returns false, it has written an error
// response.
func (p *Provider) findSession(w http.ResponseWriter, r *http.Request) (session, bool) {
	s, err := p.find(r.Context(), r.PathValue("ref"))
	if errors.Is(err, db.ErrNoRow) {
		http.NotFound(w, r)
		return session{}, false
	}
	if err != nil {
		p.fail(w, err)
		return session{}, false
	}
	return s, true
}

func (p *Provider) fail(w http.ResponseWriter, err error) {
	p.log.Error("the test payment page", "error", err.Error())
	http.Error(w, "Something went wrong", http.StatusInternalServerError)
}

// shopAddress returns an address of the shop; another address becomes the shop's home page. It omits
// the host if the page is on the shop's own server, so that the shopper stays on the host that they
// used.
func (p *Provider) shopAddress(address string) string {
	path, found := strings.CutPrefix(address, p.addresses.Shop)
	if !found || !strings.HasPrefix(path, "/") {
		path = "/"
	}
	if p.addresses.Page == p.addresses.Shop {
		return path
	}
	return p.addresses.Shop + path
}
