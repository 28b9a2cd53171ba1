/**
 * More marks on one letter than any script writes. NFC puts marks in order, which costs the square of their
 * number: minutes for a text of a megabyte.
 */
const PILED = /\p{M}{31}/u;

/** Whether a text may be normalised: else that costs more than its length. */
export const isPlainlyMarked = (text: string): boolean => !PILED.test(text);

// Controls do what they say on a terminal, and those of direction show a text as another one than it is. The
// joiners stay (Indian scripts need them), and so do the plain marks of direction.

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused.
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same, but for the tab and the line feed.
const CONTROLS_OF_LONG_TEXT = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

/** Whether one line of text holds nothing but what is seen. */
export const isCleanLine = (text: string): boolean => !CONTROLS.test(text);

/** The same of a text with lines and tabs. */
export const isCleanText = (text: string): boolean => !CONTROLS_OF_LONG_TEXT.test(text);

/** NFC shortens a text to a quarter at most: what is this much too long is so without being normalised. */
export const RAW = 4;

/** A file's name has at most 255 bytes. Of a long number the end tells it from others. */
export const endForFile = (text: string): string => [...text].slice(-60).join("");
