import { ExtensionCode } from "./extension-code.ts";
import { Listeners } from "./listeners.ts";
import { OpenSessions } from "./open-sessions.ts";
import { emptyRegistry, type Registry } from "./registry.ts";
import { States } from "./states.ts";

/** Dependencies that all extensions of a program share. */
export interface World {
  readonly code: ExtensionCode;
  readonly registry: Registry;
  readonly listeners: Listeners;
  readonly sessions: OpenSessions;
  readonly states: States;
  /** Warns the user about an extension. A repeated line is shown once. */
  readonly warn: (extension: string, line: string) => void;
}

export const newWorld = (tell: (line: string) => void): World => {
  const reported = new Set<string>();
  const warn = (extension: string, words: string): void => {
    const line = `The extension ${extension}: ${words}`;
    if (reported.has(line)) return;
    reported.add(line);
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
