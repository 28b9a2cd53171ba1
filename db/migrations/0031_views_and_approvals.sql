CREATE INDEX `audit_log_views` ON `audit_log` (`agency_id`,payload ->> '$._id') WHERE action = 'VIEW';--> statement-breakpoint
CREATE INDEX `approvals_of_bill` ON `approvals` (`agency_id`,`bill_id`) WHERE state = 'waiting' AND bill_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `approvals_of_transaction` ON `approvals` (`agency_id`,`transaction_id`) WHERE state = 'approved';