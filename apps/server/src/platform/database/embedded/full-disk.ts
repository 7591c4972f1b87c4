import { statfsSync } from 'node:fs'

/** PostgreSQL writes its log in files of 16 MiB, and ends where there is no room for the next. */
const neededBytes = 16 * 1024 ** 2

let folder: string | null = null

/** @param dataFolder Where the embedded database is; null if there is none. */
export const watchDisk = (dataFolder: string | null): void => {
  folder = dataFolder
}

/** Whether the embedded database cannot be reached because its disk is full; false with a database elsewhere. */
export function isDiskFull(statfs: typeof statfsSync = statfsSync): boolean {
  if (folder === null) return false
  try {
    const { bavail, bsize } = statfs(folder)
    return bavail * bsize < neededBytes
  } catch {
    // The folder is gone, which is another reason.
    return false
  }
}
