package stripetest

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"kirana/internal/money"
)

// GiveBack refunds money of a paid session at Stripe's dashboard.
func (s *Stripe) GiveBack(ref string, amount money.Paise) (Event, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i, err := s.paidIntent(ref)
	if err != nil || amount > i.amount-i.refunded {
		return Event{}, errors.Join(err, errors.New("stripetest: more than is left"))
	}
	i.refunded += amount
	s.refunds = append(s.refunds, &refund{
		id: s.newID("re"), intent: i.id, status: "succeeded", amount: amount, currency: i.currency, metadata: map[string]string{}, created: s.clock.Now(),
	})
	return s.recordObject("charge.refunded", chargeObject(i)), nil
}

// ChargeRefunded returns the event that Stripe sends after any refund, including the shop's own.
func (s *Stripe) ChargeRefunded(ref string) (Event, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i, err := s.paidIntent(ref)
	if err != nil {
		return Event{}, err
	}
	return s.recordObject("charge.refunded", chargeObject(i)), nil
}

// RefundFailed makes the bank refuse the newest refund of a paid session.
func (s *Stripe) RefundFailed(ref string) (Event, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i, err := s.paidIntent(ref)
	if err != nil {
		return Event{}, err
	}
	for _, r := range slices.Backward(s.refunds) {
		if r.intent == i.id && r.status == "succeeded" {
			r.status = "failed"
			i.refunded -= r.amount
			return s.recordObject("refund.failed", refundObject(r)), nil
		}
	}
	return Event{}, errors.New("stripetest: nothing was given back")
}

// Dispute sets the dispute of a paid session. kind is the event's ("created", "funds_withdrawn",
// "closed"), status the dispute's.
func (s *Stripe) Dispute(ref, kind, status string) (Event, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i, err := s.paidIntent(ref)
	if err != nil {
		return Event{}, err
	}
	i.dispute = status
	return s.recordObject("charge.dispute."+kind, disputeObject(i)), nil
}

func (s *Stripe) paidIntent(ref string) (*intent, error) {
	session, ok := s.sessions[ref]
	if !ok || session.intent == "" || s.intents[session.intent].status != "succeeded" {
		return nil, errors.New("stripetest: the session is not paid")
	}
	return s.intents[session.intent], nil
}

// recordObject stores an event about an object.
func (s *Stripe) recordObject(kind string, about object) Event {
	id := s.newID("evt")
	raw, err := json.Marshal(object{
		"id": id, "object": "event", "api_version": "2026-08-26.dahlia", "created": s.clock.Now().Unix(),
		"data": object{"object": about}, "livemode": false, "pending_webhooks": 1,
		"request": object{"id": nil, "idempotency_key": nil}, "type": kind,
	})
	if err != nil {
		panic(err)
	}
	e := Event{ID: id, Type: kind, Raw: raw}
	s.events = append(s.events, e)
	return e
}

func chargeID(i *intent) string { return strings.Replace(i.id, "pi_", "ch_", 1) }

func chargeObject(i *intent) object {
	return object{
		"id": chargeID(i), "object": "charge", "livemode": false, "amount": int64(i.amount), "amount_captured": int64(i.amount),
		"amount_refunded": int64(i.refunded), "application": nil, "application_fee": nil, "application_fee_amount": nil,
		"balance_transaction": nil, "billing_details": object{"address": nil, "email": nil, "name": nil, "phone": nil, "tax_id": nil},
		"calculated_statement_descriptor": nil, "captured": true, "created": i.created.Unix(), "currency": i.currency, "customer": nil,
		"description": nil, "disputed": i.dispute != "", "failure_balance_transaction": nil, "failure_code": nil, "failure_message": nil,
		"fraud_details": object{}, "metadata": i.metadata, "on_behalf_of": nil, "outcome": nil, "paid": true, "payment_intent": i.id,
		"payment_method": nil, "payment_method_details": nil, "receipt_email": nil, "receipt_number": nil, "receipt_url": nil,
		"refunded": i.refunded == i.amount, "review": nil, "shipping": nil, "source_transfer": nil, "statement_descriptor": nil,
		"statement_descriptor_suffix": nil, "status": "succeeded", "transfer_data": nil, "transfer_group": nil,
	}
}

func disputeObject(i *intent) object {
	return object{
		"id": strings.Replace(i.id, "pi_", "dp_", 1), "object": "dispute", "amount": int64(i.amount), "balance_transactions": []any{},
		"charge": chargeID(i), "created": i.created.Unix(), "currency": i.currency, "enhanced_eligibility_types": []any{},
		"evidence": object{"enhanced_evidence": object{}}, "evidence_details": object{
			"due_by": nil, "enhanced_eligibility": object{}, "has_evidence": false, "past_due": false, "submission_count": 0,
		}, "is_charge_refundable": false, "livemode": false, "metadata": object{}, "payment_intent": i.id,
		"reason": "fraudulent", "status": i.dispute,
	}
}

// retrieveIntent handles RetrieveIntent.
func (s *Stripe) retrieveIntent(id string, form url.Values) response {
	i, ok := s.intents[id]
	if !ok {
		return refusal(http.StatusNotFound, "invalid_request_error", "resource_missing")
	}
	o := intentObject(i)
	if i.status == "succeeded" {
		o["latest_charge"] = chargeID(i)
		if slices.Contains(form["expand[0]"], "latest_charge") {
			o["latest_charge"] = chargeObject(i)
		}
	}
	return response{http.StatusOK, o}
}

// listDisputes handles ListDisputes.
func (s *Stripe) listDisputes(form url.Values) response {
	found := []object{}
	if i, ok := s.intents[form.Get("payment_intent")]; ok && i.dispute != "" {
		found = append(found, disputeObject(i))
	}
	return page("/v1/disputes", found, form)
}
