/** Programs whose session files can be imported. */
export const ORIGINS = ["coxswain", "pi", "claude", "codex"] as const;
export type Origin = (typeof ORIGINS)[number];
