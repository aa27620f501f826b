UPDATE stock_movements SET user_id = 'asha' WHERE reason = 'opening';
