// Changes of the demo by SQL, as someone with access to the database would make them.

const LATEST = (table: string, where = "1") => `(SELECT max(id) FROM ${table} WHERE ${where})`;
export const OWNER = "(SELECT min(id) FROM users WHERE role = 'owner')";

/** By effect; the last statement has to change a row. */
export const BY_HAND: Record<string, string[]> = {
  "inserts an owner": [
    `INSERT INTO people (email, password_hash, is_own_password)
      SELECT 'x@y.z', password_hash, 1 FROM people LIMIT 1`,
    `INSERT INTO users (agency_id, id, name, email, role, session_epoch, sign_in_mark, created_at)
      SELECT agency_id, 'forged', 'X', 'x@y.z', 'owner', 0, sign_in_mark, created_at
      FROM users WHERE id = ${OWNER}`,
  ],
  "gives a person another password": [
    `UPDATE people SET password_hash = password_hash || 'x'
      WHERE email = (SELECT email FROM users WHERE id = ${OWNER})`,
  ],
  "inserts a passkey": [
    `INSERT INTO passkeys (id, email, name, credential_id, handle, public_key, counter, transports,
        is_multi_device, is_backed_up, created_at)
      SELECT 'forged', email, 'X', 'forged', 'forged', x'00', 0, '[]', 0, 0, created_at
      FROM users WHERE id = ${OWNER}`,
  ],
  "replaces the secret of an authenticator app": [
    `UPDATE authenticator_apps SET secret = secret || 'x'`,
  ],
  "turns an authenticator app off": [`UPDATE authenticator_apps SET confirmed_at = ''`],
  "verifies an email": [`UPDATE people SET is_verified = NOT is_verified`],
  "requires a second factor": [`INSERT INTO required_factors SELECT id FROM agencies`],
  "closes an agency": [
    `INSERT INTO closed_agencies (agency_id, closed_at, closed_by, restorable_until)
      SELECT agency_id, created_at, id, '2099-01-01' FROM users WHERE id = ${OWNER}`,
  ],
  "makes staff an owner": [
    `UPDATE users SET role = 'owner' WHERE id = ${LATEST("users", "role = 'staff'")}`,
  ],
  "invites an owner": [
    `INSERT INTO invitations
        (agency_id, id, email, name, role, digest, created_by, created_at, expires_at)
      SELECT agency_id, 'forged', 'x@y.z', 'X', 'owner', 'digest', id, created_at, '2099-01-01'
      FROM users WHERE id = ${OWNER}`,
  ],
  "inserts an access token": [
    `INSERT INTO api_tokens (agency_id, id, user_id, name, digest, created_at)
      SELECT agency_id, 'forged', id, 'X', 'digest', created_at FROM users WHERE id = ${OWNER}`,
  ],
  "changes the account to pay to on sent invoices": [
    `UPDATE documents SET issued = json_set(issued, '$.settings.bankDetails.accountNumber', '999')
      WHERE family = 'INVOICES' AND status = 'SENT'`,
  ],
  "changes an opening balance": [`UPDATE ledger_openings SET paise = 123456`],
  "replaces a filed return": [`UPDATE filings SET file = '{}' WHERE id = ${LATEST("filings")}`],
  "changes the figures of a closed month": [
    `UPDATE closings SET figures = '{}' WHERE id = ${LATEST("closings")}`,
  ],
  "changes a series": [
    `UPDATE series SET template = json_set(template, '$.notes', 'x') WHERE id = ${LATEST("series")}`,
  ],
  "deletes a series": [`DELETE FROM series WHERE id = ${LATEST("series")}`],
  "inserts a share link": [
    `INSERT INTO share_links
        (agency_id, id, digest, entity, document_id, expires_on, created_by, created_at)
      SELECT agency_id, 'forged', 'digest', 'invoice', id, '', ${OWNER}, created_at
      FROM documents WHERE id = ${LATEST("documents", "family = 'INVOICES'")}`,
  ],
  "forges the acceptance of an estimate": [
    `UPDATE documents SET accepted_at = '2026-11-01T00:00:00.000Z' WHERE family = 'ESTIMATES'`,
  ],
  "removes a match": [`DELETE FROM matches WHERE id = ${LATEST("matches")}`],
  "changes a row of GSTR-2B": [
    `UPDATE gstr2b_rows SET igst_paise = igst_paise + 1 WHERE id = ${LATEST("gstr2b_rows")}`,
  ],
  "moves back the day to which a bank is closed": [
    `UPDATE bank_accounts SET closed_to = '2020-01-01'`,
  ],
  "changes the narration of a bank transaction": [
    `UPDATE bank_lines SET narration = 'x' WHERE id = ${LATEST("bank_lines")}`,
  ],
  "changes a bank's file": [`UPDATE statement_files SET bytes = x'00'`],
  "changes an imported transaction": [
    `UPDATE transactions SET amount_paise = amount_paise + 1
      WHERE id = ${LATEST("transactions", "import_id IS NOT NULL")}`,
  ],
  "deletes an imported transaction": [
    `DELETE FROM transactions WHERE id = ${LATEST("transactions", "import_id IS NOT NULL")}`,
  ],
  "inserts a transaction into an import": [
    `INSERT INTO transactions (agency_id, id, date, type, account_id, category_id, amount_paise, description,
        notes, fingerprint, import_id, is_edited, created_by)
      SELECT agency_id, 'forged', date, type, account_id, category_id, amount_paise, description, notes,
        fingerprint, import_id, 0, created_by
      FROM transactions WHERE id = ${LATEST("transactions", "import_id IS NOT NULL AND type = 'Expense'")}`,
  ],
  "writes no JSON into the journal": [
    `UPDATE row_images SET was = 'x' WHERE of_table IN ('clients', 'documents', 'transactions')`,
  ],
  "changes a row with its image": [
    `UPDATE row_images SET was = replace(was, '"email":"', '"email":"x') WHERE of_table = 'clients'`,
    `UPDATE clients SET email = 'x' || email`,
  ],
  "changes an entry of the audit log": [
    `UPDATE audit_log SET payload = payload || ' ' WHERE seq = (SELECT max(seq) / 2 FROM audit_log)`,
  ],
  "removes an entry of the audit log": [
    `DELETE FROM audit_log WHERE seq = (SELECT max(seq) / 2 FROM audit_log)`,
  ],
  "gives an entry of the audit log to another person": [
    `UPDATE audit_log SET user_id = (SELECT id FROM users WHERE id <> audit_log.user_id LIMIT 1)
      WHERE seq = (SELECT max(seq) / 2 FROM audit_log)`,
  ],
  "gives an entry of the audit log another time": [
    `UPDATE audit_log SET at = '2020-01-01T00:00:00.000Z' WHERE seq = (SELECT max(seq) / 2 FROM audit_log)`,
  ],
  "inserts a transaction": [
    `INSERT INTO transactions (agency_id, id, date, type, account_id, category_id, amount_paise, description,
        notes, fingerprint, is_edited, created_by)
      SELECT agency_id, 'forged', date, type, account_id, category_id, amount_paise, description, notes,
        'forged', 0, created_by
      FROM transactions WHERE id = ${LATEST("transactions", "type = 'Expense' AND category_id IS NOT NULL")}`,
  ],
  "changes a client": [
    `UPDATE clients SET display_name = display_name || 'x' WHERE id = ${LATEST("clients")}`,
  ],
  "changes a vendor": [
    `UPDATE vendors SET display_name = display_name || 'x' WHERE id = ${LATEST("vendors")}`,
  ],
  "changes the notes of an invoice": [
    `UPDATE documents SET notes = notes || 'x' WHERE id = ${LATEST("documents", "family = 'INVOICES'")}`,
  ],
  "changes the due date of an invoice": [
    `UPDATE documents SET due_date = '2030-01-01' WHERE id = ${LATEST("documents", "family = 'INVOICES'")}`,
  ],
  "changes a line of an invoice": [
    `UPDATE document_lines SET description = description || 'x'
      WHERE document_id = ${LATEST("documents", "family = 'INVOICES'")}`,
  ],
  "changes a settlement": [
    `UPDATE settlements SET amount_paise = amount_paise + 1 WHERE id = ${LATEST("settlements")}`,
  ],
  "changes the email of a member": [
    `INSERT INTO people (email, password_hash, is_own_password)
      SELECT 'x@y.z', password_hash, 1 FROM people LIMIT 1`,
    `UPDATE users SET email = 'x@y.z' WHERE id = ${OWNER}`,
  ],
  "changes the account to pay to in the settings": [
    `UPDATE invoice_settings SET bank_details = json_set(bank_details, '$.accountNumber', '999')`,
  ],
  "moves the lock back": [`UPDATE locks SET locked_to = '2020-01-01'`],
  "changes the name of an attachment": [
    `UPDATE attachments SET name = name || 'x' WHERE id = ${LATEST("attachments")}`,
  ],
  "changes the hash of an attachment": [
    `UPDATE attachments SET sha256 = sha256 || 'x' WHERE id = ${LATEST("attachments")}`,
  ],
  "deletes an attachment": [`DELETE FROM attachments WHERE id = ${LATEST("attachments")}`],
  "changes the ARN of a filed return": [
    `UPDATE filings SET arn = arn || 'x' WHERE id = ${LATEST("filings")}`,
  ],
  "changes the amount of a bank transaction": [
    `UPDATE bank_lines SET amount_paise = amount_paise + 1 WHERE id = ${LATEST("bank_lines")}`,
  ],
  "deletes a bank transaction": [
    `DELETE FROM bank_lines WHERE id = ${LATEST("bank_lines", "match_id IS NULL")}`,
  ],
  "changes the closing balance of a statement": [
    `UPDATE statements SET closing_paise = closing_paise + 1
      WHERE id = ${LATEST("statements", "closing_paise IS NOT NULL")}`,
  ],
  "opens an ended share link again": [
    `UPDATE share_links SET ended_by = NULL, ended_at = NULL WHERE ended_at IS NOT NULL`,
  ],
  "sets the reply-to address of mail": [
    `INSERT INTO mail_settings (agency_id, reply_to) SELECT id, 'x@y.z' FROM agencies`,
  ],
  "removes the last 40 entries of the audit log": [
    `DELETE FROM audit_log WHERE seq > (SELECT max(seq) - 40 FROM audit_log)`,
  ],
  "removes the views from the audit log": [`DELETE FROM audit_log WHERE action = 'VIEW'`],
};
