import { ExtensionCode } from "./extension-code.ts";
import { Listeners } from "./listeners.ts";
import { OpenSessions } from "./open-sessions.ts";
import { emptyRegistry, type Registry } from "./registry.ts";
import { States } from "./states.ts";

/** What the extensions of a program have in common. */
export interface World {
  readonly code: ExtensionCode;
  readonly registry: Registry;
  readonly listeners: Listeners;
  readonly sessions: OpenSessions;
  readonly states: States;
  /** Tells the person something of an extension; the same only once. */
  readonly warn: (extension: string, line: string) => void;
}

export const newWorld = (tell: (line: string) => void): World => {
  const told = new Set<string>();
  const warn = (extension: string, words: string): void => {
    const line = `The extension ${extension}: ${words}`;
    if (told.has(line)) return;
    told.add(line);
    tell(line);
  };
  return {
    code: new ExtensionCode(),
    registry: emptyRegistry(),
    listeners: new Listeners(),
    sessions: new OpenSessions(),
    states: new States(warn),
    warn,
  };
};
