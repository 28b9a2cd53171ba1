import { LinkButton } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";

/** For an agency without a transaction: what to do first, in place of empty charts. */
export function FirstSteps({ accounts }: { accounts: number }) {
  const steps = [
    {
      done: accounts > 0,
      title: "Add your accounts",
      text: "Bank, cash and wallets, each with its opening balance",
      href: "/settings/masters#new",
      verb: "Add an account",
    },
    {
      done: false,
      title: "Bring in what you have",
      text: "A CSV of your transactions; accounts and categories in it are made for you",
      href: "/transactions#import",
      verb: "Import a CSV",
    },
    {
      done: false,
      title: "Record a transaction",
      text: "Income or expense, in a few keys",
      href: "/transactions#new",
      verb: "Add Transaction",
    },
  ];
  return (
    <section className="panel" aria-labelledby="first-steps">
      <div className="panel-head">
        <h2 id="first-steps">Set up your books</h2>
      </div>
      <ul>
        {steps.map(({ done, title, text, href, verb }) => (
          <li className={`check ${done ? "done" : ""}`} key={title}>
            <Icon name={done ? "circle-check" : "circle"} />
            <div>
              <div className="strong">{title}</div>
              <div className="cell-sub">{text}</div>
            </div>
            {done ? <span className="sr-only">Done</span> : <LinkButton label={verb} href={href} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
