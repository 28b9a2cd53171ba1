import { Component, type ComponentType, type ReactNode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { Toasts } from "../ui/Toasts.tsx";
import { provideIdentityDialogs } from "./identityDialogs.ts";
import { showWaitingToast } from "./toasts.ts";

/** Hydrates the island that the server rendered: same component, same ids. */
export function mount(name: string, Island: ComponentType): void {
  const root = document.querySelector<HTMLElement>(`[data-island="${name}"]`);
  const toasts = document.getElementById("toasts");
  if (!root || !toasts) throw new Error(`The page has no island ${name}`);

  provideIdentityDialogs({
    confirmIdentity: async (run) =>
      (await import("../ui/confirmIdentity.tsx")).confirmIdentity(run),
    signInAgain: async (user) => (await import("../ui/SignInAgain.tsx")).signInAgain(user),
  });
  hydrateRoot(
    root,
    <Boundary onCrash={(error) => showCrash(root, error)}>
      <Island />
    </Boundary>,
  );
  createRoot(toasts).render(<Toasts />);
  showWaitingToast();
}

interface BoundaryProps {
  children: ReactNode;
  onCrash(error: unknown): void;
}

/** Only a class can catch errors in its children. */
class Boundary extends Component<BoundaryProps, { hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  override componentDidCatch(error: unknown): void {
    this.setState({ hasCrashed: true }, () => this.props.onCrash(error));
  }

  override render(): ReactNode {
    return this.state.hasCrashed ? null : this.props.children;
  }
}

/** Shows the error in place of the island, which is empty by now. */
function showCrash(root: HTMLElement, error: unknown): void {
  console.error(error);
  const title = document.createElement("h1");
  title.textContent = "Unexpected Application Error!";
  const cause = document.createElement("p");
  cause.textContent = error instanceof Error ? error.message : String(error);
  const again = document.createElement("a");
  again.className = "btn";
  again.href = location.href;
  again.textContent = "Try again";
  const box = document.createElement("div");
  box.className = "empty crash";
  box.append(title, cause, again);
  root.replaceChildren(box);
}
