import type { ExitCode } from '../exit-codes.ts'
import type { Settings } from '../settings.ts'

/** Turns a command into a commander action: passes the settings and records the exit code. */
export type ActionOf = <A extends unknown[]>(
  command: (settings: Settings, ...rest: A) => Promise<ExitCode | void>,
) => (...rest: A) => Promise<void>
