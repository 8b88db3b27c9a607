/** A program that runs the command in its own words. */
export interface Wrapper {
  /** Short options that take a value. */
  readonly valued?: string;
  /** Long options whose value may be a separate word. */
  readonly longValued?: readonly string[];
  /** Number of its operands before the command. */
  readonly operands?: number;
  /** `-` alone is an option. */
  readonly alone?: true;
  /** Options may begin with `+`. */
  readonly plus?: true;
  /** Options that name the folder in which the command runs: the captured text, or else the next word. */
  readonly folder?: RegExp;
  /** `NAME=value` may precede the command. */
  readonly assignments?: true;
  /** It adds arguments from its input to the command. */
  readonly more?: true;
  /** With one of these options it does not run the command. */
  readonly unless?: RegExp;
  /** Without a command it starts a shell that reads standard input; with a pattern, only with such an option. */
  readonly shell?: true | RegExp;
  /** The reason to ask about it, no matter which command it runs. */
  readonly unresolved?: string;
}

const ELEVATED = "runs it with different privileges";
const ELSEWHERE = "runs it in a different environment";

/** By base name. */
const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  ["arch", { unresolved: ELSEWHERE }],
  ["builtin", {}],
  ["busybox", { unless: /^--(?:list|help|install)/ }],
  ["caffeinate", { valued: "tw" }],
  ["catchsegv", {}],
  ["chroot", { shell: true, operands: 1, unresolved: ELSEWHERE }],
  ["chrt", { operands: 1, valued: "TPD", longValued: ["sched-runtime", "sched-period", "sched-deadline"] }],
  ["command", { unless: /^-[pvV]*[vV]/ }],
  ["daemonize", { valued: "acepolu", unresolved: ELSEWHERE }],
  ["dbus-run-session", {}],
  ["doas", { valued: "uC", unresolved: ELEVATED }],
  ["eatmydata", {}],
  [
    "env",
    { valued: "uCPa", alone: true, longValued: ["unset", "chdir", "argv0"], folder: /^(?:-[a-z0]*C|--c[a-z]*=?)(.*)$/s, assignments: true },
  ],
  ["exec", { valued: "a" }],
  ["fakeroot", { shell: true, valued: "lsbi" }],
  ["firejail", { shell: true, unresolved: ELSEWHERE }],
  ["gdb", { valued: "x", unresolved: ELSEWHERE }],
  ["ionice", { valued: "cnpPu", longValued: ["class", "classdata", "pid", "pgid", "uid"] }],
  ["linux32", { shell: true, unresolved: ELSEWHERE }],
  ["linux64", { shell: true, unresolved: ELSEWHERE }],
  ["ltrace", { valued: "aeolnpsuxFD", unresolved: ELSEWHERE }],
  ["nice", { valued: "n", longValued: ["adjustment"] }],
  ["nohup", {}],
  ["noglob", {}],
  ["nsenter", { shell: true, valued: "tSG", longValued: ["target", "setuid", "setgid"], unresolved: ELEVATED }],
  ["parallel", { valued: "jnNLIaS", more: true, unresolved: "runs it with arguments from its input" }],
  ["pkexec", { longValued: ["user"], unresolved: ELEVATED }],
  ["prlimit", { valued: "po", longValued: ["pid", "output"] }],
  ["proot", { shell: true, valued: "rbwq", unresolved: ELSEWHERE }],
  ["proxychains", { valued: "f", unresolved: ELSEWHERE }],
  ["proxychains4", { valued: "f", unresolved: ELSEWHERE }],
  ["rlwrap", { valued: "bfHs" }],
  ["setarch", { shell: true, unresolved: ELSEWHERE }],
  [
    "setpriv",
    {
      longValued: (
        "ambient-caps apparmor-profile bounding-set egid euid groups inh-caps landlock-access landlock-rule pdeathsig ptracer regid reuid rgid ruid seccomp-filter " +
        "securebits selinux-label"
      ).split(" "),
      unresolved: ELEVATED,
    },
  ],
  ["setsid", {}],
  ["stdbuf", { valued: "ioe", longValued: ["input", "output", "error"] }],
  [
    "strace",
    {
      valued: "abeEIopPsSuUX",
      longValued:
        "abbrev attach columns const-print-style decode-fds env fault inject interruptible output quiet raw read signal status string-limit summary-columns summary-sort-by summary-syscall-overhead trace trace-path user verbose write".split(
          " ",
        ),
      unresolved: ELSEWHERE,
    },
  ],
  [
    "sudo",
    {
      valued: "CDghpRrtTUu",
      longValued: ["close-from", "chdir", "group", "host", "prompt", "chroot", "role", "type", "command-timeout", "other-user", "user"],
      folder: /^(?:-[A-Za-z]*D|--chd[a-z]*=?)(.*)$/s,
      assignments: true,
      shell: /^(?:-[a-zA-Z]*[si]|--(?:shell|login))$/,
      unresolved: ELEVATED,
    },
  ],
  ["systemd-inhibit", {}],
  [
    "systemd-run",
    {
      valued: "pEHMut",
      longValued:
        "background description gid host machine nice on-active on-boot on-calendar on-startup on-unit-active on-unit-inactive path-property property service-type setenv slice socket-property timer-property uid unit working-directory".split(
          " ",
        ),
      unresolved: ELSEWHERE,
    },
  ],
  ["taskset", { operands: 1, valued: "p" }],
  ["time", { valued: "fo", longValued: ["format", "output"] }],
  ["timeout", { operands: 1, valued: "ks", longValued: ["kill-after", "signal"] }],
  ["torsocks", { unresolved: ELSEWHERE }],
  ["toybox", {}],
  ["unbuffer", {}],
  [
    "unshare",
    {
      shell: true,
      valued: "SGRwl",
      longValued:
        "boottime load-interp map-group map-groups map-user map-users monotonic propagation root setgid setgroups setuid wd".split(" "),
      unresolved: ELEVATED,
    },
  ],
  ["valgrind", { unresolved: ELSEWHERE }],
  [
    "xargs",
    {
      valued: "adEIJLnPRsS",
      longValued: ["arg-file", "delimiter", "max-args", "max-chars", "max-lines", "max-procs", "process-slot-var", "replace"],
      more: true,
    },
  ],
  ["xvfb-run", { valued: "efnspw" }],
]);

/** The dynamic loader runs the program in its arguments. */
const LOADER = /^ld(?:-linux[\w-]*|-musl[\w-]*)?[\w.-]*\.so[\d.]*$/;

/** The wrapper of this base name. */
export const wrapperOf = (name: string): Wrapper | undefined =>
  WRAPPERS.get(name) ??
  (LOADER.test(name) ? { longValued: ["library-path", "preload", "argv0", "audit"], unresolved: ELSEWHERE } : undefined);

/** Shells: they run the command line after `-c`, or else a file or standard input. */
export const SHELLS: ReadonlySet<string> = new Set([
  "ash",
  "bash",
  "csh",
  "dash",
  "fish",
  "ksh",
  "mksh",
  "rbash",
  "sh",
  "tcsh",
  "yash",
  "zsh",
]);
