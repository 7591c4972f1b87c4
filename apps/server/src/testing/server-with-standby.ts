import { openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { installedPrograms, startStreamingPair, type StreamingPair } from './streaming-pair.ts'
import { startTestServer, type TestServer } from './test-server.ts'

interface ServerWithStandby {
  pair: StreamingPair
  server: TestServer
  stop(): Promise<void>
}

/** A server on a database of the first PostgreSQL of the machine, with a standby that follows it. */
export async function startServerWithStandby(): Promise<ServerWithStandby> {
  const pair = await startStreamingPair(Object.values(installedPrograms())[0]!)
  const { primary: connection, standby } = pair
  const opened = openDatabase({ connection, maxConnections: 8, log: { error: () => undefined } })
  await migrate(opened.db)
  const server = await startTestServer({
    standby,
    database: { connection, ...opened, drop: () => opened.close() },
  })
  return {
    pair,
    server,
    async stop() {
      await server.stop()
      await pair.stop()
    },
  }
}
