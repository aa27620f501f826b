UPDATE checkouts SET claim_open = TRUE WHERE id = 'k3';
