import { constants } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from './embedded.ts'
import type { EmbeddedConnection } from './running-server.ts'

export interface TestCluster {
  connection: EmbeddedConnection
  /** Stops the server and deletes its folder. */
  stop(): Promise<void>
}

interface TestClusterOptions {
  /** The data folder of a stopped cluster; defaults to a new one. */
  copyOf?: string
}

/** A PostgreSQL for one test run in a temporary folder, deleted afterwards. */
export async function startTestCluster({ copyOf }: TestClusterOptions = {}): Promise<TestCluster> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'assay-test-'))
  const remove = () => rm(dataFolder, { recursive: true, force: true })
  try {
    if (copyOf !== undefined)
      await cp(copyOf, dataFolder, { recursive: true, mode: constants.COPYFILE_FICLONE })
    const silent = { info: () => undefined, warn: () => undefined }
    const server = await startEmbedded({ dataFolder, log: silent, isForTests: true })
    return { connection: server.connection, stop: () => server.stop().then(remove) }
  } catch (error) {
    await remove()
    throw error
  }
}
