import type { ExitCode } from '../exit-codes.ts'
import type { Settings } from '../settings.ts'

/** Turns a command into the action of its arguments and options: it gets the settings, and its exit code is kept. */
export type ActionOf = <A extends unknown[]>(
  command: (settings: Settings, ...rest: A) => Promise<ExitCode | void>,
) => (...rest: A) => Promise<void>
