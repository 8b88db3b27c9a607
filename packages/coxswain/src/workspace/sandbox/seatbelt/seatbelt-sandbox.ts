import { execFile } from "node:child_process";
import { realpath, rm } from "node:fs/promises";
import type { Confinement } from "../../confinement.ts";
import { allowUnconfined } from "../unconfined.ts";
import { sandboxFolder } from "../sandbox-folder.ts";
import { planMounts } from "../mount-plan.ts";
import type { Entered, Sandbox, SandboxConfig } from "../sandbox.ts";
import { searchFolder } from "../search-folder.ts";
import { seatbeltProfile } from "./profile.ts";

const SANDBOX_EXEC = "/usr/bin/sandbox-exec";
const TIMEOUT = 10_000;

/** Runs commands under a macOS sandbox profile. It cannot filter hosts: the network is off or unrestricted. */
export class SeatbeltSandbox implements Sandbox {
  readonly #config: SandboxConfig;
  #temporary: Promise<string> | undefined;
  #problem: Promise<string | undefined> | undefined;

  constructor(order: SandboxConfig) {
    this.#config = order;
  }

  async confinement(): Promise<Confinement> {
    const problem = await this.#trial();
    return problem === undefined
      ? { kind: "seatbelt", network: this.#network ? (this.#config.options.network ?? []) : "off" }
      : { kind: "none", reason: problem };
  }

  async enter(): Promise<Entered | undefined> {
    const problem = await this.#trial();
    if (problem !== undefined) return allowUnconfined(this.#config.options.mode, problem);
    const { root, options, isSecret } = this.#config;
    const [temporary, found] = await Promise.all([this.#folder(), searchFolder(root, isSecret)]);
    const { mounts, missing, noRepository } = planMounts(root, options, found);
    const at = (...kinds: readonly string[]) => mounts.filter(({ show }) => kinds.includes(show)).map((mount) => mount.at);
    const profile = seatbeltProfile({
      writable: [temporary, ...at("writable")],
      readOnly: [...at("protected"), ...missing, ...(noRepository === undefined ? [] : [noRepository])],
      hidden: at("hidden-folder", "hidden-file").filter((path) => path !== noRepository),
      network: this.#network,
    });
    return {
      program: [SANDBOX_EXEC, "-p", profile],
      env: { TMPDIR: temporary },
      leave: async () => [],
    };
  }

  wrote(): void {}

  async close(): Promise<void> {
    const temporary = await this.#temporary;
    if (temporary !== undefined) await rm(temporary, { recursive: true, force: true }).catch(() => {});
  }

  get #network(): boolean {
    return this.#config.options.network?.includes("*") ?? false;
  }

  #folder(): Promise<string> {
    return (this.#temporary ??= sandboxFolder().then((path) => realpath(path)));
  }

  #trial(): Promise<string | undefined> {
    return (this.#problem ??= new Promise((resolve) => {
      execFile(SANDBOX_EXEC, ["-p", "(version 1)(allow default)", "/usr/bin/true"], { timeout: TIMEOUT }, (error) =>
        resolve(error === null ? undefined : `sandbox-exec does not work here: ${error.message.split("\n")[0]}`),
      );
    }));
  }
}
