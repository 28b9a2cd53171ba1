// The first step that a new agency is at in this tab. Its pages then lead back to the dashboard.

const KEY = "bahi-step";

/** The step's title; undefined if there is none. */
export const currentStep = (): string | undefined => sessionStorage.getItem(KEY) ?? undefined;

export const beginStep = (title: string): void => sessionStorage.setItem(KEY, title);

export const endStep = (): void => sessionStorage.removeItem(KEY);
