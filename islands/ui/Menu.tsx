import { type ReactNode, useId, useRef } from "react";
import { Icon, type IconName } from "./Icon.tsx";
import { placeBelow } from "./placeBelow.ts";

export interface MenuItem {
  label: string;
  icon: IconName;
  run(): void;
  /** Shown only on a phone, where the buttons it repeats have no room. */
  onlyPhone?: boolean;
}

interface Props {
  /** The button's name, and what it shows. */
  label: string;
  children: ReactNode;
  className?: string;
  items: MenuItem[];
}

/** A button with more to choose from below it. */
export function Menu({ label, children, className = "", items }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const pop = useRef<HTMLDivElement>(null);

  return (
    <>
      <button
        ref={button}
        className={`btn ${className}`}
        type="button"
        aria-label={label}
        popoverTarget={id}
        onClick={() => placeBelow(button.current, pop.current)}
      >
        {children}
      </button>
      <div ref={pop} className="pop menu" id={id} popover="auto">
        <ul className="opts">
          {items.map((item) => (
            <li key={item.label} className={item.onlyPhone ? "only-phone" : ""}>
              <button
                className="opt"
                type="button"
                onClick={() => {
                  pop.current?.hidePopover();
                  item.run();
                }}
              >
                <Icon name={item.icon} />
                <span>{item.label}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
