import type { Policy } from "./policy.ts";

/** Allows everything that no stricter policy asks about or denies. */
export const allowAll = (): Policy => () => ({ verdict: "allow", reason: "everything is allowed" });

/** Allows reading inside the session's folder. */
export const readingInside = (): Policy => (request) =>
  request.effect === "read" && request.inside === true
    ? { verdict: "allow", reason: "reading inside the session's folder is allowed" }
    : undefined;

/** Allows every request of these tools. */
export const allowTools = (names: Iterable<string>): Policy => {
  const allowed = new Set(names);
  return ({ tool }) => (allowed.has(tool) ? { verdict: "allow", reason: `${tool} is allowed` } : undefined);
};
