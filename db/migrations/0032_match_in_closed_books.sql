-- A match changes no figure, and neither does undoing it. What a match creates is in transactions and settlements, whose
-- own triggers refuse it in closed books.
DROP TRIGGER bank_lines_lock_update;
