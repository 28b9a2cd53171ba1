import { useState, useSyncExternalStore } from "react";
import type { User } from "../../domain/team.ts";
import { readSession } from "../browser/session.ts";
import { PageTitle } from "../parts/Allowed.tsx";
import { NameForm } from "./NameForm.tsx";
import { PasswordForm } from "./PasswordForm.tsx";

/** One's own name and password. */
export default function Profile() {
  const isAwake = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  const user = isAwake ? readSession()?.user : undefined;
  return (
    <>
      <PageTitle title="Profile" />
      {user && <Forms user={user} />}
    </>
  );
}

function Forms({ user }: { user: User }) {
  // Each save starts its form anew, with nothing left to save.
  const [turn, setTurn] = useState(0);
  const again = () => setTurn(turn + 1);
  return (
    <div className="agency-form stack">
      <section className="panel" aria-labelledby="you">
        <div className="panel-head">
          <h2 id="you">You</h2>
        </div>
        <NameForm key={`name ${turn}`} user={user} onSaved={again} />
      </section>
      <section className="panel" aria-labelledby="password">
        <div className="panel-head">
          <h2 id="password">Password</h2>
        </div>
        <PasswordForm key={`password ${turn}`} email={user.email} onSaved={again} />
      </section>
      <p className="small">
        <a href="/docs">The API, for programs of your own</a>
      </p>
    </div>
  );
}
