import { ArchiveFault } from './archive-fault.ts'

/** Limits of everything that is read in one scan, whatever it is nested in. */
export interface TreeLimits {
  maxEntries: number
  /** Of all archives, unpacked. */
  maxUnpackedBytes: number
  /** Unpacked to packed bytes of one archive, from 64 MiB on. */
  maxRatio: number
  /** Of the files that are kept for reading. */
  maxKeptBytes: number
  maxFileBytes: number
}

export const treeLimits: TreeLimits = {
  maxEntries: 1_000_000,
  maxUnpackedBytes: 64 * 1024 ** 3,
  maxRatio: 1_000,
  maxKeptBytes: 512 * 1024 ** 2,
  maxFileBytes: 256 * 1024 ** 2,
}

/** Folders within each other. */
export const maxPathDepth = 200
export const maxPathLength = 4_096

const smallBytes = 64 * 1024 ** 2

/** What is left of the limits. */
export interface Budget {
  limits: TreeLimits
  spendEntry(): void
  spendUnpacked(bytes: number): void
  /** Whether a file of this size may be kept in memory; if so, it counts. */
  keep(bytes: number): boolean
  /** Such a file is no longer kept. */
  release(bytes: number): void
  /** packed: the archive's size. */
  checkRatio(unpacked: number, packed: number): void
}

/** isLate: whether the time for all of it is over. */
export function budgetOf(limits: TreeLimits = treeLimits, isLate: () => boolean = () => false): Budget {
  let [entries, unpacked, kept] = [0, 0, 0]
  return {
    limits,
    spendEntry() {
      entries++
      if (entries > limits.maxEntries)
        throw new ArchiveFault('archive-too-many', `Only the first ${limits.maxEntries} entries were read.`)
      if ((entries & 0xff) === 0) checkTime(isLate)
    },
    spendUnpacked(bytes) {
      unpacked += bytes
      if (unpacked > limits.maxUnpackedBytes)
        throw new ArchiveFault(
          'archive-too-large',
          `Unpacked, the archives are larger than ${limits.maxUnpackedBytes / 1024 ** 2} MiB together.`,
        )
      checkTime(isLate)
    },
    keep(bytes) {
      if (bytes > limits.maxFileBytes || kept + bytes > limits.maxKeptBytes) return false
      kept += bytes
      return true
    },
    release(bytes) {
      kept -= bytes
    },
    checkRatio(unpackedBytes, packed) {
      if (unpackedBytes > smallBytes && unpackedBytes > packed * limits.maxRatio)
        throw new ArchiveFault(
          'archive-bomb',
          `The archive unpacks to more than ${limits.maxRatio} times its size, so it was not read on.`,
        )
    },
  }
}

function checkTime(isLate: () => boolean): void {
  if (isLate()) throw new ArchiveFault('archive-too-slow', 'Reading took too long and was stopped.')
}
