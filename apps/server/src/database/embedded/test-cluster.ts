import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from './embedded.ts'
import type { EmbeddedConnection } from './running-server.ts'

export interface TestCluster {
  connection: EmbeddedConnection
  /** Stops the server and deletes its folder. */
  stop(): Promise<void>
}

/** A PostgreSQL for one test run in a temporary folder: fast, private, gone afterwards. */
export async function startTestCluster(): Promise<TestCluster> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'assay-test-'))
  const remove = () => rm(dataFolder, { recursive: true, force: true })
  try {
    const silent = { info: () => undefined, warn: () => undefined }
    const server = await startEmbedded({ dataFolder, log: silent, isForTests: true })
    return { connection: server.connection, stop: () => server.stop().then(remove) }
  } catch (error) {
    await remove()
    throw error
  }
}
