import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { isAlive } from './process-state.ts'
import { adminConnectionTo } from './running-server.ts'
import { startTestCluster } from './test-cluster.ts'

/** Where the server at the socket has its files. */
async function clusterAt(host: string): Promise<string> {
  const client = new Client(adminConnectionTo(host))
  await client.connect()
  const { rows } = await client.query<{ folder: string }>(
    `select current_setting('data_directory') as folder`,
  )
  await client.end()
  return rows[0]!.folder
}

test('a database of tests is gone with its folders once it is stopped', async () => {
  const { connection, stop } = await startTestCluster()
  const folder = await clusterAt(connection.host)
  expect(existsSync(folder)).toBe(true)
  await stop()
  expect(existsSync(dirname(folder))).toBe(false)
  expect(existsSync(connection.host)).toBe(false)
})

test('and once the process that started it is killed', async () => {
  const program = `
    import { startTestCluster } from ${JSON.stringify(new URL('test-cluster.ts', import.meta.url).href)}
    console.log((await startTestCluster()).connection.host)`
  const words = ['--input-type=module-typescript', '-e', program]
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'], cwd: '/' })
  const { value: host } = (await createInterface(child.stdout)[Symbol.asyncIterator]().next()) as {
    value: string
  }
  const folder = await clusterAt(host)
  const pid = Number.parseInt(await readFile(join(folder, 'postmaster.pid'), 'utf8'))
  child.kill('SIGKILL')
  await once(child, 'exit')
  await expect.poll(() => isAlive(pid)).toBe(false)
  await expect.poll(() => [dirname(folder), host].filter(existsSync)).toEqual([])
})
