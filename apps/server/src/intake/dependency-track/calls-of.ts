import type { dependencyTrack } from '@assay/contract/intake/dependency-track.ts'
import type { Handlers } from '#auth/router/handler.ts'

type Calls = Handlers<typeof dependencyTrack>

/** Some of the calls. */
export type CallsOf<Names extends keyof Calls> = Pick<Calls, Names>
