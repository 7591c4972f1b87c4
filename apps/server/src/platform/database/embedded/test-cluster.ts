import { spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import type { Socket } from 'node:net'
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

/** A PostgreSQL for one test run in a temporary folder, deleted afterwards, even if this process is killed. */
export async function startTestCluster({ copyOf }: TestClusterOptions = {}): Promise<TestCluster> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'assay-test-'))
  const remove = () => rm(dataFolder, { recursive: true, force: true })
  try {
    if (copyOf !== undefined)
      await cp(copyOf, dataFolder, { recursive: true, mode: constants.COPYFILE_FICLONE })
    const silent = { info: () => undefined, warn: () => undefined }
    const server = await startEmbedded({ dataFolder, log: silent, isForTests: true })
    const forget = endWithThisProcess(dataFolder, server.connection.host)
    const stop = async () => {
      forget()
      await server.stop()
      await remove()
    }
    return { connection: server.connection, stop }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Reads until its input is closed, then ends the PostgreSQL that runs by then: it may have been restarted. */
const watch = `
  read -r line && exit
  pid=$(head -n 1 "$1/postgres/postmaster.pid")
  kill -QUIT "$pid"
  while kill -0 "$pid"; do sleep 0.1; done
  rm -rf "$1" "$2"`

/**
 * Nothing can be done in a process that is killed: another one, which a terminal's Ctrl+C does not reach, notices that
 * its input has ended. Returns a function that ends it.
 */
function endWithThisProcess(dataFolder: string, socketFolder: string): () => void {
  const child = spawn('/bin/sh', ['-c', watch, 'sh', dataFolder, socketFolder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.unref()
  const input = child.stdin as Socket
  input.unref()
  return () => input.end('stopped\n')
}
