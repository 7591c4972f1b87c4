import { chmodSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { EmbeddedDatabaseError, explainFailure, useOwnDatabase } from './embedded-database-error.ts'
import { type Program, run } from './run-program.ts'

/** The user that runs PostgreSQL. PostgreSQL refuses to run as root, so root needs a user namespace or another user. */
export interface Identity {
  program(binary: string, options: readonly string[]): Program
  /** Owner of the files PostgreSQL writes, as seen from outside; undefined for our own user. */
  owner: { uid: number; gid: number } | undefined
}

/** `nobody` by number, so that no such user needs to exist. */
const nobody = 65_534

const direct: Identity = { program: (file, options) => ({ file, options }), owner: undefined }

// In the namespace, root's own files belong to `nobody`, so root's private folders stay usable.
const renamedRoot: Identity = {
  program: (file, options) => ({
    file: 'unshare',
    options: ['-U', `--map-user=${nobody}`, `--map-group=${nobody}`, file, ...options],
  }),
  owner: undefined,
}

const user = (owner: { uid: number; gid: number }): Identity => ({
  program: (file, options) => ({ file, options, ...owner }),
  owner,
})

interface Folders {
  /** The folder whose owner decides: the cluster or, before it exists, the data folder. */
  owned: string
  dataFolder: string
}

/**
 * Determines by trial which user can run the binary on this folder.
 * Root uses a user namespace for its own folders, the owner for another user's folder, and `nobody` if namespaces are
 * disabled. Throws EmbeddedDatabaseError.
 */
export async function chooseIdentity(postgres: string, { owned, dataFolder }: Folders): Promise<Identity> {
  if (process.getuid?.() !== 0) return proven(direct, postgres)
  const { uid, gid } = statSync(owned)
  if (uid === 0) {
    const attempt = await run(renamedRoot.program(postgres, ['--version']))
    if (attempt.code === 0) return renamedRoot
  }
  const other = uid === 0 ? { uid: nobody, gid: nobody } : { uid, gid }
  // PostgreSQL under another user needs execute but not read permission; its own files are private anyway.
  const folder = statSync(dataFolder)
  if (folder.uid === 0) chmodSync(dataFolder, folder.mode | 0o011)
  for (const path of [dirname(postgres), dataFolder]) {
    const closed = closedFolder(path, other.uid)
    if (closed !== undefined) throw closedToUser(closed, other.uid)
  }
  return proven(user(other), postgres)
}

async function proven(identity: Identity, postgres: string): Promise<Identity> {
  const attempt = await run(identity.program(postgres, ['--version']))
  if (attempt.code === 0) return identity
  throw explainFailure('The embedded PostgreSQL cannot run', attempt.output)
}

/** The first folder of the path that this user cannot enter. */
export function closedFolder(path: string, uid: number): string | undefined {
  const above = dirname(path) === path ? undefined : closedFolder(dirname(path), uid)
  if (above !== undefined) return above
  const { mode, uid: owner } = statSync(path)
  return (mode & (owner === uid ? 0o100 : 0o001)) === 0 ? path : undefined
}

const closedToUser = (folder: string, uid: number) =>
  new EmbeddedDatabaseError(
    `PostgreSQL refuses to run as root and would run as user ${uid} here, who may not enter ${folder}. ` +
      `Start Assay as an ordinary user, open the folder (chmod o+x ${folder}), allow user namespaces, ` +
      `or: ${useOwnDatabase}.`,
  )
