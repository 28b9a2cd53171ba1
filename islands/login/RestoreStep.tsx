import { describeClosed } from "../../domain/agencies/closedAgency.ts";
import type { SignedIn } from "../../domain/agencies/team.ts";
import { today } from "../../domain/dates.ts";
import { strictObject } from "../../domain/fields.ts";
import { send } from "../browser/api.ts";
import { chooseAgency, signOut } from "../browser/session.ts";
import { Button } from "../ui/Button.tsx";
import { useAppForm } from "../ui/useAppForm.ts";
import { Cover, enter, SIGN_IN_BLURBS } from "./Cover.tsx";

interface Props {
  signedIn: SignedIn;
}

const NOTHING = strictObject({});

/** The only step for the owner of a closed agency: to restore it. */
export function RestoreStep({ signedIn }: Props) {
  const { closed } = signedIn;
  const form = useAppForm({
    needs: "nothing",
    values: {},
    schema: NOTHING,
    save: () => {
      chooseAgency(signedIn);
      return send("POST", "/api/agency/restore");
    },
    onSaved: () => enter("Agency restored"),
    otherwise: "Failed to restore the agency",
  });
  return (
    <Cover
      form={form}
      title={`${signedIn.user.agencyName} is closed`}
      text={closed ? describeClosed(closed, today()) : ""}
      verb="Restore agency"
      busy="Restoring..."
      blurbs={SIGN_IN_BLURBS}
      foot={<Button look="link" label="Sign in as someone else" onClick={signOut} />}
    >
      <p className="soft">Restoring brings back everything, and all members can sign in again.</p>
    </Cover>
  );
}
