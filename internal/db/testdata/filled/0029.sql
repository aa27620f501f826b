UPDATE cash_given_back SET paid_by = 'CASH';
