import { readFileSync } from "node:fs";

const INSTALL =
  "bubblewrap is not installed. Install it with apt install bubblewrap, dnf install bubblewrap, pacman -S bubblewrap or apk add bubblewrap";

/** System settings that prevent users from creating namespaces: the value that does so, and the remedy. */
const SWITCHES = [
  {
    file: "/proc/sys/kernel/unprivileged_userns_clone",
    off: "0",
    reason: "only root may create user namespaces. Run: sudo sysctl kernel.unprivileged_userns_clone=1",
  },
  {
    file: "/proc/sys/user/max_user_namespaces",
    off: "0",
    reason: "user namespaces are disabled. Run: sudo sysctl user.max_user_namespaces=10000",
  },
  {
    file: "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
    off: "1",
    reason:
      "AppArmor prevents bubblewrap from creating user namespaces. Give /usr/bin/bwrap a profile that allows userns, or run: sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0",
  },
] as const;

/** Returns why bubblewrap does not work, and the remedy. `output` is bubblewrap's error output. */
export const unavailable = (output: string | undefined, read = readSetting): string => {
  if (output === undefined) return INSTALL;
  const line =
    output
      .trim()
      .split("\n")
      .at(-1)
      ?.replace(/^bwrap: /, "") ?? "";
  if (/namespace|uid map|userns|proc|Operation not permitted/i.test(line)) {
    const off = SWITCHES.find((one) => read(one.file)?.trim() === one.off);
    if (off !== undefined) return off.reason;
  }
  return `bubblewrap does not work here${line === "" ? "" : ` (${line})`}. In a container, start the container with more privileges`;
};

const readSetting = (file: string): string | undefined => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
};
