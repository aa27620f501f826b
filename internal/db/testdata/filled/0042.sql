INSERT INTO payment_movements (attempt_id, given_back, dispute, compared_at) SELECT id, 5000, 'OPEN', created_at FROM payment_attempts WHERE id = (SELECT MIN(id) FROM payment_attempts);
