import type { Build } from '@assay/contract/builds.ts'

export type Progress = 'waiting' | 'connected' | 'failed' | 'scanned'

/** Progress of the pipeline that has the token. */
export function progressOf({ isUsed, build }: { isUsed: boolean; build: Build | null }): Progress {
  if (build?.status === 'success') return 'scanned'
  if (build?.status === 'failed') return 'failed'
  return isUsed ? 'connected' : 'waiting'
}
