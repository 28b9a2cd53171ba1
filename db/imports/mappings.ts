import { NewSavedMapping, type SavedMapping } from "../../domain/csv/mapping.ts";
import { nameKey } from "../../domain/names.ts";
import { recordStore } from "../engine/records.ts";
import { refuseTakenName } from "../ledger/names.ts";
import { importMappings } from "../schema/imports.ts";

export const mappingStore = recordStore({
  entity: "ImportMapping",
  name: "Mapping",
  table: importMappings,
  schema: NewSavedMapping,
  orderBy: [importMappings.nameKey],
  toRecord: ({ id, name, headings, mapping }): SavedMapping => ({
    _id: id,
    name,
    headings,
    mapping,
  }),
  toColumns: (input) => ({ ...input, nameKey: nameKey(input.name) }),
  beforeWrite: (tx, tenant, { id, input }) =>
    refuseTakenName(tx, tenant, importMappings, "mapping", { name: input.name, id }),
});
