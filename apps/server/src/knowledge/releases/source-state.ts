import type { SourceState } from '@assay/contract/releases.ts'

interface Answers {
  /** Failed attempts since the last success. */
  failures: number
  lastSuccessAt: Date | null
  lastErrorAt: Date | null
}

/** State of a source of releases, from what it really answered. A success is recorded after the errors of its batch. */
export function sourceStateOf({ failures, lastSuccessAt, lastErrorAt }: Answers): SourceState {
  if (failures > 0) return 'failing'
  if (lastSuccessAt === null) return lastErrorAt === null ? 'waiting' : 'failing'
  return lastErrorAt !== null && lastErrorAt > lastSuccessAt ? 'failing' : 'ok'
}
