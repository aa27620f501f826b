UPDATE stock_movements SET note = 'from the wholesaler' WHERE reason = 'opening';
