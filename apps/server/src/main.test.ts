import { folderOfTest } from '@assay/engine/testing/temporary-folder.ts'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { offlineSettings } from '#testing/offline-settings.ts'

let folder: string
let child: ChildProcess

beforeEach(() => {
  folder = folderOfTest()
})
afterEach(() => {
  child.kill('SIGKILL')
})

/** Errors triggered by SIGUSR2 in an otherwise unmodified process. */
const failures = {
  'an exception': `throw new Error('boom')`,
  'a rejected promise': `void Promise.reject(new Error('boom'))`,
  "an 'error' event": `process.emit('error', new Error('boom'))`,
}

test.each(Object.entries(failures))(
  '%s that is not handled is logged, and the process shuts down',
  async (_, failure) => {
    const preload = `data:text/javascript,${encodeURIComponent(`process.on('SIGUSR2', () => { ${failure} })`)}`
    const main = join(import.meta.dirname, 'main.js')
    child = spawn(process.execPath, ['--import', preload, main], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        DATABASE_URL: '',
        ASSAY_DATA: folder,
        ASSAY_PORT: '0',
        ASSAY_LOG_LEVEL: 'info',
        ...offlineSettings,
      },
    })
    const ready = Promise.withResolvers<void>()
    let output = ''
    child.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
      if (output.includes('Assay is ready')) ready.resolve()
    })
    const errors = text(child.stderr!)
    const exit = once(child, 'exit')
    await Promise.race([ready.promise, exit])
    expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(true)
    child.kill('SIGUSR2')
    expect(await exit).toEqual([1, null])
    expect(output).toContain('Unhandled error, shutting down')
    expect(output).toContain('boom')
    expect(await errors).toBe('')
    // The embedded database was stopped first.
    expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(false)
  },
)
