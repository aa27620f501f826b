INSERT INTO checkout_words (word, checkout_id) VALUES ('1001', 'k1'), ('ravi', 'k1'), ('1002', 'k2'), ('1003', 'k3');
