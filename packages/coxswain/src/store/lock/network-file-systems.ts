/** `statfs` types of network file systems, where a lock may hold on one machine only, or outlive its owner. */
const NETWORK_FILE_SYSTEMS: ReadonlyMap<number, string> = new Map([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xfe534d42, "SMB2"],
  [0xff534d42, "CIFS"],
  [0x564c, "NCP"],
  [0x5346414f, "AFS"],
  [0x6b414653, "AFS"],
  [0x73757245, "Coda"],
  [0x00c36400, "Ceph"],
  [0x0bd00bd0, "Lustre"],
  [0x19830326, "BeeGFS"],
  [0x20030528, "OrangeFS"],
  [0x47504653, "GPFS"],
  [0xaad7aaea, "PanFS"],
]);

/** Returns the name of a network file system by its `statfs` type (Linux numbers), or undefined for all others. */
export const networkFileSystem = (type: number): string | undefined => NETWORK_FILE_SYSTEMS.get(type >>> 0);
