import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'

export interface Program {
  file: string
  options: readonly string[]
  uid?: number
  gid?: number
  /** Added to the minimal environment. */
  variables?: Record<string, string>
}

interface Outcome {
  /** null if ended by a signal or never started. */
  code: number | null
  output: string
}

/** Starts the program in its own session, so that Ctrl-C does not reach it. */
export function start({ file, options, variables, ...user }: Program, stdio: StdioOptions): ChildProcess {
  const env = { ...environment(), ...variables }
  return spawn(file, options, { ...user, stdio, detached: true, cwd: '/', env })
}

/** Runs the program to completion and returns the output of both streams. Never throws. */
export function run(program: Program): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = start(program, ['ignore', 'pipe', 'pipe'])
    let output = ''
    const add = (chunk: string) => (output += chunk)
    child.stdout!.setEncoding('utf8').on('data', add)
    child.stderr!.setEncoding('utf8').on('data', add)
    child.once('error', (error) => resolve({ code: null, output: error.message }))
    child.once('close', (code) => resolve({ code, output }))
  })
}

// A minimal environment without PGOPTIONS, PGPORT and secrets of the process; LC_ALL=C keeps messages in English.
function environment(): NodeJS.ProcessEnv {
  const { PATH, LD_LIBRARY_PATH, DYLD_LIBRARY_PATH } = process.env
  const variables = { PATH, LD_LIBRARY_PATH, DYLD_LIBRARY_PATH, LC_ALL: 'C', TZ: 'UTC' }
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined))
}
