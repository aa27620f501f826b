UPDATE orders SET wish = 'CALL' WHERE id = 'o3';
