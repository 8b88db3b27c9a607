import type { Sandbox } from "./sandbox.ts";
import type { SandboxOrder } from "./sandbox-order.ts";

/** Creates the sandbox of this system. Tests nothing before it is used. */
export const makeSandbox = async (order: SandboxOrder): Promise<Sandbox> => {
  switch (process.platform) {
    case "linux": {
      const { BubblewrapSandbox } = await import("./bubblewrap/index.ts");
      return new BubblewrapSandbox(order);
    }
    case "darwin": {
      const { SeatbeltSandbox } = await import("./seatbelt/index.ts");
      return new SeatbeltSandbox(order);
    }
    default: {
      const { noSandbox } = await import("./no-sandbox.ts");
      return noSandbox(order.options.mode, `there is no sandbox for ${process.platform}`);
    }
  }
};
