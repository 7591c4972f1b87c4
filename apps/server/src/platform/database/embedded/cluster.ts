import { syncFolder } from '#platform/system/sync-folder.ts'
import { randomBytes } from 'node:crypto'
import { chown, lchown, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { EmbeddedDatabaseError, explainFailure, useOwnDatabase } from './embedded-database-error.ts'
import type { Identity } from './identity.ts'
import { run } from './run-program.ts'
import { adminName } from './settings.ts'
import { withUserName } from './user-name.ts'

/** Whether a cluster exists. Throws EmbeddedDatabaseError if it has another major version. */
export async function hasCluster(cluster: string, major: string): Promise<boolean> {
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(unlessMissing)
  if (version === undefined) {
    if ((await readdir(cluster).catch(unlessMissing))?.length) {
      throw new EmbeddedDatabaseError(`${cluster} holds files, but no PostgreSQL database. Move them away.`)
    }
    return false
  }
  if (version.trim() === major) return true
  throw new EmbeddedDatabaseError(
    `The database in ${cluster} was made by PostgreSQL ${version.trim()}, this Assay has ${major}. ` +
      `Dump it with the Assay that made it and restore it here, or: ${useOwnDatabase}.`,
  )
}

/** Creates the cluster in a temporary folder and renames it when complete, so that an interrupted start leaves nothing incomplete. */
export async function createCluster(
  cluster: string,
  binaries: Binaries,
  { identity, isForTests }: { identity: Identity; isForTests: boolean },
): Promise<void> {
  const draft = `${draftPrefix(cluster)}${randomBytes(6).toString('hex')}`
  await mkdir(draft, { mode: 0o700 })
  if (identity.owner) await chown(draft, identity.owner.uid, identity.owner.gid)
  try {
    const options = ['-D', draft, ...initOptions, ...(isForTests ? ['--no-sync'] : [])]
    const { code, output } = await withUserName((variables) =>
      run({ ...identity.program(binaries.initdb, options), variables }),
    )
    if (code !== 0) throw explainFailure('The embedded database cannot be created', output)
    await rename(draft, cluster)
    if (!isForTests) await syncFolder(dirname(cluster))
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    // Another process created the cluster concurrently: use that one.
    if (!(await hasCluster(cluster, binaries.major))) throw error
  }
}

/** Removes leftovers of interrupted first starts. Requires the lock. */
export async function removeDrafts(cluster: string): Promise<void> {
  const parent = dirname(cluster)
  for (const name of await readdir(parent)) {
    const path = join(parent, name)
    if (path.startsWith(draftPrefix(cluster))) await rm(path, removal)
  }
}

/** Changes the owner of root's cluster to the user that will run PostgreSQL; the top folder last, so that it can be repeated. */
export async function assignClusterOwner(cluster: string, { owner }: Identity): Promise<void> {
  if (owner === undefined || (await stat(cluster)).uid === owner.uid) return
  for (const entry of await readdir(cluster, { recursive: true })) {
    await lchown(join(cluster, entry), owner.uid, owner.gid)
  }
  await chown(cluster, owner.uid, owner.gid)
}

/** The initdb of an interrupted start may keep writing until it notices that its folder is gone. */
const removal = { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }

const draftPrefix = (cluster: string) => `${cluster}.new-`

// The builtin locale provider sorts by code point, so indexes do not depend on system libraries.
const initOptions = [
  `--username=${adminName}`,
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--auth-local=trust',
  '--auth-host=reject',
  '--data-checksums',
  '--no-instructions',
]

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined
  if (error.code === 'EACCES') throw explainFailure('The embedded database cannot be read', error.message)
  throw error
}
