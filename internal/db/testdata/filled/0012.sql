UPDATE checkouts SET paid_at = stage_at WHERE id IN ('k1', 'k2');
UPDATE checkouts SET searchable = TRUE;
