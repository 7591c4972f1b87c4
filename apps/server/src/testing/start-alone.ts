import { openDatabase } from '#platform/database/database.ts'
import { startTestCluster } from '#platform/database/embedded/test-cluster.ts'
import { migrate } from '#platform/database/migrate.ts'
import { startTestServer, type TestServer } from './test-server.ts'

/** Starts the whole server in this process, with its own PostgreSQL and folder, outside of test runs. */
export async function startAlone(): Promise<{ server: TestServer; stop: () => Promise<void> }> {
  const cluster = await startTestCluster()
  const connection = { ...cluster.connection }
  const { db, copyRows, close } = openDatabase({
    connection,
    maxConnections: 20,
    log: { error: () => undefined },
  })
  await migrate(db)
  const server = await startTestServer({ database: { db, copyRows, connection, drop: close } })
  return {
    server,
    async stop() {
      await server.stop()
      await cluster.stop()
    },
  }
}
