import type { ComponentProps, ReactNode } from "react";
import { hiddenFrom, type Permission } from "../../domain/roles.ts";
import { Icon, type IconName, Key } from "./Icon.tsx";

interface Look {
  look?: "primary" | "quiet" | "danger" | "link" | false;
  icon?: IconName;
  /** The text. Use `children` for anything more. */
  label?: ReactNode;
  /** The permission its action needs. Users without it do not see the button. */
  needs?: Permission | undefined;
  /** The shortcut shown on the button; `aria-keyshortcuts` announces it. */
  keyName?: string;
}

type ButtonProps = Look & { isBusy?: boolean } & Omit<ComponentProps<"button">, keyof Look>;

/** A button that submits a form only if its `type` says so. */
export function Button({ isBusy, type = "button", ...props }: ButtonProps) {
  return <button type={type} aria-busy={isBusy} {...drawn(props)} />;
}

export function LinkButton(props: Look & Omit<ComponentProps<"a">, keyof Look>) {
  return <a {...drawn(props)} />;
}

type Drawn = Look & { className?: string | undefined; children?: ReactNode };

function drawn<Props extends Drawn>({ look, icon, label, needs, keyName, ...props }: Props) {
  return {
    ...props,
    className: ["btn", look && `btn-${look}`, hiddenFrom(needs), props.className]
      .filter(Boolean)
      .join(" "),
    children: (
      <>
        {icon && <Icon name={icon} />}
        {label}
        {props.children}
        {keyName && <Key name={keyName} />}
      </>
    ),
  };
}

type IconButtonProps = Pick<Look, "needs"> & {
  icon: IconName;
  label: string;
} & ComponentProps<"button">;

/** A button with an icon only. Its label is for screen readers. */
export function IconButton({ icon, label, needs, className, ...props }: IconButtonProps) {
  const classes = ["icon-btn", hiddenFrom(needs), className].filter(Boolean).join(" ");
  return (
    <button className={classes} type="button" aria-label={label} {...props}>
      <Icon name={icon} />
    </button>
  );
}
