import type { CommandHost, Next } from "./screen-command.ts";

/** Leaves the session for another one. Asks first while a run is active, because it would end. */
export const leaveTo = async (host: CommandHost, next: Next): Promise<void> => {
  if (host.session.status === "running") {
    const items = [
      { label: "Stay", value: false },
      { label: "Stop the run and leave", value: true },
    ];
    if ((await host.choose({ title: "A run is active", items })) !== true) return;
  }
  host.leave(next);
};
