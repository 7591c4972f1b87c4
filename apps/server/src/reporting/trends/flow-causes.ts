import { endKinds } from '@assay/engine/vocabulary.ts'

/** Rows in memory refer to them by position. */
export const flowCauses = [
  ...endKinds,
  'first-scan',
  'dependency',
  'advisory',
  'exclusion-lifted',
  'coverage-restored',
  'rerated',
]
