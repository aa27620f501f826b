UPDATE checkouts SET claimed_at = '2026-01-15 12:30:00', claim_reference = '210987654321', problem = TRUE WHERE id = 'k3';
