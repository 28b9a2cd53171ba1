import type { Entity } from "../../domain/agencies/audit.ts";

/** `InvoiceSettings` → invoice settings */
export const nounOf = (entity: Entity): string =>
  entity.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
