CREATE TABLE `ended_sessions` (
	`digest` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `ended_sessions_by_end` ON `ended_sessions` (`expires_at`);