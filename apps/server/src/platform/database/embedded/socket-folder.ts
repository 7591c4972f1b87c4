import { chown, lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { EmbeddedDatabaseError } from './embedded-database-error.ts'
import { closedFolder, type Identity } from './identity.ts'
import { port } from './settings.ts'

const prefix = 'assay-pg-'
/** sockaddr_un holds 108 bytes on Linux and 104 on macOS, including the final zero. */
const maxPathBytes = 103

/**
 * A new private folder (mode 0700) with a path short enough for a socket. Its random name prevents squatting; others
 * find it in postmaster.pid, which only the cluster's owner can write.
 */
export async function makeSocketFolder({ owner }: Identity): Promise<string> {
  const parent = [resolve(tmpdir()), '/tmp'].find((path) => isFit(path, owner?.uid))
  if (parent === undefined) {
    throw new EmbeddedDatabaseError(
      `The temporary folder ${tmpdir()} is too deep or closed for the database's socket. Set TMPDIR to a short one.`,
    )
  }
  const folder = await mkdtemp(join(parent, prefix))
  if (owner) await chown(folder, owner.uid, owner.gid)
  return folder
}

/** Prepares the same folder for the next server: emptied, or created again if it was removed. */
export async function restoreSocketFolder(folder: string, { owner }: Identity): Promise<string> {
  try {
    await mkdir(folder, { mode: 0o700 })
    if (owner) await chown(folder, owner.uid, owner.gid)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  if (!(await isPrivateFolder(folder, owner?.uid ?? process.getuid!()))) {
    throw new EmbeddedDatabaseError(
      `The folder ${folder} of the database's socket belongs to somebody else now.`,
    )
  }
  for (const name of await readdir(folder)) await rm(join(folder, name), { force: true })
  return folder
}

/** Whether the folder is a real folder, accessible only to its owner, who must also own the cluster. */
export async function isPrivateFolder(folder: string, ownerUid: number): Promise<boolean> {
  const stats = await lstat(folder).catch(() => undefined)
  return stats?.isDirectory() === true && stats.uid === ownerUid && (stats.mode & 0o077) === 0
}

/** Deletes an unused socket folder, and nothing else with that name. */
export async function removeSocketFolder(folder: string, ownerUid: number): Promise<void> {
  if (!basename(folder).startsWith(prefix) || !(await isPrivateFolder(folder, ownerUid))) return
  await rm(folder, { recursive: true, force: true })
}

function isFit(parent: string, uid: number | undefined): boolean {
  const path = join(parent, `${prefix}XXXXXX`, `.s.PGSQL.${port}.lock`)
  const isShort = Buffer.byteLength(path) <= maxPathBytes
  return isShort && !path.includes('"') && (uid === undefined || closedFolder(parent, uid) === undefined)
}
