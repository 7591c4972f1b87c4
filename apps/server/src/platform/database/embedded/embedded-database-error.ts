/** The embedded PostgreSQL cannot be used. The message is for users and says what to do. */
export class EmbeddedDatabaseError extends Error {
  override readonly name = 'EmbeddedDatabaseError'
}

export const useOwnDatabase = 'Set DATABASE_URL to a PostgreSQL 15 or later of your own'

// The first matching entry explains the output of PostgreSQL or the system.
const explanations: readonly [RegExp, (match: RegExpExecArray) => string][] = [
  [
    /(?:error while loading shared libraries: |Library not loaded: )([^\s:]+)/,
    ([, library]) =>
      `the library ${library} is missing on this machine. Run npm rebuild, install the library, or: ${useOwnDatabase}`,
  ],
  [
    /version `(GLIBC[^']*)' not found/,
    ([, needed]) => `this system is too old (${needed} is missing). ${useOwnDatabase}`,
  ],
  [
    /No space left on device|Disk quota exceeded/i,
    () => 'the disk of the data folder is full. Make room and start again',
  ],
  [/Read-only file system/i, () => 'the data folder lies on a read-only file system'],
  [
    /Permission denied|Operation not permitted|wrong ownership|invalid permissions|EACCES|EPERM/i,
    () => 'permissions are missing. The data folder and all in it must belong to the user who starts Assay',
  ],
]

/** Creates the error for a failed step from its output; the last lines are appended. */
export function explainFailure(step: string, output: string): EmbeddedDatabaseError {
  const lines = output.trim().split('\n').slice(-12).join('\n')
  for (const [pattern, explain] of explanations) {
    const match = pattern.exec(output)
    if (match) return new EmbeddedDatabaseError(`${step}: ${explain(match)}.\n${lines}`)
  }
  return new EmbeddedDatabaseError(`${step}.${lines === '' ? '' : `\n${lines}`}`)
}
