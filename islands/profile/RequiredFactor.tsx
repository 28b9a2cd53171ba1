import type { Readiness } from "../../domain/agencies/secondFactors.ts";
import { formatMoment } from "../../domain/dates.ts";
import { send, toastError } from "../browser/api.ts";
import { showToast } from "../browser/toasts.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Checkbox } from "../ui/Checkbox.tsx";
import { Icon } from "../ui/Icon.tsx";
import { useBusy } from "../ui/useBusy.ts";

interface Props {
  agencyName: string;
  /** Whether the owner has a second factor themself. */
  hasOne: boolean;
  isRequired: boolean;
  onChanged(): void;
}

/** Whether an agency requires a second factor, and which members have one. */
export function RequiredFactor({ agencyName, hasOne, isRequired, onChanged }: Props) {
  const { data } = useFetch<{ members: Readiness[] }>(
    "/api/users/second-factors",
    toastError("Failed to load members’ second factors"),
  );
  const [isBusy, toggle] = useBusy(async () => {
    try {
      await send("PUT", "/api/metadata", { requireSecondFactor: !isRequired });
      showToast(
        "success",
        isRequired ? "Second factor no longer required" : "Second factor required",
      );
      onChanged();
    } catch (failure) {
      toastError("Failed to save")(failure);
    }
  });
  return (
    <section className="panel" aria-labelledby="required-factor">
      <div className="panel-head">
        <h2 id="required-factor">{`Second factor at ${agencyName}`}</h2>
      </div>
      <div className="panel-body stack">
        {(hasOne || isRequired) && (
          <Checkbox
            name="requireSecondFactor"
            label="Require a second factor"
            isOn={isRequired}
            onChange={() => isBusy || toggle()}
          />
        )}
        <p className="help">
          {hasOne || isRequired
            ? "Members without a passkey or authenticator app must set one up at their next sign-in before " +
              "they see any data."
            : "First add your own passkey or authenticator app; then you can require one."}
        </p>
        {data && (
          <ul className="set-list grid framed round-8 text-13" aria-label="Members">
            {data.members.map((member) => (
              <li className="grid items-center gap-0-12" key={member._id}>
                <Icon name={isReady(member) ? "shield-check" : "triangle-alert"} />
                <span className="truncate">
                  <span className="strong">{member.name}</span>
                  <span className="muted small">{factorsInWords(member)}</span>
                </span>
                <span className={`pill ${isReady(member) ? "pill-pos" : "pill-warn"}`}>
                  {isReady(member) ? "Ready" : "Not ready"}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

const isReady = ({ passkeys, hasApp }: Readiness) => passkeys > 0 || hasApp;

function factorsInWords({ passkeys, hasApp, signedInAt }: Readiness): string {
  const keys = passkeys > 0 && `${passkeys} ${passkeys === 1 ? "passkey" : "passkeys"}`;
  const factors = [keys, hasApp && "authenticator app"].filter(Boolean).join(", ");
  const last = signedInAt ? `; last signed in ${formatMoment(signedInAt)}` : "";
  return `${factors || "has neither"}${last}`;
}
