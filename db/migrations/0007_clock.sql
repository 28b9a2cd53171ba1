CREATE TABLE `clock` (
	`id` integer PRIMARY KEY NOT NULL,
	`tick` integer NOT NULL,
	CONSTRAINT "clock_is_one" CHECK("clock"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE `imports` ADD `held_until` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
INSERT INTO `clock` VALUES (1, 0);
