// Package audit is the shop's activity log: who did what to what, when and from where. An entry is
// written in the transaction of its action, so that neither exists without the other. Entries are
// changed only to erase a person, and deleted after 400 days.
package audit

import (
	"context"
	"time"

	"kirana/internal/db"
	"kirana/internal/id"
	"kirana/internal/language"
)

// Actor performs an action. The zero Actor is the program itself.
type Actor struct {
	UserID  string
	Name    string
	Address string // the client's network address
}

type actorKey struct{}

// WithActor returns a context whose actions are recorded as the actor's.
func WithActor(ctx context.Context, actor Actor) context.Context {
	return context.WithValue(ctx, actorKey{}, actor)
}

// ActorOf returns the actor of a context; the zero Actor if none was set.
func ActorOf(ctx context.Context) Actor {
	actor, _ := ctx.Value(actorKey{}).(Actor)
	return actor
}

// Entry describes one action. Object, Before and After are stored phrases (language.Phrase.Store), or text that is the
// same in every language: names, amounts and codes. Before and After are empty for an action that changes no value.
type Entry struct {
	What   string // a code: noun, dot, verb ("checkout.stage", "settings.update", "login.failed")
	Object string // the object's name for people: "#1042", a product's name
	// ObjectID is the id of the affected user, for erasing them; otherwise "".
	ObjectID string
	Before   string
	After    string
}

// PaidBy returns the word for a payment method (CASH, CARD, BANK, UPI) in an entry; empty for "".
func PaidBy(method string) language.Phrase {
	switch method {
	case "CASH":
		return language.Word("cash")
	case "CARD":
		return language.Word("card")
	case "BANK":
		return language.Word("bank transfer")
	}
	return language.Word(method)
}

// Record is a stored entry.
type Record struct {
	ID      string    `db:"id" json:"_id"`
	At      time.Time `db:"created_at" json:"at"`
	WhoID   string    `db:"actor_id" json:"whoId"`
	Who     string    `db:"actor_name" json:"who" doc:"Name of the actor. Empty: the program itself, or unknown."`
	What    string    `db:"what" json:"what"`
	Object  string    `db:"object" json:"object"`
	Before  string    `db:"before" json:"before"`
	After   string    `db:"after" json:"after"`
	Address string    `db:"address" json:"address" doc:"Network address of the client."`
	// ObjectID is Entry.ObjectID; only ErasePerson uses it.
	ObjectID string `db:"object_id" json:"-"`
}

// in translates the record. It translates Who only if WhoID is empty: Who is then a name that the program gave, such
// as "Command line".
func (r Record) in(lang string) Record {
	r.Object, r.Before, r.After = language.Stored(r.Object).In(lang), language.Stored(r.Before).In(lang), language.Stored(r.After).In(lang)
	if r.WhoID == "" {
		r.Who = language.Word(r.Who).In(lang)
	}
	return r
}

// maxText bounds a stored text, in bytes: the whole text of a page would make the log unreadable.
const maxText = 500

// Write records actions of the context's actor in their transaction; at is their time, in UTC.
func Write(ctx context.Context, tx *db.Tx, at time.Time, entries ...Entry) error {
	actor := ActorOf(ctx)
	records := make([]Record, len(entries))
	for i, e := range entries {
		records[i] = Record{
			ID: id.New(), At: at, WhoID: actor.UserID, Who: actor.Name, Address: actor.Address,
			What: e.What, Object: shorten(e.Object), ObjectID: e.ObjectID, Before: shorten(e.Before), After: shorten(e.After),
		}
	}
	return insert(ctx, tx, records)
}

// shorten cuts a text longer than maxText at a character boundary. A stored phrase is measured and cut by its English
// text.
func shorten(text string) string {
	if english := language.Stored(text).In(language.English); english != text {
		if len(english) <= maxText {
			return text
		}
		text = english
	}
	if len(text) <= maxText {
		return text
	}
	end := maxText
	for end > 0 && text[end]&0xC0 == 0x80 {
		end--
	}
	return text[:end] + "…"
}
