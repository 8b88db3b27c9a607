import { PERMISSION_MODES, type PermissionMode } from "../policy/index.ts";
import type { BudgetSettings, PermissionSettings, SandboxSettings, TaskSettings } from "./settings.ts";

/*
 * What of a project's value is stricter than the person's own, or as strict: how a setting that a project may only tighten
 * is declared.
 */

/** Of limits, where 0 is none, the lower one. */
export const lowerLimit = (own: number | undefined, limit: number): number | undefined =>
  (limit || Infinity) <= (own || Infinity) ? limit : undefined;

/** Of several limits each for itself. */
export const lowerLimits = (own: BudgetSettings | undefined, limits: BudgetSettings): BudgetSettings | undefined => {
  const before = new Map(Object.entries(own ?? {}));
  const lower = Object.entries(limits).filter(([name, limit]) => lowerLimit(before.get(name), limit) !== undefined);
  return lower.length === 0 ? undefined : Object.fromEntries(lower);
};

/** Of several numbers, where 0 is none of the thing, each lower one; where a person has said none, it is this one that holds. */
export const lowerCounts =
  (unsaid: Required<TaskSettings>) =>
  (own: TaskSettings | undefined, counts: TaskSettings): TaskSettings | undefined => {
    const before = new Map(Object.entries({ ...unsaid, ...own }));
    const lower = Object.entries(counts).filter(([name, count]) => count <= (before.get(name) ?? 0));
    return lower.length === 0 ? undefined : Object.fromEntries(lower);
  };

/** A switch that can only be put to one side. */
export const onlyTo =
  (strict: boolean) =>
  (_: boolean | undefined, value: boolean): boolean | undefined =>
    value === strict ? value : undefined;

/** Rules that ask or deny, and none that allow; a mode that is as strict, where `unsaid` holds if a person has said none. */
export const onlyStricter =
  (unsaid: PermissionMode) =>
  ({ mode: own = unsaid }: PermissionSettings = {}, { mode, ask, deny }: PermissionSettings): PermissionSettings | undefined => {
    const isStricter = mode !== undefined && PERMISSION_MODES.indexOf(mode) <= PERMISSION_MODES.indexOf(own);
    const stricter = { ...(isStricter ? { mode } : {}), ...(ask === undefined ? {} : { ask }), ...(deny === undefined ? {} : { deny }) };
    return Object.keys(stricter).length === 0 ? undefined : stricter;
  };

/** From the least strict to the strictest. */
const SANDBOX_MODES = ["off", "auto", "required"] as const;

/** A stricter sandbox, and of its hosts and folders those that the person has named as well. Where they have said none, `mode` is `unsaid`. */
export const stricterSandbox =
  (unsaid: NonNullable<SandboxSettings["mode"]>) =>
  (own: SandboxSettings = {}, { mode, network, writable }: SandboxSettings): SandboxSettings | undefined => {
    const { mode: before = unsaid } = own;
    const tighter = {
      ...(mode !== undefined && SANDBOX_MODES.indexOf(mode) >= SANDBOX_MODES.indexOf(before) ? { mode } : {}),
      ...(network === undefined ? {} : { network: both(network, own.network) }),
      ...(writable === undefined ? {} : { writable: both(writable, own.writable) }),
    };
    return Object.keys(tighter).length === 0 ? undefined : tighter;
  };

const both = (some: readonly string[], others: readonly string[] = []): readonly string[] => some.filter((one) => others.includes(one));
