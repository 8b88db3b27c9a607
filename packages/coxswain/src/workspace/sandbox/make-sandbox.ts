import type { Sandbox } from "./sandbox.ts";
import type { SandboxOrder } from "./sandbox-order.ts";

/** The sandbox of this system. Nothing is tried before it is asked for. */
export const makeSandbox = async (order: SandboxOrder): Promise<Sandbox> => {
  switch (process.platform) {
    case "linux": {
      const { BubblewrapSandbox } = await import("./bubblewrap/bubblewrap-sandbox.ts");
      return new BubblewrapSandbox(order);
    }
    case "darwin": {
      const { SeatbeltSandbox } = await import("./seatbelt/seatbelt-sandbox.ts");
      return new SeatbeltSandbox(order);
    }
    default: {
      const { noSandbox } = await import("./no-sandbox.ts");
      return noSandbox(order.options.mode, `there is no sandbox for ${process.platform}`);
    }
  }
};
