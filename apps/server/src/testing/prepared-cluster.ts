import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { locateBinaries } from '#platform/database/embedded/binaries.ts'
import { startEmbedded } from '#platform/database/embedded/embedded.ts'
import { startTestCluster, type TestCluster } from '#platform/database/embedded/test-cluster.ts'
import { createTemplate } from './create-template.ts'

export const template = 'assay_template'

const cache = join(import.meta.dirname, '../../../../node_modules/.cache/assay-test-database')
const maxAgeMs = 7 * 24 * 3_600_000

/**
 * Starts a PostgreSQL with the migrated template. initdb and the migrations take longer than most test files, so they
 * run once per schema version, and each run copies the result.
 */
export async function startPreparedCluster(): Promise<TestCluster> {
  const prepared = join(cache, await keyOf())
  if (!(await exists(prepared))) await prepare(prepared)
  return startTestCluster({ copyOf: prepared })
}

/** Hash of everything that determines the cluster's files. */
async function keyOf(): Promise<string> {
  const database = join(import.meta.dirname, '../platform/database')
  const files = await readdir(join(database, 'migrations'), { recursive: true })
  const migrations = files.filter((name) => name.endsWith('.ts')).map((name) => `migrations/${name}`)
  // Other users cannot read its files.
  const hash = createHash('sha256').update(`${locateBinaries().major} ${process.getuid?.()}`)
  for (const name of [
    'embedded/cluster.ts',
    'embedded/database-role.ts',
    'migrate.ts',
    ...migrations.toSorted(),
  ])
    hash.update(`\0${name}\0`).update(await readFile(join(database, name)))
  return hash.digest('hex').slice(0, 16)
}

/** Built in a separate folder and then renamed, since several runs may start at once. */
async function prepare(path: string): Promise<void> {
  await mkdir(cache, { recursive: true })
  await removeOld()
  const draft = await mkdtemp(`${path}-`)
  try {
    const log = { info: () => undefined, warn: () => undefined }
    const server = await startEmbedded({ dataFolder: draft, log, isForTests: true })
    try {
      await createTemplate(server.connection, template)
    } finally {
      await server.stop()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    // Another run was faster.
    if (!(await exists(path))) throw error
  }
}

async function removeOld(): Promise<void> {
  for (const name of await readdir(cache)) {
    const path = join(cache, name)
    const { mtimeMs } = await stat(path)
    if (Date.now() - mtimeMs > maxAgeMs) await rm(path, { recursive: true, force: true })
  }
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )
