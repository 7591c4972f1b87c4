import { chmodSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { EmbeddedDatabaseError, explainFailure, useOwnDatabase } from './embedded-database-error.ts'
import { type Program, run } from './run-program.ts'

/** As whom PostgreSQL runs. It refuses root, so root needs another name for itself or another user. */
export interface Identity {
  program(binary: string, options: readonly string[]): Program
  /** The owner, seen from here, of what PostgreSQL writes; undefined: ours. */
  owner: { uid: number; gid: number } | undefined
}

/** `nobody` by number: no user of that name needs to exist. */
const nobody = 65_534

const direct: Identity = { program: (file, options) => ({ file, options }), owner: undefined }

// In the namespace root's own files belong to `nobody`, so closed folders of root stay usable.
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
  /** Whose owner decides: the cluster, or the data folder before there is one. */
  owned: string
  dataFolder: string
}

/**
 * Finds out as whom the binary can run on this folder, by running it.
 * Root uses a user namespace for its own folders, the owner for a folder of another user,
 * and `nobody` where namespaces are off. Throws EmbeddedDatabaseError.
 */
export async function chooseIdentity(postgres: string, { owned, dataFolder }: Folders): Promise<Identity> {
  if (process.getuid?.() !== 0) return proven(direct, postgres)
  const { uid, gid } = statSync(owned)
  if (uid === 0) {
    const attempt = await run(renamedRoot.program(postgres, ['--version']))
    if (attempt.code === 0) return renamedRoot
  }
  const other = uid === 0 ? { uid: nobody, gid: nobody } : { uid, gid }
  // PostgreSQL under another user must enter, but need not look. What is inside is closed by itself.
  const place = statSync(dataFolder)
  if (place.uid === 0) chmodSync(dataFolder, place.mode | 0o011)
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

/** The first folder above or at the path that this user may not enter. */
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
