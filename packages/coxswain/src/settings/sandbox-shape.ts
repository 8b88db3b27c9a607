import type { SandboxSettings } from "./settings.ts";
import { list, object, oneOf, text } from "./shapes/index.ts";

export const sandbox = object<SandboxSettings>({
  mode: {
    shape: oneOf(["auto", "required", "off"]),
    default: "auto",
    description:
      "`auto`: commands are confined where the system has what it takes, else they run unconfined, which is said. `required`: none runs that cannot be " +
      "confined. `off`: none is. `--sandbox` goes before it.",
  },
  network: {
    shape: list(text("a host, as example.org, *.example.org or example.org:8080, or *", /^[^\s/@]+$/)),
    default: [],
    description:
      "Hosts that confined commands may reach, as `registry.npmjs.org`, `*.github.com` (all below it) or `db.example.org:5432`; `*` leaves the network open.",
  },
  writable: {
    shape: list(text("an absolute path, or one that begins with ~/", /^(?:\/|~\/)/)),
    default: [],
    description: "Folders that they may write in besides the session's own, as `~/.cache/go-build`.",
  },
});
