/** The response to discarding a draft and its number. */
export interface Removed {
  message: string;
  removed: true;
}

export const toDiscarded = (number: string): Removed => ({
  message: `Draft ${number} was discarded. The next document will use its number.`,
  removed: true,
});
