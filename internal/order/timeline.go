package order

import (
	"context"
	"encoding/json"
	"time"

	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/id"
	"kirana/internal/language"
)

// undoWindow is the time in which an action can be undone; mails wait longer.
const undoWindow = 10 * time.Second

// ActorKind is the role in which someone acts on an order.
type ActorKind string

// Kinds of actors.
const (
	ByShopper ActorKind = "shopper"
	ByStaff   ActorKind = "staff"
	BySystem  ActorKind = "system"
)

// Actor acts on a certain version of an order.
type Actor struct {
	Kind   ActorKind
	UserID string
	Name   string
	// Version is the order's version that the actor saw. If anything but ticks, the packer or
	// the note has changed since, the action is a fault.Conflict. 0 checks nothing.
	Version int
}

// event is one line of an order's timeline.
type event struct {
	ID        string     `db:"id"`
	OrderID   string     `db:"checkout_id"`
	Actor     ActorKind  `db:"actor"`
	ActorID   string     `db:"actor_id"`
	ActorName string     `db:"actor_name"`
	What      string     `db:"what"`
	Details   string     `db:"details"`
	Undo      string     `db:"undo"`
	UndoneAt  *time.Time `db:"undone_at"`
	CreatedAt time.Time  `db:"created_at"`
}

// eventDetails are the values in a timeline event's sentence, stored as JSON.
type eventDetails struct {
	Text   language.Phrase `json:"text"` // the action, after the actor's name: "packed it"
	Before string          `json:"before,omitempty"`
	After  string          `json:"after,omitempty"`
}

// TimelineEntry is one event of an order.
type TimelineEntry struct {
	At   time.Time `json:"at"`
	Who  string    `json:"who" doc:"a name for staff; for the shopper 'shop' or 'you'"`
	What string    `json:"what" doc:"a code: placed, stage, lines, changed, replaced, added, status, paid, claim, refused, canceled, undone, printed …"`
	Text string    `json:"text" doc:"what was done, after the name: 'packed it'"`
	// Before and After are for staff.
	Before string `json:"before,omitempty" doc:"what it was before, as text; for staff only"`
	After  string `json:"after,omitempty" doc:"what it is since, as text; for staff only"`
}

func insertEvents(ctx context.Context, tx *db.Tx, events ...event) error {
	return db.Insert(ctx, tx, `
		INSERT INTO checkout_events (id, checkout_id, actor, actor_id, actor_name, what, details, undo, undone_at, created_at)
		VALUES (:id, :checkout_id, :actor, :actor_id, :actor_name, :what, :details, :undo, :undone_at, :created_at)`, events...)
}

func newEvent(orderID string, actor Actor, code string, details eventDetails, at time.Time) (event, error) {
	text, err := json.Marshal(details)
	return event{
		ID: id.New(), OrderID: orderID, Actor: actor.Kind, ActorID: actor.UserID, ActorName: actor.Name,
		What: code, Details: string(text), CreatedAt: at,
	}, err
}

const eventColumns = `id, checkout_id, actor, actor_id, actor_name, what, details, undo, undone_at, created_at`

func eventsOf(ctx context.Context, q db.Querier, orderID string) ([]event, error) {
	return db.All[event](ctx, q, `SELECT `+eventColumns+` FROM checkout_events WHERE checkout_id = $1 ORDER BY id`, orderID)
}

// lastEvent reads the last action on an order, except ticks and prints.
func lastEvent(ctx context.Context, q db.Querier, orderID string) (event, error) {
	return db.Get[event](ctx, q, `
		SELECT `+eventColumns+` FROM checkout_events WHERE checkout_id = $1 AND what NOT IN ('ticked', 'printed', 'mail') ORDER BY id DESC LIMIT 1`, orderID)
}

func (e event) details() eventDetails {
	var d eventDetails
	_ = json.Unmarshal([]byte(e.Details), &d) // our own JSON; if it fails the entry has no text
	return d
}

// entry returns the event in a language, for staff or for the order's shopper.
func (e event) entry(lang string, forShopper bool) TimelineEntry {
	who, details := e.ActorName, e.details()
	switch {
	case forShopper && e.Actor == ByShopper:
		who = "you"
	case forShopper:
		who = "shop"
	}
	entry := TimelineEntry{At: e.CreatedAt, Who: who, What: e.What, Text: details.Text.In(lang)}
	if !forShopper {
		entry.Before, entry.After = language.Stored(details.Before).In(lang), language.Stored(details.After).In(lang)
	}
	return entry
}

// sentence says who did what and when, for the refusal of a stale action.
func (e event) sentence() language.Phrase {
	who := language.NewPhrase("%s", e.ActorName)
	switch {
	case e.Actor == BySystem:
		who = language.Word("The shop")
	case e.ActorName == "":
		who = language.Word("Somebody")
	}
	return language.NewPhrase("%s %s at %s.", who, e.details().Text, language.Minute(e.CreatedAt.In(clock.India)))
}

// deliveryWords are the delivery statuses of lines.
var deliveryWords = map[Delivery]language.Phrase{
	Pending: language.Word("pending"), Delivered: language.Word("delivered"), Canceled: language.Word("canceled"),
}

// stageWords describe moving an order to each stage.
var stageWords = map[Stage]language.Phrase{
	StageNew: language.Word("put it back to new"), StagePacking: language.Word("accepted it"), StagePacked: language.Word("packed it"),
	StageOut: language.Word("sent it out"), StageDone: language.Word("delivered it"),
}
