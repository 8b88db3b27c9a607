import type { CommandHost, Next } from "./screen-command.ts";

/** Leaves the session for another one, which `makeNext` may create: only if the user agrees to end what still runs. */
export const leaveTo = async (
  { mayLeave, leave }: CommandHost,
  kind: Next["kind"],
  makeNext: () => Next | Promise<Next>,
): Promise<void> => {
  if (await mayLeave(kind)) leave(await makeNext());
};
