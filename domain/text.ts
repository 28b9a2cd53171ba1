/**
 * Matches more combining marks than any script uses. NFC sorts marks in quadratic time: minutes for a
 * megabyte of them.
 */
const PILED = /\p{M}{31}/u;

/** Whether a text can be normalized in linear time. */
export const isPlainlyMarked = (text: string): boolean => !PILED.test(text);

// Control characters act on a terminal, and bidirectional overrides disguise a text. Joiners (needed by
// Indian scripts) and plain direction marks are allowed.

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused.
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same, but for the tab and the line feed.
const CONTROLS_OF_LONG_TEXT = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

/** Whether a line has no hidden characters. */
export const isCleanLine = (text: string): boolean => !CONTROLS.test(text);

/** Whether a text with line breaks and tabs has no other hidden characters. */
export const isCleanText = (text: string): boolean => !CONTROLS_OF_LONG_TEXT.test(text);

/**
 * Factor by which NFC can shorten a text at most. A text longer than this times the limit is too long
 * even after normalization.
 */
export const RAW = 4;

/**
 * Shortens a text for a file name, which has at most 255 bytes. Keeps the end, where long numbers
 * differ.
 */
export const endForFile = (text: string): string => [...text].slice(-60).join("");
