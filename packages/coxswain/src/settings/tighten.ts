import { PERMISSION_MODES, type PermissionMode } from "../policy/index.ts";
import type { BudgetSettings, PermissionSettings, SandboxSettings, TaskSettings } from "./settings.ts";

/*
 * Comparisons for settings that a project may only tighten: each returns the part of a project's value that is at least
 * as strict as the user's own.
 */

/** Returns the lower limit, where 0 means no limit. */
export const lowerLimit = (own: number | undefined, limit: number): number | undefined =>
  (limit || Infinity) <= (own || Infinity) ? limit : undefined;

/** Applies `lowerLimit` to each limit. */
export const lowerLimits = (own: BudgetSettings | undefined, limits: BudgetSettings): BudgetSettings | undefined => {
  const before = new Map(Object.entries(own ?? {}));
  const lower = Object.entries(limits).filter(([name, limit]) => lowerLimit(before.get(name), limit) !== undefined);
  return lower.length === 0 ? undefined : Object.fromEntries(lower);
};

/** Returns each count that does not exceed the user's, where 0 means none. `defaultText` has the defaults. */
export const lowerCounts =
  (defaults: Required<TaskSettings>) =>
  (own: TaskSettings | undefined, counts: TaskSettings): TaskSettings | undefined => {
    const before = new Map(Object.entries({ ...defaults, ...own }));
    const lower = Object.entries(counts).filter(([name, count]) => count <= (before.get(name) ?? 0));
    return lower.length === 0 ? undefined : Object.fromEntries(lower);
  };

/** Accepts only one value of a switch. */
export const onlyValue =
  (strict: boolean) =>
  (_: boolean | undefined, value: boolean): boolean | undefined =>
    value === strict ? value : undefined;

/**
 * Accepts rules that ask or deny, but none that allow, and a mode that is at least as strict. `defaultText` is the default
 * mode.
 */
export const onlyStricter =
  (defaultText: PermissionMode) =>
  ({ mode: own = defaultText }: PermissionSettings = {}, { mode, ask, deny }: PermissionSettings): PermissionSettings | undefined => {
    const isStricter = mode !== undefined && PERMISSION_MODES.indexOf(mode) <= PERMISSION_MODES.indexOf(own);
    const stricter = { ...(isStricter ? { mode } : {}), ...(ask === undefined ? {} : { ask }), ...(deny === undefined ? {} : { deny }) };
    return Object.keys(stricter).length === 0 ? undefined : stricter;
  };

/** Least strict first. */
const SANDBOX_MODES = ["off", "auto", "required"] as const;

/**
 * Accepts a mode that is at least as strict, and only hosts and folders that the user lists too. `defaultText` is the
 * default mode.
 */
export const stricterSandbox =
  (defaultText: NonNullable<SandboxSettings["mode"]>) =>
  (own: SandboxSettings = {}, { mode, network, writable }: SandboxSettings): SandboxSettings | undefined => {
    const { mode: before = defaultText } = own;
    const tighter = {
      ...(mode !== undefined && SANDBOX_MODES.indexOf(mode) >= SANDBOX_MODES.indexOf(before) ? { mode } : {}),
      ...(network === undefined ? {} : { network: intersection(network, own.network) }),
      ...(writable === undefined ? {} : { writable: intersection(writable, own.writable) }),
    };
    return Object.keys(tighter).length === 0 ? undefined : tighter;
  };

const intersection = (some: readonly string[], others: readonly string[] = []): readonly string[] =>
  some.filter((one) => others.includes(one));
