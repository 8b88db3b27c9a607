/**
 * Returns a seccomp filter, in the form that bubblewrap's `--seccomp` reads, with which no process can give a file the
 * set-user-ID or set-group-ID bit: a call with such a mode fails with EPERM. Undefined if it is not known for this
 * architecture. `arch`: as in `process.arch`.
 *
 * Calls whose mode the filter cannot see, because it is in memory, fail with ENOSYS, as on a kernel without them:
 * `openat2`, and all of io_uring. Calls of other architectures that the kernel runs as well are checked too, and those
 * of any further one kill the process. The list of calls is that of systemd's `RestrictSUIDSGID=`.
 */
export const seccompFilter = (arch: string = process.arch): Buffer | undefined => {
  const interfaces = INTERFACES[arch];
  return interfaces === undefined ? undefined : assembled(interfaces);
};

/** Numbers of the system calls of one architecture. */
interface CallNumbers {
  /** The kernel's `AUDIT_ARCH` constant. */
  readonly audit: number;
  /** Calls with numbers from here on belong to a separate interface, which is not offered. */
  readonly limit?: number;
  /** Calls with a mode: its position among the arguments. */
  readonly moded: readonly (readonly [call: number, mode: number])[];
  /** Calls with a mode that counts only if their flags create a file. */
  readonly opening: readonly (readonly [call: number, flags: number, mode: number])[];
  /** Calls that are not offered. */
  readonly missing: readonly number[];
}

/** openat2, io_uring_setup, io_uring_enter, io_uring_register: equal on all architectures. */
const MISSING = [437, 425, 426, 427];
const FCHMODAT2 = [452, 2] as const;

/** Modes: chmod, fchmod, fchmodat, mkdir, mkdirat, mknod, mknodat, creat. Opening: open, openat. */
const X86_64: CallNumbers = {
  audit: 0xc000_003e,
  // The x32 interface.
  limit: 0x4000_0000,
  moded: [[90, 1], [91, 1], [268, 2], [83, 1], [258, 2], [133, 1], [259, 2], [85, 1], FCHMODAT2],
  opening: [
    [2, 1, 2],
    [257, 2, 3],
  ],
  missing: MISSING,
};
const I386: CallNumbers = {
  audit: 0x4000_0003,
  moded: [[15, 1], [94, 1], [306, 2], [39, 1], [296, 2], [14, 1], [297, 2], [8, 1], FCHMODAT2],
  opening: [
    [5, 1, 2],
    [295, 2, 3],
  ],
  missing: MISSING,
};
const ARM: CallNumbers = {
  audit: 0x4000_0028,
  moded: [[15, 1], [94, 1], [333, 2], [39, 1], [323, 2], [14, 1], [324, 2], [8, 1], FCHMODAT2],
  opening: [
    [5, 1, 2],
    [322, 2, 3],
  ],
  missing: MISSING,
};
/** Has only the calls that take a folder's descriptor: fchmod, fchmodat, mkdirat, mknodat; openat. */
const AARCH64: CallNumbers = {
  audit: 0xc000_00b7,
  moded: [[52, 1], [53, 2], [34, 2], [33, 2], FCHMODAT2],
  opening: [[56, 2, 3]],
  missing: MISSING,
};

const INTERFACES: Readonly<Record<string, readonly CallNumbers[]>> = {
  x64: [X86_64, I386],
  ia32: [X86_64, I386],
  arm64: [AARCH64, ARM],
  arm: [AARCH64, ARM],
};

/** One instruction of the kernel's filter machine. */
interface Instruction {
  readonly code: number;
  /** For a condition: number of instructions to skip if it is false. */
  readonly no?: number;
  readonly value: number;
}

const SET_ID_BITS = 0o6000;
/** O_CREAT and O_TMPFILE. */
const CREATING = 0o100 | 0o20000000;
const [EPERM, ENOSYS] = [1, 38];

const load = (offset: number): Instruction => ({ code: 0x20, value: offset });
const ifEqual = (value: number, no: number): Instruction => ({ code: 0x15, no, value });
const ifAtLeast = (value: number, no: number): Instruction => ({ code: 0x35, no, value });
const ifAnyBit = (value: number, no: number): Instruction => ({ code: 0x45, no, value });
const result = (value: number): Instruction => ({ code: 0x06, value });

const NUMBER = load(0);
const ARCHITECTURE = load(4);
/** The lower half of an argument. All modes and flags are there. */
const argument = (index: number): Instruction => load(16 + 8 * index);
const ALLOW = result(0x7fff_0000);
const KILL = result(0x8000_0000);
const fail = (error: number): Instruction => result(0x0005_0000 | error);

const guarded = (call: number, checks: readonly Instruction[]): readonly Instruction[] => [ifEqual(call, checks.length), ...checks];
const ifModeSetsIds = (mode: number): readonly Instruction[] => [argument(mode), ifAnyBit(SET_ID_BITS, 1), fail(EPERM), ALLOW];

const program = (interfaces: readonly CallNumbers[]): readonly Instruction[] => [
  ARCHITECTURE,
  ...interfaces.flatMap(({ audit, ...calls }) => guarded(audit, checksOf(calls))),
  KILL,
];

const checksOf = ({ limit, moded, opening, missing }: Omit<CallNumbers, "audit">): readonly Instruction[] => [
  NUMBER,
  ...(limit === undefined ? [] : [ifAtLeast(limit, 1), fail(ENOSYS)]),
  ...moded.flatMap(([call, mode]) => guarded(call, ifModeSetsIds(mode))),
  ...opening.flatMap(([call, flags, mode]) =>
    guarded(call, [argument(flags), ifAnyBit(CREATING, ifModeSetsIds(mode).length - 1), ...ifModeSetsIds(mode)]),
  ),
  ...missing.flatMap((call) => guarded(call, [fail(ENOSYS)])),
  ALLOW,
];

const SIZE = 8;

const assembled = (interfaces: readonly CallNumbers[]): Buffer => {
  const instructions = program(interfaces);
  const bytes = Buffer.alloc(instructions.length * SIZE);
  instructions.forEach(({ code, no = 0, value }, at) => {
    bytes.writeUInt16LE(code, at * SIZE);
    bytes.writeUInt8(no, at * SIZE + 3);
    bytes.writeUInt32LE(value, at * SIZE + 4);
  });
  return bytes;
};
