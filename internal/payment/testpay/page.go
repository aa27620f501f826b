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

// shown is what the page says.
type shown struct {
	Amount money.Paise
	Lines  []shownLine
	State  payment.SessionState
	Action string // where the buttons' forms go, without what they do
	Back   string // to the shop
}

type shownLine struct {
	Name     string
	Quantity int
	Total    money.Paise
}

// deeds are what one can do on the page: in which state of the session, and what
// it becomes.
var deeds = map[string]struct{ from, to payment.SessionState }{
	"pay":     {payment.SessionOpen, payment.SessionPaid},
	"later":   {payment.SessionOpen, payment.SessionProcessing},
	"decline": {payment.SessionOpen, payment.SessionFailed},
	"arrive":  {payment.SessionProcessing, payment.SessionPaid},
	"bounce":  {payment.SessionProcessing, payment.SessionFailed},
}

// Handler serves the pages, everything under Prefix.
func (p *Provider) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+Prefix+"page.css", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/css; charset=utf-8")
		w.Header().Set("Cache-Control", "max-age=300")
		_, _ = w.Write(pageCSS)
	})
	mux.HandleFunc("GET "+Prefix+"{ref}", p.show)
	mux.HandleFunc("POST "+Prefix+"{ref}/{deed}", p.do)
	return mux
}

func (p *Provider) show(w http.ResponseWriter, r *http.Request) {
	s, ok := p.visited(w, r)
	if !ok {
		return
	}
	v := shown{Amount: s.amount(), State: s.State, Action: Prefix + s.Ref + "/", Back: p.inShop(s.Terms.CancelURL)}
	if s.State == payment.SessionPaid || s.State == payment.SessionProcessing {
		v.Back = p.inShop(s.Terms.SuccessURL)
	}
	for _, l := range s.Terms.Lines {
		v.Lines = append(v.Lines, shownLine{l.Name, l.Quantity, money.Paise(l.Paise).Times(l.Quantity)})
	}
	var b bytes.Buffer
	if err := page.Execute(&b, v); err != nil {
		p.broken(w, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Robots-Tag", "noindex")
	_, _ = w.Write(b.Bytes())
}

// do is a button. Leaving the page changes nothing: the shopper may come back to
// it until the shop ends the session.
func (p *Provider) do(w http.ResponseWriter, r *http.Request) {
	s, ok := p.visited(w, r)
	if !ok {
		return
	}
	name := r.PathValue("deed")
	if name == "cancel" {
		http.Redirect(w, r, p.inShop(s.Terms.CancelURL), http.StatusSeeOther)
		return
	}
	deed, known := deeds[name]
	if !known {
		http.NotFound(w, r)
		return
	}
	if s.State != deed.from {
		http.Redirect(w, r, Prefix+s.Ref, http.StatusSeeOther)
		return
	}
	s, err := p.change(r.Context(), s.Ref, deed.from, deed.to)
	if err != nil {
		p.broken(w, err)
		return
	}
	next := Prefix + s.Ref // somebody else was faster
	switch {
	case s.State != deed.to:
	case deed.to == payment.SessionFailed:
		next = p.inShop(s.Terms.CancelURL)
	default:
		next = p.inShop(s.Terms.SuccessURL)
	}
	http.Redirect(w, r, next, http.StatusSeeOther)
}

// visited finds the session of the page; without one it has answered already.
func (p *Provider) visited(w http.ResponseWriter, r *http.Request) (session, bool) {
	s, err := p.find(r.Context(), r.PathValue("ref"))
	if errors.Is(err, db.ErrNoRow) {
		http.NotFound(w, r)
		return session{}, false
	}
	if err != nil {
		p.broken(w, err)
		return session{}, false
	}
	return s, true
}

func (p *Provider) broken(w http.ResponseWriter, err error) {
	p.log.Error("the test payment page", "error", err.Error())
	http.Error(w, "Something went wrong", http.StatusInternalServerError)
}

// inShop is an address of the shop without the shop's name: whatever name the
// page was opened under, the shopper stays there.
func (p *Provider) inShop(address string) string {
	if path, ok := strings.CutPrefix(address, p.public); ok && strings.HasPrefix(path, "/") {
		return path
	}
	return "/"
}
