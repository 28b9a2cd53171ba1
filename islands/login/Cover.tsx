import type { ReactNode } from "react";
import type { SignedIn } from "../../domain/agencies/team.ts";
import type { Failure } from "../browser/api.ts";
import { fetchAgency } from "../browser/features.ts";
import { storeSession } from "../browser/session.ts";
import { showToast, showToastAfterNavigation } from "../browser/toasts.ts";
import { FormNotices, SubmitButton } from "../ui/Form.tsx";
import { Icon, type IconName, Mark } from "../ui/Icon.tsx";
import { leaveFor } from "../ui/unsaved.ts";
import type { AppForm } from "../ui/useAppForm.ts";

/** Returns what a form does after signing in. `welcome` is shown on the dashboard. */
export const createSignIn = (welcome: string) => ({
  onSaved: (signedIn: SignedIn) => {
    storeSession(signedIn);
    return enter(welcome);
  },
  otherwise: FAILED,
  onFailure: ({ message }: Failure) => showToast("error", message || FAILED),
});

/** Opens the dashboard after signing in. */
export async function enter(welcome: string): Promise<never> {
  await fetchAgency();
  showToastAfterNavigation("success", welcome);
  return leaveFor(() => location.replace("/dashboard"));
}

const FAILED = "An error occurred";

export const SIGN_IN_BLURBS: CoverProps["blurbs"] = [
  { icon: "file-text", text: "Invoice Management" },
  { icon: "chart-no-axes-column", text: "Financial Reports" },
  { icon: "shield-check", text: "Secure & Private" },
];

export interface CoverProps {
  form: AppForm;
  title: string;
  text: string;
  /** False for a page without a form. */
  verb?: string | false | undefined;
  busy: string;
  /** The link to the other page. */
  foot: ReactNode;
  blurbs: { icon: IconName; text: string }[];
  children: ReactNode;
}

/** The pages before signing in: a form, with the cover of a book next to it. */
export function Cover({ form, title, text, verb, busy, foot, blurbs, children }: CoverProps) {
  return (
    <div className="auth">
      <main className="auth-form">
        <Brand />
        {/* If it is submitted before hydration, the password must not end up in the URL. */}
        <form {...form.props} className="auth-box grid gap-16 mid-page" method="post">
          <div>
            <h1 className="text-26">{title}</h1>
            <p className="soft mt-4">{text}</p>
          </div>
          <FormNotices form={form} />
          {children}
          {verb && (
            <SubmitButton form={form} label={verb} busy={busy} className="btn-lg btn-block" />
          )}
          <p className="soft">{foot}</p>
        </form>
        <p className="muted small">Made for GST. Every figure in rupees.</p>
      </main>
      <aside className="cover grid gap-40 relative clip" aria-label="About bahi">
        <svg className="stitch" aria-hidden="true">
          <line x1="1.5" x2="1.5" y1="14" y2="100%" />
        </svg>
        <Brand className="on-cover" />
        <p className="cover-title">Modern accounting made simple</p>
        <Leaf />
        <ul className="blurbs grid text-13 strong">
          {blurbs.map(({ icon, text }) => (
            <li className="row gap-8" key={text}>
              <Icon name={icon} />
              {text}
            </li>
          ))}
        </ul>
      </aside>
    </div>
  );
}

function Brand({ className = "" }: { className?: string }) {
  return (
    <div className={`auth-brand row gap-8 ${className}`}>
      <Mark />
      <span className="wordmark text-20">bahi</span>
    </div>
  );
}

const LEAF = [
  ["18 Nov", "Saffron Kitchens, retainer", "+₹1,47,500.00"],
  ["19 Nov", "Studio rent", "−₹68,440.00"],
  ["21 Nov", "Meridian Realty, part payment", "+₹1,50,000.00"],
  ["21 Nov", "Google Workspace", "−₹16,816.80"],
] as const;

/** A page of an account book, hidden from screen readers. */
function Leaf() {
  return (
    <div className="leaf round-10 text-13" aria-hidden="true">
      {LEAF.map(([day, what, amount]) => (
        <div key={what}>
          <span className="d num">{day}</span>
          <span>{what}</span>
          <span className={`num ${amount.startsWith("+") ? "in" : ""}`}>{amount}</span>
        </div>
      ))}
      <div className="sum">
        <span className="d" />
        <span>Week’s surplus</span>
        <span className="num">₹2,12,243.20</span>
      </div>
    </div>
  );
}
