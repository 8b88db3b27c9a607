/** Reason why a request is refused, in one line. */
export interface Refusal {
  readonly status: 400 | 403 | 502;
  readonly reason: string;
}

const LONGEST = 500;

/** The reason as an HTTP status text: many programs show only that line of a refused connection. */
export const statusText = ({ reason }: Refusal): string => reason.replaceAll(/[^\x20-\x7e]/g, "?").slice(0, LONGEST);

export const malformed = (reason: string): Refusal => ({ status: 400, reason });
