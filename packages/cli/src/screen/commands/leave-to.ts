import type { CommandHost, Next } from "./screen-command.ts";

/**
 * Leaves the session for another one, which `makeNext` may create. Asks first while a run is active, because it would end; if
 * the user stays, `makeNext` is not called.
 */
export const leaveTo = async (host: CommandHost, makeNext: () => Next | Promise<Next>): Promise<void> => {
  if (host.session.status === "running") {
    const items = [
      { label: "Stay", value: false },
      { label: "Stop the run and leave", value: true },
    ];
    if ((await host.choose({ title: "A run is active", items })) !== true) return;
  }
  host.leave(await makeNext());
};
