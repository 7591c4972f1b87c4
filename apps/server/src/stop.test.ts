import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startedDatabase } from '#testing/fresh-database.ts'
import { offlineSettings } from '#testing/offline-settings.ts'
import { createLog } from '#platform/system/log.ts'
import { stopWorkers } from '#platform/worker-threads/threads.ts'
import { readConfig } from './config.ts'
import { startServer } from './server.ts'

test('a server stopped while its first thread starts logs no warning', async () => {
  const { connection, drop } = await startedDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'assay-stop-'))
  const lines: string[] = []
  try {
    // Forces a new thread to start.
    await stopWorkers()
    const config = readConfig({
      ...offlineSettings,
      ASSAY_DATA: folder,
      ASSAY_PORT: '0',
      DATABASE_URL: connection.connectionString ?? urlOf(connection.host!, connection.database!),
    })
    const server = await startServer(config, createLog('warn', { write: (line) => void lines.push(line) }))
    await server.stop()
    await stopWorkers()
    expect(lines).toEqual([])
  } finally {
    await drop()
    await rm(folder, { recursive: true, force: true })
  }
})

const urlOf = (socketFolder: string, database: string) =>
  `postgres://assay@localhost/${database}?host=${encodeURIComponent(socketFolder)}`
