package order

import (
	"context"
	"encoding/json"
	"time"

	"kirana/internal/account"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/id"
	"kirana/internal/language"
)

// undoWindow is how long an action can be undone. It is shorter than mailDelay, so that an undone
// action is not mailed.
const undoWindow = 10 * time.Second

// ActorKind is the role in which an actor changes an order.
type ActorKind string

// The kinds of actors.
const (
	ByShopper ActorKind = "shopper"
	ByStaff   ActorKind = "staff"
	BySystem  ActorKind = "system"
)

// Actor is a person, or the program, acting on an order.
type Actor struct {
	Kind      ActorKind
	UserID    string
	Name      string
	StaffRole account.StaffRole // of a member of staff; programs act as managers
	// Version is the version of the order that the actor saw. Later changes make the action fail with
	// fault.Conflict, except ticks, prints, mails, and changes of the packer or the note. 0: not checked.
	Version int
}

// manages reports whether the actor is the owner or a manager.
func (a Actor) manages() bool { return a.StaffRole == account.Owner || a.StaffRole == account.Manager }

// event is one entry of an order's timeline, as stored.
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

// eventDetails are the details of an event, stored as JSON.
type eventDetails struct {
	Text   language.Phrase `json:"text"` // what was done, after the actor's name: "packed it"
	Before string          `json:"before,omitempty"`
	After  string          `json:"after,omitempty"`
}

// TimelineEntry is the JSON of one event of an order.
type TimelineEntry struct {
	At   time.Time `json:"at"`
	Who  string    `json:"who" doc:"Name of the actor, as shown to staff. To the shopper it is 'shop' or 'you'."`
	What string    `json:"what" doc:"Code of the event: placed, stage, lines, changed, replaced, added, status, paid, claim, refused, canceled, undone, printed …."`
	Text string    `json:"text" doc:"Description of the event that follows the name: 'packed it'."`
	// Before and After are for staff only.
	Before string `json:"before,omitempty" doc:"Value before the change, as text. Staff only."`
	After  string `json:"after,omitempty" doc:"Value after the change, as text. Staff only."`
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

// lastEvent reads the last event of an order that makes an earlier version stale: not a tick, a
// packer, a note, a print or a mail.
func lastEvent(ctx context.Context, q db.Querier, orderID string) (event, error) {
	return db.Get[event](ctx, q, `
		SELECT `+eventColumns+` FROM checkout_events WHERE checkout_id = $1 AND what NOT IN ('ticked', 'packer', 'note', 'printed', 'mail') ORDER BY id DESC LIMIT 1`, orderID)
}

func (e event) details() eventDetails {
	var d eventDetails
	_ = json.Unmarshal([]byte(e.Details), &d) // our own JSON; if decoding fails the entry has no text
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

// sentence returns who did what at what time, as a sentence for the refusal of an action on a
// changed order.
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

// deliveryWords are the names of delivery statuses.
var deliveryWords = map[Delivery]language.Phrase{
	Pending: language.Word("pending"), Delivered: language.Word("delivered"), Canceled: language.Word("canceled"),
}

// stageWords describe a move to each stage.
var stageWords = map[Stage]language.Phrase{
	StageNew: language.Word("put it back to new"), StagePacking: language.Word("accepted it"), StagePacked: language.Word("packed it"),
	StageOut: language.Word("sent it out"), StageDone: language.Word("delivered it"),
}
