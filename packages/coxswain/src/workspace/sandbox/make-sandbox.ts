import type { Sandbox, SandboxConfig } from "./sandbox.ts";

/** Creates the sandbox of this system. Tests nothing before it is used. */
export const makeSandbox = async (order: SandboxConfig): Promise<Sandbox> => {
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
      const { noSandbox } = await import("./unconfined.ts");
      return noSandbox(order.options.mode, `there is no sandbox for ${process.platform}`);
    }
  }
};
