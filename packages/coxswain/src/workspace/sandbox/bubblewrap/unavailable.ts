import { readFileSync } from "node:fs";

const INSTALL =
  "bubblewrap is not installed: apt install bubblewrap, dnf install bubblewrap, pacman -S bubblewrap or apk add bubblewrap, as your system has it";

/** Settings of the system by which it keeps users from making namespaces, the value that does so, and what helps. */
const SWITCHES = [
  {
    file: "/proc/sys/kernel/unprivileged_userns_clone",
    off: "0",
    reason: "the system lets nobody but root make user namespaces: sudo sysctl kernel.unprivileged_userns_clone=1",
  },
  {
    file: "/proc/sys/user/max_user_namespaces",
    off: "0",
    reason: "the system allows no user namespaces: sudo sysctl user.max_user_namespaces=10000",
  },
  {
    file: "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
    off: "1",
    reason:
      "AppArmor keeps bubblewrap from making user namespaces: give /usr/bin/bwrap a profile that allows userns, or sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0",
  },
] as const;

/** In plain words why bubblewrap does not work here, and what helps. `said` is what it wrote. */
export const unavailable = (said: string | undefined, read = readSetting): string => {
  if (said === undefined) return INSTALL;
  const line =
    said
      .trim()
      .split("\n")
      .at(-1)
      ?.replace(/^bwrap: /, "") ?? "";
  if (/namespace|uid map|userns|proc|Operation not permitted/i.test(line)) {
    const off = SWITCHES.find((one) => read(one.file)?.trim() === one.off);
    if (off !== undefined) return off.reason;
  }
  return `bubblewrap does not work here${line === "" ? "" : ` (${line})`}: a container may have to be started with more rights for it`;
};

const readSetting = (file: string): string | undefined => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
};
