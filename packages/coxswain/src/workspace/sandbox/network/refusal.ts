/** Why a request is not passed on, in one line. */
export interface Refusal {
  readonly status: 400 | 403 | 502;
  readonly reason: string;
}

const LONGEST = 500;

/** The reason as it may stand in an answer's first line: of a connection that was refused many programs show that line and nothing else. */
export const statusText = ({ reason }: Refusal): string => reason.replaceAll(/[^\x20-\x7e]/g, "?").slice(0, LONGEST);

export const malformed = (reason: string): Refusal => ({ status: 400, reason });
