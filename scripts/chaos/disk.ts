import { execFileSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of an installation, on its own disk if this user may mount one. */
export interface Disk {
  /** false without its own disk. */
  canFill: boolean
  fill(): void
  free(): void
  unmount(): void
}

const sizeMb = 512
const chunk = Buffer.alloc(64 * 1024)

/** Mounts a small in-memory file system over the folder. */
export function openDisk(folder: string): Disk {
  const isMounted = tryMount(folder)
  const ballast = join(folder, 'ballast')
  return {
    canFill: isMounted,
    fill() {
      const file = openSync(ballast, 'a')
      try {
        for (;;) writeSync(file, chunk)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(ballast, { force: true }),
    unmount() {
      if (isMounted) execFileSync('umount', ['--lazy', folder])
    },
  }
}

function tryMount(folder: string): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m,mode=0711`, 'assay-chaos', folder], {
      stdio: 'ignore',
    })
    return true
  } catch {
    return false
  }
}
