import type { Api } from '../api.ts'
import type { DependencyTrack } from './dependency-track-client.ts'
import type { Tally } from './tally.ts'

/** From where, to where, and what became of it. */
export interface ImportContext {
  from: DependencyTrack
  api: Api
  accountUuid: string
  tally: Tally
  isDryRun: boolean
}
