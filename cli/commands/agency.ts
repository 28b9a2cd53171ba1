import type { Metadata } from "../../domain/agencies/agency.ts";
import { CONSTITUTIONS } from "../../domain/agencies/constitution.ts";
import { FORM_WORDS } from "../../domain/ledger/legalForm.ts";
import { sendJson } from "../api.ts";
import { parseChoice } from "../choice.ts";
import { type GlobalOptions, open } from "../open.ts";
import { oneLine } from "../output.ts";

/** Prints the agency, with its legal form set first if one is given. */
export async function showAgency(
  options: GlobalOptions & { constitution?: string },
): Promise<void> {
  const constitution = parseChoice("--constitution", options.constitution, CONSTITUTIONS);
  const { api, output } = open(options);
  const call = constitution ? sendJson("PUT", { constitution }) : {};
  const answer = await api.json<{ metadata: Metadata }>("/metadata", "metadata", call);
  const { agencyName, gstNumber, constitution: form } = answer.metadata;
  const words = [oneLine(agencyName), FORM_WORDS[form].name, gstNumber && `GSTIN ${gstNumber}`];
  await output.result(answer, () => words.filter(Boolean).join(", "));
}
