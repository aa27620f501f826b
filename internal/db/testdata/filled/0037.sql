INSERT INTO addresses (id, user_id, address_line, city, state, pincode, country, mobile, receiver, landmark, created_at, updated_at)
VALUES ('mother', 'ravi', '7 Temple Street', 'Pune', 'Maharashtra', '411002', 'India', '9876543211', 'Lakshmi Rao', 'Near the well', '2026-01-17 09:00:00', '2026-01-17 09:00:00');
