import type { Instruction } from '../ecosystems/upgrade-target.ts'

interface Advised {
  name: string
  /** null: no release fixes it. */
  to: string | null
  isMalware: boolean
  /** Shell commands for all files that list it; null if there are none. */
  command: string | null
}

/** What malware takes besides an upgrade; null for anything else. */
export function malwareAdvice({ name, to, isMalware, command }: Advised): string | null {
  if (!isMalware) return null
  const how = to !== null ? `go to ${to}` : command === null ? 'remove it' : `remove it (\`${command}\`)`
  return `${name} is malware: ${how}, and treat the machines that installed it as compromised: change their secrets`
}

/** Sentences for what no command does, and for what brings it: 'comes with optimist 0.6.2'. */
export function describeObstacles(instructions: readonly Instruction[], isRemoval = false): string[] {
  return [
    ...new Set(
      instructions.flatMap(({ edit, blockedBy = [], bundledIn = [], parents = [], unsupportedBy }) => [
        ...(unsupportedBy === undefined ? [] : [`No release for ${unsupportedBy} fixes it`]),
        ...parents.map((each) => `comes with ${each}`),
        ...(edit ? [`Edit ${edit.file}${edit.entry === undefined ? '' : `: ${edit.entry}`}`] : []),
        ...blockedBy.map((by) =>
          isRemoval
            ? `${by} brings it in: remove or replace it, too`
            : `${by} does not allow it, and no release of ${nameOf(by)} is known that does`,
        ),
        ...bundledIn.map(
          (by) => `The archive of ${by} contains it: only another release of ${nameOf(by)} replaces it`,
        ),
      ]),
    ),
  ]
}

const nameOf = (dependent: string) => dependent.replace(/ [^ ]*$/, '')
