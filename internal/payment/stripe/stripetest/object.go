package stripetest

import (
	"net/url"
	"strconv"
	"strings"
)

// object is a JSON object of Stripe's API.
type object = map[string]any

// sessionObject returns the session as Stripe writes it, with the payment's ID or, if whole, the
// payment's object.
func (s *Stripe) sessionObject(from *session, whole bool) object {
	email := orNull(from.form.Get("customer_email"))
	o := object{
		"id": from.id, "object": "checkout.session", "livemode": false, "mode": "payment",
		"created": from.created.Unix(), "expires_at": from.expires.Unix(),
		"status": from.status, "payment_status": from.paid,
		"amount_subtotal": int64(from.amount), "amount_total": int64(from.amount), "currency": from.currency,
		"client_reference_id": orNull(from.form.Get("client_reference_id")), "metadata": nested(from.form, "metadata"),
		"success_url": orNull(from.form.Get("success_url")), "cancel_url": orNull(from.form.Get("cancel_url")),
		"customer": nil, "customer_email": email, "customer_creation": "if_required",
		"adaptive_pricing": object{"enabled": false}, "after_expiration": nil, "allow_promotion_codes": nil,
		"automatic_tax":              object{"enabled": false, "liability": nil, "provider": nil, "status": nil},
		"billing_address_collection": nil, "client_secret": nil, "consent": nil, "consent_collection": nil,
		"custom_fields": []any{}, "invoice": nil, "locale": nil, "payment_link": nil, "recovered_from": nil,
		"custom_text": object{
			"after_submit": nil, "shipping_address": nil, "submit": nil, "terms_of_service_acceptance": nil,
		},
		"customer_details": nil, "payment_intent": nil, "url": nil,
		"payment_method_collection": "if_required", "payment_method_configuration_details": nil,
		"payment_method_options": object{"card": object{"request_three_d_secure": "automatic"}},
		"payment_method_types":   []any{"card"}, "phone_number_collection": object{"enabled": false},
		"saved_payment_method_options": nil, "setup_intent": nil, "shipping_address_collection": nil,
		"shipping_cost": nil, "shipping_options": []any{}, "submit_type": nil, "subscription": nil,
		"total_details": object{"amount_discount": 0, "amount_shipping": 0, "amount_tax": 0}, "ui_mode": "hosted_page",
	}
	if from.status == "open" {
		o["url"] = "https://checkout.stripe.test/c/pay/" + from.id
		if from.scriptedURL != "" {
			o["url"] = from.scriptedURL
		}
	}
	if email != nil {
		o["customer_details"] = object{
			"address": nil, "business_name": nil, "email": email, "individual_name": nil, "name": nil,
			"phone": nil, "tax_exempt": "none", "tax_ids": nil,
		}
	}
	if from.intent != "" {
		o["payment_intent"] = from.intent
		if whole {
			o["payment_intent"] = intentObject(s.intents[from.intent])
		}
	}
	return o
}

func intentObject(from *intent) object {
	o := object{
		"id": from.id, "object": "payment_intent", "livemode": false, "created": from.created.Unix(),
		"status": from.status, "amount": int64(from.amount), "amount_received": 0, "amount_capturable": 0,
		"currency": from.currency, "metadata": from.metadata, "capture_method": "automatic",
		"confirmation_method": "automatic", "payment_method_types": []any{"card"}, "last_payment_error": nil,
	}
	switch from.status {
	case "succeeded":
		o["amount_received"] = int64(from.amount)
	case "requires_payment_method":
		o["last_payment_error"] = object{"type": "card_error", "code": "payment_intent_payment_attempt_failed", "message": Words}
	}
	return o
}

func refundObject(from *refund) object {
	return object{
		"id": from.id, "object": "refund", "amount": int64(from.amount), "balance_transaction": nil,
		"charge": strings.Replace(from.intent, "pi_", "ch_", 1), "created": from.created.Unix(),
		"currency": from.currency, "metadata": from.metadata, "payment_intent": from.intent, "reason": nil,
		"receipt_number": nil, "source_transfer_reversal": nil, "status": from.status, "transfer_reversal": nil,
	}
}

func orNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// nested returns the parameters name[key]=value by key.
func nested(form url.Values, name string) map[string]string {
	found := map[string]string{}
	for parameter, values := range form {
		if key, ok := strings.CutPrefix(parameter, name+"["); ok && strings.HasSuffix(key, "]") {
			found[strings.TrimSuffix(key, "]")] = values[0]
		}
	}
	return found
}

func number(text string) (int64, bool) {
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil
}
