import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { ownProperty } from '@assay/engine/own-property.ts'
import type { Settings } from '../settings.ts'
import type { SecretOf } from './map-rule.ts'

/** From a file {"name of the rule": "destination"}, otherwise asked for in a terminal. Empty answers leave a rule out. */
export function secretsOf(
  { isInteractive }: Pick<Settings, 'isInteractive'>,
  file: string | undefined,
): SecretOf {
  const known = file === undefined ? {} : readSecrets(file)
  return async ({ name, kind }) => {
    const told = ownProperty(known, name)
    if (told !== undefined) return told
    return isInteractive && process.stdin.isTTY ? ask(`Destination of the rule ${name} (${kind}): `) : null
  }
}

function readSecrets(file: string): Partial<Record<string, string>> {
  try {
    const read = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
    return Object.fromEntries(Object.entries(read).map(([name, value]) => [name, String(value)]))
  } catch (error) {
    throw new CommandError(exitCodes.configuration, `${file} cannot be read: ${(error as Error).message}`)
  }
}

async function ask(question: string): Promise<string | null> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await terminal.question(question)).trim() || null
  } finally {
    terminal.close()
  }
}
