package order

import (
	"context"

	"kirana/internal/db"
)

// maxPhoneCustomers bounds the customers found by digits.
const maxPhoneCustomers = 10

// customersByMobile finds customers by digits of their mobile number, of a known number, or of a
// number in an address. Only a complete number uses the indexes.
func customersByMobile(ctx context.Context, q db.Querier, digits string) ([]PhoneCustomer, error) {
	match, pattern := "= $1", digits
	if len(digits) < mobileDigits {
		match, pattern = "LIKE $1", "%"+digits+"%"
	}
	return db.All[PhoneCustomer](ctx, q, `
		SELECT u.id, u.name, u.mobile, u.status
		FROM users u
		WHERE u.staff_role = '' AND u.id IN (
			SELECT id FROM users WHERE mobile `+match+`
			UNION ALL
			SELECT user_id FROM customer_mobiles WHERE mobile `+match+`
			UNION ALL
			SELECT user_id FROM addresses WHERE status = TRUE AND mobile `+match+`)
		ORDER BY CASE WHEN u.mobile = $2 THEN 0 ELSE 1 END, LOWER(u.name), u.id
		LIMIT $3`, pattern, digits, maxPhoneCustomers)
}

func customerByID(ctx context.Context, q db.Querier, userID string) (PhoneCustomer, error) {
	return db.Get[PhoneCustomer](ctx, q, `SELECT id, name, mobile, status FROM users WHERE id = $1 AND staff_role = '' AND merged_into = ''`, userID)
}
