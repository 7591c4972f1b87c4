import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { TestMember, TestServer } from './test-server.ts'

export interface Run {
  server: Pick<TestServer, 'url'>
  member: Pick<TestMember, 'authorization'>
  /** Of its settings and data. */
  folder: string
  args: string[]
  environment?: Record<string, string>
  signal?: AbortSignal | undefined
}

/** Runs the command line of this repository. Throws for other exit codes than 0. */
export function runAssay({ server, member, folder, args, environment, signal }: Run) {
  const main = fileURLToPath(new URL('../../../cli/src/main.js', import.meta.url))
  const env = {
    PATH: process.env['PATH'],
    ASSAY_HOME: folder,
    XDG_CONFIG_HOME: folder,
    CI: 'true',
    ASSAY_URL: server.url,
    ASSAY_TOKEN: member.authorization.replace('token ', ''),
    ...environment,
  }
  return promisify(execFile)(process.execPath, [main, ...args], { env, signal, killSignal: 'SIGKILL' })
}

export interface ImportReport {
  imported: Record<string, number>
  there: Record<string, number>
  leftOut: { what: string; name: string; why: string }[]
}

/** Runs `assay import`. */
export async function runImport({ folder, args, ...run }: Run): Promise<ImportReport> {
  const file = join(folder, 'report.json')
  await runAssay({ ...run, folder, args: ['import', ...args, '--report', file] })
  return JSON.parse(readFileSync(file, 'utf8')) as ImportReport
}
